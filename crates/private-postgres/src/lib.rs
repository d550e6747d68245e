//! A private PostgreSQL for development and tests: a cluster in a program's data directory that runs as long as the
//! program.
//!
//! - The only access is through a Unix socket in a folder that only its owner can enter.
//! - A lock enforces one program per data directory. Other processes [`attach`](PrivateCluster::attach).
//! - The server ends with the program, even after kill -9 (Linux only).

mod account;
mod binaries;
mod cluster;
mod error;
mod home;
mod server;

pub use binaries::{BinarySearch, Installation};
pub use cluster::{ClusterAddress, ClusterOptions, PrivateCluster};
pub use error::ClusterError;
