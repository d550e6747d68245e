//! Mail as a consequence of an act: what is queued, how stored templates are filled in, when a failed
//! sending is tried again, how long a worker may keep a row, the worker's one step, and what people who run the site can look at.

mod administration;
mod compose;
mod dispatch;
mod lease;
mod ports;
mod queue;
mod record;
mod retry;

pub use administration::MailAdministration;
pub use compose::{Placeholders, RenderedMail, StoredTemplate, substitute};
pub use dispatch::{Dispatched, MailDispatcher, MailDispatcherPorts};
pub use lease::latest_lease_end;
pub use ports::{Backlog, ComposeError, Composer, Envelope, MailSender, OutboxStore, RetryError, SendError};
pub use queue::{MailKind, MailQueue, OutboxEntry, OutgoingMail};
pub use record::{MailRecord, MailState};
pub use retry::{MAX_ATTEMPTS, latest_due, next_attempt};
