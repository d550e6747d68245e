//! A private PostgreSQL: a cluster in a program's data directory that runs as long as the program.
//!
//! - No TCP: the only access is through a socket in a folder that only its owner can enter.
//! - One program per data directory, enforced by a lock; other processes [`attach`](PrivateCluster::attach).
//! - The server ends with the program, even by kill -9 (Linux; on macOS, untested, the next start stops it).

mod account;
mod address;
mod binaries;
mod cluster;
mod error;
mod home;
mod initdb;
mod lock;
mod options;
mod pid_file;
mod postmaster;

pub use address::ClusterAddress;
pub use binaries::BinarySearch;
pub use cluster::{ClusterInspection, PrivateCluster};
pub use error::ClusterError;
pub use options::{ClusterOptions, Durability};
