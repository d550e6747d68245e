//! The contract suites on every backend, and the suite that tests the suites.

mod files;
mod images;
mod mail;
mod memory;
mod planted;
mod postgres;
mod table;
mod trust;
