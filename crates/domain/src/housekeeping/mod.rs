//! Housekeeping: deletes rows with limited retention. Dead letters and the audit log are never deleted; a separate
//! sweep cleans up after uploads (`headshots`).

mod housekeeping_store;
mod retention;
mod service;

pub use housekeeping_store::HousekeepingStore;
pub use retention::{Leftover, Retention};
pub use service::{Housekeeping, Removed};
