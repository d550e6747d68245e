//! Withdrawal of a pending application by its applicant.

use uuid::Uuid;

use super::application::{ApplicationDetail, Status};
use super::drafts::{Draft, DraftContent};
use crate::act::Act;
use crate::audit::AuditEvent;
use crate::headshots::{Headshot, OwnHeadshot, remove_unshown};
use crate::idempotency::RequestRecord;
use crate::shared::Fault;

/// An application and its applicant's photos, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawable {
    pub detail: ApplicationDetail,
    /// With their use by other applications and their versions, and by no draft, because the answers replace it.
    pub photos: Vec<OwnHeadshot>,
}

/// Everything that a withdrawal stores, in one transaction. It deletes the application with everything about it.
#[must_use]
#[derive(Debug, Clone)]
pub struct Withdrawal {
    pub application_id: Uuid,
    pub user_id: Uuid,
    /// The answers, for the next application.
    pub draft: Draft,
    /// The photos to remove: only the application, its versions or its requests led to them.
    pub removed: Vec<Headshot>,
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
pub fn withdraw(seen: &Withdrawable, user_id: Uuid, act: &Act) -> Result<Withdrawal, WithdrawError> {
    let application = &seen.detail.application;
    if application.user_id != user_id {
        return Err(WithdrawError::NotFound);
    }
    if application.status != Status::Pending {
        return Err(WithdrawError::AlreadyDecided(application.status));
    }
    let draft = Draft { content: DraftContent::of(&application.fields), updated_at: act.now };
    let removed = remove_unshown(&seen.photos, act.now, act.now).into_iter();
    Ok(Withdrawal {
        application_id: application.id,
        user_id,
        removed: removed.filter(|photo| draft.content.headshot_id != Some(photo.id)).collect(),
        draft,
        audit: act.audit(Some(user_id), "application.withdrawn", ("application", application.id)),
        record: None,
    })
}

#[cfg(test)]
mod tests;
