//! The outbox as people who run the site see it.

use time::OffsetDateTime;
use uuid::Uuid;

/// Where a mail of the outbox stands. The words are those of the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailState {
    /// Waits to be sent, for the first time or again.
    Queued,
    /// The next host has taken it.
    Sent,
    /// A dead letter: kept, and not tried again unless somebody asks.
    Failed,
}

impl MailState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Queued, Self::Sent, Self::Failed];

    /// The word in the outbox.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sent => "sent",
            Self::Failed => "failed",
        }
    }

    /// The state with this word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// One mail of the outbox. Whom it is for can be recognised here, but not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRecord {
    /// Id of the outbox row.
    pub id: Uuid,
    /// The word of its kind; one that a newer version wrote may mean nothing to this one.
    pub kind: String,
    /// The masked address (see [`EmailAddress::masked`](crate::shared::EmailAddress::masked)).
    pub to: String,
    /// Where it stands.
    pub state: MailState,
    /// Attempts to send it so far.
    pub attempts: u32,
    /// When the act happened that caused it.
    pub queued_at: OffsetDateTime,
    /// What the last failed sending said, the address masked in it too.
    pub last_error: Option<String>,
}
