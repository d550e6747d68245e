//! Housekeeping: what is stored for a time only, how long, and its removal. Dead letters and the audit log stay for
//! ever; what uploads leave behind has a sweep of its own (`headshots`).

mod ports;
mod retention;
mod service;

pub use ports::HousekeepingStore;
pub use retention::{Leftover, Retention};
pub use service::{Housekeeping, Removed};
