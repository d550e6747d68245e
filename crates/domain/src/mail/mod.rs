//! Outgoing mail: an [`Act`](crate::act::Act) makes the emails, stores queue them in the outbox, and the worker of the program
//! sends them with [`MailDispatcher`]. Administrators edit the stored templates, and retry or discard failed emails.

mod compose;
mod dispatch;
mod host;
mod messages;
mod outbox;
mod schedule;
mod template_text;
mod templates;
#[cfg(test)]
pub(crate) mod testing;

pub use compose::{ComposeError, Composer};
pub use dispatch::{Dispatched, MailDispatcher, MailSender, SendError, latest_lease_end};
pub use host::MailHost;
pub use messages::{EmailMessages, FailedMailChange, MailRecord, MailSort, MailState};
pub use outbox::{
    AfterFailure, Backlog, HostStep, MailKind, OutboxEntry, OutboxStore, OutgoingMail, RequestState, Urgency,
};
pub use schedule::{MAX_ATTEMPTS, NOTICE_WINDOW, UNDO_MAX, latest_due, next_attempt, notice_due};
pub use template_text::{FilledTemplate, HTML_MAX, PLACEHOLDERS, RenderedMail, SUBJECT_MAX, TemplateText};
pub use templates::{
    EmailTemplates, ListedVersion, PREVIEW_LIFETIME, PreviewPage, StoredTemplate, TemplateChange,
    TemplateStore, TemplateVersion, edit,
};
