//! Shared by all tests of Educators Forum: the stores on databases of their own, adapters in memory, ports that fail on
//! purpose, the harness of the API, and builders for test data.

pub mod applicants;
pub mod authenticator;
pub mod authority;
pub mod builders;
pub mod client;
pub mod faults;
pub mod harness;
pub mod memory;
pub mod photos;
pub mod postgres;
pub mod program;
mod program_log;
pub mod readback;
pub mod s3_server;
mod scaled;
pub mod seed;
pub mod smtp_sink;
pub mod stores;
mod time_limit;
pub mod waiting;
pub mod wallet;

pub use scaled::scaled;
