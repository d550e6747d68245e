//! Review of applications by administrators: list, history, decisions and export.

mod export;
mod review_filter;
mod review_queue;
mod service;
mod us_states;

pub use export::{EXPORT_BATCH, Export, ExportRequest, ExportRow, ExportRows, InternalColumns};
pub use review_filter::{ReviewFilter, ReviewSort};
pub use review_queue::{HistoryEntry, ReviewQueue, StateCount, StateCounts};
pub use service::{ReadError, Review};
pub use us_states::{US_STATES, state_key, us_state};
