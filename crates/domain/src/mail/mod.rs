//! Mail as a consequence of an act: what is queued, how stored templates are filled in, when a failed
//! sending is tried again, how long a worker may keep a row, the worker's one step, and what people who run the site can look at.

mod administration;
mod compose;
mod composer;
mod dispatch;
mod lease;
mod mail_sender;
mod one_time_links;
mod outbox_store;
mod queue;
mod record;
mod schedule;

pub use administration::MailAdministration;
pub use compose::{Placeholders, RenderedMail, StoredTemplate, substitute};
pub use composer::{ComposeError, Composer};
pub use dispatch::{Dispatched, MailDispatcher, MailDispatcherPorts};
pub use lease::latest_lease_end;
pub use mail_sender::{Envelope, MailSender, SendError};
pub use one_time_links::{OneTimeLinks, OneTimeSecrets};
pub use outbox_store::{Backlog, OutboxStore, RetryError};
pub use queue::{MailKind, MailQueue, OutboxEntry, OutgoingMail};
pub use record::{MailRecord, MailState};
pub use schedule::{MAX_ATTEMPTS, latest_due, next_attempt};
