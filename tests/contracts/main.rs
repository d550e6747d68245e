//! The contract suites on every backend, and the tests of those suites.

mod files;
mod images;
mod limits;
mod mail;
mod memory;
mod planted;
mod postgres;
mod process_lock;
mod table;
mod trust;
