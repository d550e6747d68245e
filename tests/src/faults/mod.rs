//! Ports that fail on purpose, for tests of what happens then.

mod files;
mod hasher;
mod sender;

pub use files::{BrokenFileStore, FileTrouble};
pub use hasher::BusyHasher;
pub use sender::{FailingSender, SlowSender};
