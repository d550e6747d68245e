use async_trait::async_trait;
use uuid::Uuid;

use super::change::{UserChangeContext, UserChanges, UserRefusal};
use super::directory::UserSummary;
use crate::shared::{Fault, Invalid};

/// Decides what is stored; `None` if nothing changes.
pub type UserChangeStep =
    Box<dyn FnOnce(&UserChangeContext) -> Result<Option<UserChanges>, UserRefusal> + Send>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UserError {
    #[error("{}", .0.0.iter().map(|e| e.detail.as_str()).collect::<Vec<_>>().join(" "))]
    Invalid(#[from] Invalid),
    #[error("no confirmed account has this address")]
    UnknownAddress,
    #[error("there is no such user")]
    NotFound,
    #[error(transparent)]
    Refused(#[from] UserRefusal),
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[async_trait]
pub trait UserStore: Send + Sync {
    /// Reads the user and the administrators under lock, runs `step`, stores everything that it returns or nothing, and
    /// returns the user as stored. All calls MUST be serialised, even for different users, because two administrators
    /// who demote each other concurrently change different rows.
    async fn change(&self, id: Uuid, step: UserChangeStep) -> Result<UserSummary, UserError>;
}
