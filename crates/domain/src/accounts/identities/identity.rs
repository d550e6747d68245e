//! An identity that signs in to an account.

use time::OffsetDateTime;
use uuid::Uuid;

/// An account with a provider that signs in to an account of this site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Random id.
    pub id: Uuid,
    /// The account of this site.
    pub user_id: Uuid,
    /// The provider's name.
    pub provider: String,
    /// The provider's id of the person.
    pub subject: String,
    /// The address that the provider told when it was linked, verified by it; for the owner to recognise it by.
    pub email: Option<String>,
    /// When it was linked.
    pub linked_at: OffsetDateTime,
}

impl Identity {
    /// How mails name it.
    pub fn in_words(&self) -> String {
        format!("sign-in with {}", self.provider)
    }
}
