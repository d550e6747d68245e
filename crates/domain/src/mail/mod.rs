//! Outgoing mail: what is queued, what stored templates may hold and how they are filled in, when failed mails are
//! retried, when sending pauses, how long a worker may hold a row, one step of the worker, and what operators can inspect.

mod act;
mod composer;
mod dispatch;
mod html_policy;
mod lease;
mod mail_host;
mod mail_sender;
mod one_time_links;
mod outbox_store;
mod panics;
mod queue;
mod record;
mod schedule;
mod stored_template;
mod template;
mod template_store;
#[cfg(test)]
pub(crate) mod testing;

pub use act::{Act, Acts};
pub use composer::{ComposeError, Composer};
pub use dispatch::{Dispatched, MailDispatcher, MailDispatcherPorts};
pub use html_policy::{HtmlPolicy, HtmlRejected};
pub use lease::latest_lease_end;
pub use mail_host::MailHost;
pub use mail_sender::{Envelope, MailSender, SendError};
pub use one_time_links::{OneTimeLinks, OneTimeSecrets, TokenState};
pub use outbox_store::{AfterFailure, Backlog, HostStep, OutboxStore, RetryError};
pub use queue::{MailKind, OutboxEntry, OutgoingMail, Urgency};
pub use record::{MailFilter, MailRecord, MailSort, MailState};
pub use schedule::{MAX_ATTEMPTS, NOTICE_WINDOW, latest_due, next_attempt, notice_due};
pub use stored_template::{
    StoredTemplate, TemplateChange, TemplateEdit, TemplateVersion, VersionConflict, edit,
};
pub use template::{FilledTemplate, HTML_MAX, PLACEHOLDERS, RenderedMail, SUBJECT_MAX, TemplateText};
pub use template_store::{EditError, EditStep, PreviewPage, TemplateStore};
