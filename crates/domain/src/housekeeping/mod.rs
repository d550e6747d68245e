//! Housekeeping: rows with limited retention and their removal. Dead letters and the audit log are never removed;
//! leftovers of uploads have a sweep of their own (`headshots`).

mod housekeeping_store;
mod retention;
mod service;

pub use housekeeping_store::HousekeepingStore;
pub use retention::{Leftover, Retention};
pub use service::{Housekeeping, Removed};
