//! The whole HTTP layer in the test process: `TestApi` on memory or PostgreSQL with any port replaced, typed callers,
//! and responses that are checked against the published document as they arrive.

mod answer;
mod api;
mod both;
mod caller;
mod document;
mod ports;
mod schema;

pub use answer::Answer;
pub use api::{Body, PASSWORD, Sent, TestApi, streamed};
pub use both::run_on;
pub use caller::Caller;
pub use document::{Document, Documented, Operation};
pub use ports::{ORIGIN, Ports, StaticFiles, StubReadiness};
