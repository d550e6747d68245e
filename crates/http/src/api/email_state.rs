//! The state of an email, for the email log and the emails of an application.

use forum_domain::mail::MailState;
use poem_openapi::Enum;

/// The status of an email. A sent email was accepted by the mail host, which does not report whether it arrived. A failed
/// one is only sent again on request.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "EmailState", rename_all = "lowercase", remote = "MailState")]
pub(crate) enum StateWord {
    Queued,
    Sent,
    Failed,
}
