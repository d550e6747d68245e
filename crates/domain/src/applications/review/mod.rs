//! Review of applications by administrators: list, history, context, viewers, decisions and export.

mod bulk;
mod context;
mod export;
mod review_filter;
mod review_queue;
mod service;
mod us_states;
mod viewers;

pub use bulk::{Bulk, BulkKey, MAX_BULK, Skipped};
pub use context::{ApplicationMessage, ReviewContext, SimilarApplication, Similarity};
pub use export::{EXPORT_BATCH, Export, ExportRequest, ExportRow, ExportRows, InternalColumns};
pub use review_filter::{ReviewFilter, ReviewSort};
pub use review_queue::{ApplicationSummary, HistoryEntry, ReviewQueue, StateCount, StateCounts};
pub use service::{ReadError, Review};
pub use us_states::{US_STATES, state_key, us_state};
pub use viewers::{VIEWER_LIFETIME, Viewer, ViewerStore, Viewers, ViewingError};
