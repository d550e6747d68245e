//! Shared by all tests of Educators Forum: the stores on databases of their own, adapters in memory, ports that fail on
//! purpose, the harness of the API, and builders for test data.

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
pub mod readback;
pub mod s3_server;
pub mod seed;
pub mod smtp_sink;
pub mod stores;
pub mod timing;
pub mod wallet;
