//! The contract suites on every backend, and the suite that tests the suites.

mod mail;
mod memory;
mod planted;
mod postgres;
mod table;
