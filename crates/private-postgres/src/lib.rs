//! A private PostgreSQL for development and tests: a cluster in a program's data directory that runs as long as the
//! program.
//!
//! - No TCP: the only access is through a socket in a folder that only its owner can enter.
//! - One program per data directory, enforced by a lock; other processes [`attach`](PrivateCluster::attach).
//! - The server ends with the program, even by kill -9 (Linux only).

mod account;
mod binaries;
mod cluster;
mod error;
mod home;
mod options;
mod server;

pub use binaries::BinarySearch;
pub use cluster::{ClusterAddress, ClusterInspection, PrivateCluster};
pub use error::ClusterError;
pub use options::ClusterOptions;
