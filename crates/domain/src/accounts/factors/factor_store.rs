//! Port for factors, recovery codes and challenges.

use async_trait::async_trait;
use uuid::Uuid;

use super::account_factors::{AccountFactors, FactorError, Verdict};
use crate::shared::Fault;

/// Decides what is stored.
pub type FactorStep = Box<dyn FnOnce(&AccountFactors) -> Verdict + Send>;

/// Stores factors.
#[async_trait]
pub trait FactorStore: Send + Sync {
    /// The factors of a user, without a challenge; `None` for an unknown or deleted user.
    async fn of_user(&self, user_id: Uuid) -> Result<Option<AccountFactors>, Fault>;

    /// Reads the account under lock, with the challenge if the user has one with this id, runs `step`, and stores
    /// everything of its verdict or nothing. Of two concurrent callers, the second MUST see what the first stored.
    ///
    /// # Errors
    /// The refusal of the verdict, whose change is stored nevertheless; `NotFound` for an unknown or deleted user; faults.
    async fn change(
        &self,
        user_id: Uuid,
        challenge_id: Option<Uuid>,
        step: FactorStep,
    ) -> Result<(), FactorError>;
}
