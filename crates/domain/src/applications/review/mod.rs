//! Review of applications by administrators: list, history, decisions and export.

mod bulk;
mod export;
mod review_filter;
mod review_queue;
mod service;

pub use bulk::{Bulk, BulkKey, MAX_BULK};
pub use export::{EXPORT_BATCH, Export, ExportRequest, ExportRows};
pub use review_filter::{ReviewFilter, ReviewSort};
pub use review_queue::{HistoryEntry, ReviewQueue};
pub use service::{ReadError, Review};
