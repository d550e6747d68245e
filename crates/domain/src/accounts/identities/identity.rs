use time::OffsetDateTime;
use uuid::Uuid;

/// An account with a provider that signs in to an account of this site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub id: Uuid,
    pub user_id: Uuid,
    pub provider: String,
    pub subject: String,
    /// The address that the provider told when it was linked, verified by it; for the owner to recognise it by.
    pub email: Option<String>,
    pub linked_at: OffsetDateTime,
}

impl Identity {
    pub fn in_words(&self) -> String {
        format!("sign-in with {}", self.provider)
    }
}
