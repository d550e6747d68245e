//! Mail as a consequence of an act: what is queued, how stored templates are filled in, when a failed
//! sending is tried again, and the worker's one step.

mod compose;
mod dispatch;
mod ports;
mod queue;
mod retry;

pub use compose::{Placeholders, RenderedMail, StoredTemplate, substitute};
pub use dispatch::{Dispatched, MailDispatcher, MailDispatcherPorts};
pub use ports::{ComposeError, Composer, Envelope, MailSender, OutboxStore, SendError};
pub use queue::{MailKind, MailQueue, OutboxEntry, OutgoingMail};
pub use retry::{MAX_ATTEMPTS, next_attempt};
