//! Undoing a decision before its mail is sent. Pure.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::application::{Application, ApplicationDetail, Status};
use super::transition::ApplicationEvent;
use crate::accounts::roles::RoleChange;
use crate::act::Act;
use crate::audit::{AuditEvent, FormerAdministrator};
use crate::shared::Fault;

/// An application with its decision, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenDecision {
    pub detail: ApplicationDetail,
    /// The event of the decision. If the application is pending, its newest event.
    pub event: ApplicationEvent,
    /// The roles that the decision really changed.
    pub changed: RoleChange,
    /// The mail about the decision, if no worker has leased it yet.
    pub unsent: Option<Uuid>,
    /// Whether the applicant has submitted another application since, whatever its status.
    pub applied_again: bool,
}

/// Everything that an undone decision stores, in one transaction.
#[must_use]
#[derive(Debug, Clone)]
pub struct UndoPlan {
    pub application: Application,
    pub roles: RoleChange,
    pub event: ApplicationEvent,
    /// The mail to remove from the outbox.
    pub mail: Uuid,
    pub audit: AuditEvent,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    #[error("no such application")]
    NotFound,
    #[error("only the administrator who decided can undo the decision")]
    AnotherAdministrator,
    #[error("the applicant has submitted another application")]
    AppliedAgain,
    #[error("the decision can no longer be undone")]
    Expired,
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Makes a decided application pending again. Returns `None` if the actor has undone the decision already.
///
/// # Errors
/// In this order: `AnotherAdministrator`, `AppliedAgain`, `Expired`.
pub fn undo(
    seen: &SeenDecision,
    window: Duration,
    admin_id: Uuid,
    act: &Act,
) -> Result<Option<UndoPlan>, UndoError> {
    let SeenDecision {
        detail: ApplicationDetail { application, person },
        event,
        changed,
        unsent,
        applied_again,
    } = seen;
    let Some(decided_at) = application.reviewed_at else {
        let undone = event.from.is_some_and(|from| from != Status::Pending) && event.actor_id == admin_id;
        return if undone { Ok(None) } else { Err(UndoError::Expired) };
    };
    if application.decided_by != Some(admin_id) {
        return Err(UndoError::AnotherAdministrator);
    }
    if *applied_again {
        return Err(UndoError::AppliedAgain);
    }
    let in_time = act.now < decided_at + window;
    let Some(mail) = unsent.filter(|_| in_time && person.is_some()) else { return Err(UndoError::Expired) };
    let undone = Application {
        status: Status::Pending,
        reviewed_at: None,
        note: None,
        decided_by: None,
        ..application.clone()
    };
    Ok(Some(UndoPlan {
        roles: RoleChange { revoke: changed.grant.clone(), grant: changed.revoke.clone() },
        event: ApplicationEvent {
            id: act.ordered_id(),
            application_id: application.id,
            at: after(decided_at, act.now),
            actor_id: admin_id,
            from: Some(application.status),
            to: Status::Pending,
            change: None,
        },
        mail,
        audit: act
            .audit(Some(admin_id), "application.decision_undone", ("application", application.id))
            .with("status", application.status.as_str()),
        application: undone,
    }))
}

/// The history is sorted by time, and another machine's clock may be behind that of the decision.
fn after(decided_at: OffsetDateTime, now: OffsetDateTime) -> OffsetDateTime {
    now.max(decided_at + Duration::MICROSECOND)
}

#[cfg(test)]
mod tests;
