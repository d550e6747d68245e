//! Ports that fail on purpose, for fault-injection tests.

mod files;
mod hasher;
mod limiter;
mod sender;
mod sessions;

pub use files::{BrokenFileStore, FileTrouble};
pub use hasher::BusyHasher;
pub use limiter::ExhaustedLimiter;
pub use sender::{PanickingSender, SlowSender};
pub use sessions::ActFirst;
