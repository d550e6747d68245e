//! Undoing a decision before its mail is sent.

use std::collections::BTreeSet;

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{Administrator, RoleChange};
use crate::act::Act;
use crate::applications::{Application, ApplicationDetail, ApplicationEvent, Bulk, Review, Status};
use crate::audit::AuditEvent;
use crate::shared::{Code, Refusal};

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

#[derive(Debug, Clone)]
pub struct UndoPlan {
    pub application: Application,
    pub roles: RoleChange,
    pub event: ApplicationEvent,
    pub mail: Uuid,
    pub audit: AuditEvent,
}

impl Review {
    /// Makes an application pending again that this administrator has just decided. Removes the mail, and restores the
    /// roles that the decision changed.
    ///
    /// # Errors
    /// `not_found`; those of [`undo`], of which `undo_expired` also once a worker has the mail.
    pub async fn undo(&self, admin: &Administrator, id: Uuid) -> Result<ApplicationDetail, Refusal> {
        let (admin_id, act, window) = (admin.caller().user.id, self.acts.begin(), self.undo_window);
        let step = Box::new(move |seen: &SeenDecision| undo(seen, window, admin_id, &act));
        self.store.undo(id, admin_id, step).await
    }

    /// Undoes each decision. Decisions that cannot be undone are skipped, and after a fault the rest.
    ///
    /// # Errors
    /// `forbidden` and faults, if no decision was undone. The request can be repeated.
    pub async fn undo_all(&self, admin: &Administrator, ids: BTreeSet<Uuid>) -> Result<Bulk, Refusal> {
        let undo = |id, ()| async move { self.undo(admin, id).await.map(|_| Some(self.acts.now())) };
        let undone = self.each(ids.into_iter().map(|id| (id, ())), undo).await?;
        Ok(Bulk { undo_until: None, ..undone })
    }
}

/// Makes a decided application pending again. Returns `None` if the actor has undone the decision already.
///
/// # Errors
/// `undo_expired` for a pending application. For a decided one, in this order: `forbidden` to another administrator,
/// `applied_again`, `undo_expired`.
pub fn undo(
    seen: &SeenDecision,
    window: Duration,
    admin_id: Uuid,
    act: &Act,
) -> Result<Option<UndoPlan>, Refusal> {
    let SeenDecision {
        detail: ApplicationDetail { application, person },
        event,
        changed,
        unsent,
        applied_again,
    } = seen;
    let Some(decided_at) = application.reviewed_at else {
        let undone = event.from.is_some_and(|from| from != Status::Pending) && event.actor_id == admin_id;
        return if undone { Ok(None) } else { Err(Code::UndoExpired.into()) };
    };
    if application.decided_by != Some(admin_id) {
        let detail = "Only the administrator who decided can undo the decision.";
        return Err(Refusal::new(Code::Forbidden, detail));
    }
    if *applied_again {
        return Err(Code::AppliedAgain.into());
    }
    let in_time = act.now < decided_at + window;
    let Some(mail) = unsent.filter(|_| in_time && person.is_some()) else {
        return Err(Code::UndoExpired.into());
    };
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
            at: after(decided_at, act.now),
            ..ApplicationEvent::of(&undone, Some(application.status), admin_id, act)
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
