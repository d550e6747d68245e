//! What the tests of Educators Forum share: adapters in memory, ports that fail on purpose, the contract suites
//! that hold every adapter to the same rules, and builders of rows.

pub mod authority;
pub mod builders;
pub mod contract;
pub mod faults;
pub mod harness;
pub mod memory;
pub mod photos;
pub mod program;
pub mod s3_server;
pub mod smtp_sink;
