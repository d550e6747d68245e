//! Housekeeping: deletes rows with limited retention. The audit log is never deleted. A separate sweep cleans up after
//! uploads (`headshots`).

mod housekeeping_store;
mod retention;
mod service;

pub use housekeeping_store::HousekeepingStore;
pub use retention::{ExpiringRows, Retention};
pub use service::{Housekeeping, Removed};
