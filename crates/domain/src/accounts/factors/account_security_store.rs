use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::account_security::{AccountSecurity, SecurityDecision, SecurityError, SecurityQuery};
use crate::shared::Fault;

pub type SecurityStep = Box<dyn FnOnce(&AccountSecurity) -> SecurityDecision + Send>;

/// Stores factors, recovery codes, identities and challenges, and opens sessions.
#[async_trait]
pub trait AccountSecurityStore: Send + Sync {
    /// The account as it is at `now`, without a challenge; `None` for an unknown or deleted user.
    async fn of_user(&self, user_id: Uuid, now: OffsetDateTime) -> Result<Option<AccountSecurity>, Fault>;

    /// Reads the account under lock, with the challenge if the user has one with that id, runs `step`, and stores
    /// everything of its verdict or nothing. Of two concurrent callers, the second MUST see what the first stored.
    ///
    /// # Errors
    /// The error of the verdict, whose change is stored nevertheless; `NotFound` for an unknown or deleted user;
    /// `CredentialInvalid` for a passkey and `IdentityTaken` for an identity of another account; faults.
    async fn change(
        &self,
        user_id: Uuid,
        query: SecurityQuery,
        step: SecurityStep,
    ) -> Result<(), SecurityError>;
}
