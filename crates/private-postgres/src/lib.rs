//! A private PostgreSQL: a cluster in a program's data directory that runs as long as the program does.
//!
//! - No TCP: the only way in is a socket in a folder that only its owner may enter.
//! - One program a data directory, held by a lock; processes beside it [`attach`](PrivateCluster::attach).
//! - The server ends with the program, kill -9 included (Linux; on macOS, which is untried, the next start ends it).

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
pub use cluster::{ClusterProspect, PrivateCluster};
pub use error::ClusterError;
pub use options::{ClusterOptions, Durability};
