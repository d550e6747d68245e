//! The outbox: queued mails, their schedule, leases, the state of the mail host, and records for operators.

mod lease;
mod mail_host;
mod outbox_store;
mod queue;
mod record;
mod schedule;

pub use lease::latest_lease_end;
pub(in crate::mail) use lease::{LEASE, with_lease};
pub use mail_host::MailHost;
pub use outbox_store::{AfterFailure, Backlog, HostStep, OutboxStore, RequestState, RetryError};
pub use queue::{MailKind, OutboxEntry, OutgoingMail, Urgency};
pub use record::{MailFilter, MailRecord, MailSort, MailState};
pub use schedule::{MAX_ATTEMPTS, NOTICE_WINDOW, UNDO_MAX, latest_due, next_attempt, notice_due};
pub(in crate::mail) use schedule::{held_until, not_final_until};
