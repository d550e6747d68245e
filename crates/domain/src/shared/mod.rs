//! Shared by all contexts: refusals, faults, field errors, text rules, escaping, email addresses, names, lists, and
//! the ports for time, timers and identifiers.

mod cursor;
mod email;
mod emoji;
mod html;
mod list;
mod name;
mod refusal;
mod system;
mod text;
mod word_enum;
mod words;

pub use cursor::{Cursor, Key, KeyKind, Place, Side, Sorting};
pub use email::EmailAddress;
pub use html::escape_html;
pub use list::{Listing, LogPage, Order, Page, PageRequest, SEARCH_MAX, Start};
pub(crate) use name::holds_url;
pub use name::{NAME_MAX, PersonName};
pub use refusal::{Code, Extension, Fault, FieldError, Invalid, Refusal, Step};
pub use system::{Clock, IdSource, Timer};
pub use text::TextRule;
pub use word_enum::Words;
pub(crate) use word_enum::words;
pub use words::{SearchWords, folded_words};
