//! Housekeeping: rows with limited retention and their removal. Dead letters and the audit log are never removed;
//! leftovers of uploads have a sweep of their own (`headshots`).

mod ports;
mod retention;
mod service;

pub use ports::HousekeepingStore;
pub use retention::{Leftover, Retention};
pub use service::{Housekeeping, Removed};
