//! The outbox as operators see it.

use time::OffsetDateTime;
use uuid::Uuid;

/// State of a mail, named as in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailState {
    /// Waiting to be sent or retried.
    Queued,
    /// The next host has taken it.
    Sent,
    /// A dead letter: kept, and retried only on request.
    Failed,
}

impl MailState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Queued, Self::Sent, Self::Failed];

    /// The name in the outbox.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sent => "sent",
            Self::Failed => "failed",
        }
    }

    /// The state with this name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// A mail of the outbox with its address masked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRecord {
    /// Id of the outbox row.
    pub id: Uuid,
    /// The name of its kind; kinds written by a newer version are unknown to this one.
    pub kind: String,
    /// The masked address (see [`EmailAddress::masked`](crate::shared::EmailAddress::masked)).
    pub to: String,
    /// Where it stands.
    pub state: MailState,
    /// Number of attempts to send it.
    pub attempts: u32,
    /// When the action that caused it happened.
    pub queued_at: OffsetDateTime,
    /// The error of the last failed attempt, with the address masked.
    pub last_error: Option<String>,
}
