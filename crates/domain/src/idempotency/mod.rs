//! Idempotent requests: an act stores the response in its transaction, and a repeated request gets that response.

mod request_records;
mod service;

pub use request_records::RequestRecords;
pub use service::{IdempotentRequests, LookUp, Requester};
