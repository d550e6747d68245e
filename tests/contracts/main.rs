//! The contract suites on every backend, and the tests of those suites.

mod files;
mod images;
mod limits;
mod mail;
mod memory;
mod postgres;
mod process_lock;
mod seeded_bugs;
mod trust;
