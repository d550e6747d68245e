use time::OffsetDateTime;
use uuid::Uuid;

/// An account at a provider that is linked to a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub id: Uuid,
    pub user_id: Uuid,
    pub provider: String,
    pub subject: String,
    /// The verified address at the time of linking, by which the owner recognises the identity.
    pub email: Option<String>,
    pub linked_at: OffsetDateTime,
}

impl Identity {
    pub fn describe(&self) -> String {
        format!("sign-in with {}", self.provider)
    }
}
