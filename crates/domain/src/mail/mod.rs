//! Outgoing mail: what is queued, how stored templates are filled in, when failed mails are retried, how long a worker
//! may hold a row, one step of the worker, and what operators can inspect.

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
#[cfg(test)]
pub(crate) mod testing;

pub use administration::MailAdministration;
pub use compose::{Placeholders, RenderedMail, StoredTemplate, substitute};
pub use composer::{ComposeError, Composer};
pub use dispatch::{Dispatched, MailDispatcher, MailDispatcherPorts};
pub use lease::latest_lease_end;
pub use mail_sender::{Envelope, MailSender, SendError};
pub use one_time_links::{OneTimeLinks, OneTimeSecrets};
pub use outbox_store::{AfterFailure, Backlog, OutboxStore, RetryError};
pub use queue::{MailKind, MailQueue, OutboxEntry, OutgoingMail};
pub use record::{MailRecord, MailState};
pub use schedule::{MAX_ATTEMPTS, latest_due, next_attempt};
