use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::account_security::{AccountSecurity, SecurityDecision, SecurityError, SecurityQuery};
use crate::shared::Fault;

pub type SecurityStep = Box<dyn FnOnce(&AccountSecurity) -> SecurityDecision + Send>;

/// Stores factors, recovery codes, identities and challenges, and opens sessions.
#[async_trait]
pub trait AccountSecurityStore: Send + Sync {
    /// The account at `now`, without a challenge; `None` for an unknown or deleted user.
    async fn of_user(&self, user_id: Uuid, now: OffsetDateTime) -> Result<Option<AccountSecurity>, Fault>;

    /// Reads the account under lock, including the challenge with that id if the user has one, runs `step`, and stores
    /// its whole decision or nothing. The second of two concurrent callers MUST see the rows of the first.
    ///
    /// # Errors
    /// The error of the decision, whose change is stored nevertheless; `NotFound` for an unknown or deleted user;
    /// `CredentialInvalid` for a passkey and `IdentityTaken` for an identity of another account; faults.
    async fn change(
        &self,
        user_id: Uuid,
        query: SecurityQuery,
        step: SecurityStep,
    ) -> Result<(), SecurityError>;
}
