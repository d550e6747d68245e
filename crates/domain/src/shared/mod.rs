//! Shared by all contexts: refusals, faults, field errors, text rules, escaping, email addresses, names, lists, and
//! the ports for time, timers and identifiers.

mod cursor;
mod email;
mod list;
mod name;
mod refusal;
mod text;
mod word_enum;
mod words;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

pub use cursor::{Cursor, Key, KeyKind, Place, Side, Sorting};
pub use email::EmailAddress;
pub use list::{
    Batches, EXPORT_BATCH, Export, Listing, LogPage, Order, Page, PageRequest, SEARCH_MAX, Start,
};
pub use name::{NAME_MAX, PersonName};
pub(crate) use name::{holds_url, name_part};
pub use refusal::{Code, Extension, Fault, FieldError, Invalid, Refusal, Step};
pub use text::{TextRule, escape_html};
pub use word_enum::Words;
pub(crate) use word_enum::words;
pub use words::{SearchWords, folded_words};

/// The server's time. Implementations MUST return UTC, truncated to whole microseconds (PostgreSQL's precision), so
/// that a value is unchanged after storage.
pub trait Clock: Send + Sync {
    fn now(&self) -> OffsetDateTime;
}

/// Sleeps exactly as long as requested. Separate from [`Clock`], which jumps when the clock is set.
#[async_trait]
pub trait Timer: Send + Sync {
    async fn sleep(&self, duration: std::time::Duration);
}

/// New identifiers. Implementations MUST use a cryptographic random source: some ids are part of public URLs and must
/// not be guessable.
pub trait IdSource: Send + Sync {
    fn new_id(&self) -> Uuid;

    /// An id for a row of a table that only grows: audit log, history, outbox. It is greater than earlier ones, so that
    /// new rows are adjacent in their index. It reveals its creation time, so it is never the id of a user, a photo, a
    /// session or a token.
    fn ordered_id(&self) -> Uuid {
        self.new_id()
    }
}
