//! Shared by all tests of Educators Forum: in-memory adapters, ports that fail on purpose, the contract suites that
//! every adapter must pass, and builders for test data.

pub mod applicants;
pub mod authenticator;
pub mod authority;
pub mod bounds;
pub mod builders;
pub mod client;
pub mod contract;
pub mod faults;
pub mod harness;

pub mod memory;
pub mod photos;
pub mod postgres;
pub mod program;
mod program_log;
pub mod s3_server;
pub mod seed;
pub mod smtp_sink;
pub mod waiting;
pub mod wallet;
