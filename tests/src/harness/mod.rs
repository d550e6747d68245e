//! The whole HTTP side in the test process: `TestApi` over memory or PostgreSQL with any port replaced, typed
//! callers, and answers that are compared with the published document as they come in.

mod answer;
mod api;
mod caller;
mod document;
mod ports;

pub use answer::Answer;
pub use api::{PASSWORD, Sent, TestApi};
pub use caller::Caller;
pub use document::{Document, Operation};
pub use ports::{ORIGIN, Ports, StaticFiles, StubReadiness};
