//! The state of an email, for the email log and the emails of an application.

use forum_domain::mail::MailState;
use poem_openapi::Enum;

/// The delivery status of an email. A failed email is only sent again on request.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "EmailState", rename_all = "lowercase", remote = "MailState")]
pub(crate) enum StateWord {
    Queued,
    Sent,
    Failed,
}
