//! Idempotent requests: an act stores the response in its transaction, and a repeated request gets that response. Uploads
//! and submissions have records of their own, which their stores read under the lock of the user.

mod request_records;
mod service;

pub use request_records::RequestRecords;
pub use service::{IdempotentRequests, LookUp, Requester};
