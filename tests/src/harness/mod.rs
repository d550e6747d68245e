//! The whole HTTP layer in the test process: `TestApi` on PostgreSQL with any port replaced, typed callers,
//! and responses that are checked against the published document as they arrive.

mod answer;
mod api;
mod caller;
mod document;
mod ports;
mod schema;

pub use answer::Answer;
pub use api::{Body, PASSWORD, Sent, TestApi, UNKNOWN_ID, streamed};
pub use caller::Caller;
pub use document::{Document, Documented, Operation, seen};
pub use ports::{ORIGIN, Ports, StaticFiles, StubReadiness, everything};
