//! What every context uses: faults, field errors, text rules, escaping, lists, repeated requests, and the ports for time,
//! waiting, identifiers and randomness.

mod fault;
mod field_error;
mod html;
mod list;
mod retry;
mod system;
mod text;

pub use fault::Fault;
pub use field_error::{FieldError, Invalid};
pub use html::escape_html;
pub use list::{InvalidPage, Listing, Order, Page, SEARCH_MAX};
pub use retry::{Idempotency, Record, RecordedResponse, RetryKey};
pub use system::{Clock, IdSource, Timer};
pub use text::{Text, TextRule};
