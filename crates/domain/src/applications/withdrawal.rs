//! Withdrawal of a pending application by its applicant.

use uuid::Uuid;

use super::application::{ApplicationDetail, Status};
use super::drafts::{Draft, DraftContent};
use crate::audit::AuditEvent;
use crate::mail::Act;
use crate::shared::{Fault, RequestRecord};

/// Everything that a withdrawal stores, in one transaction. It deletes the application with everything about it.
#[must_use]
#[derive(Debug, Clone)]
pub struct Withdrawal {
    pub application_id: Uuid,
    pub user_id: Uuid,
    /// The answers, for the next application.
    pub draft: Draft,
    pub audit: AuditEvent,
    pub record: Option<RequestRecord>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WithdrawError {
    /// It does not exist, or it is not the caller's. Callers cannot tell which.
    #[error("no such application")]
    NotFound,
    #[error("the application was already {}", .0.as_str())]
    AlreadyDecided(Status),
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Withdraws a pending application (docs/product.md, 4.5). The draft opens at the last step, which shows all answers.
///
/// # Errors
/// `NotFound`, then `AlreadyDecided`.
pub fn withdraw(seen: &ApplicationDetail, user_id: Uuid, act: &Act) -> Result<Withdrawal, WithdrawError> {
    let application = &seen.application;
    if application.user_id != user_id {
        return Err(WithdrawError::NotFound);
    }
    if application.status != Status::Pending {
        return Err(WithdrawError::AlreadyDecided(application.status));
    }
    Ok(Withdrawal {
        application_id: application.id,
        user_id,
        draft: Draft { content: DraftContent::of(&application.fields), updated_at: act.now },
        audit: act.audit(Some(user_id), "application.withdrawn", ("application", application.id)),
        record: None,
    })
}

#[cfg(test)]
mod tests;
