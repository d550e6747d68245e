//! Ports that fail on purpose, for tests of what happens then.

mod hasher;
mod sender;

pub use hasher::BusyHasher;
pub use sender::FailingSender;
