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
mod tests {
    use super::*;
    use crate::accounts::Role;
    use crate::applications::application::testing::{ADMIN, NOW as DECIDED, detail};
    use crate::mail::testing::act;

    const WINDOW: Duration = Duration::seconds(10);
    const OTHER: Uuid = Uuid::from_u128(3);
    const MAIL: Uuid = Uuid::from_u128(4);

    fn after(seconds: i64) -> OffsetDateTime {
        DECIDED + Duration::seconds(seconds)
    }

    /// An approval by `ADMIN` that replaced the role.
    fn approved() -> SeenDecision {
        let ApplicationDetail { mut application, person } = detail(Status::Approved);
        application.note = Some("noted".into());
        (application.reviewed_at, application.decided_by) = (Some(DECIDED), Some(ADMIN));
        SeenDecision {
            event: ApplicationEvent::of(&application, Some(Status::Pending), ADMIN, &act(DECIDED)),
            detail: ApplicationDetail { application, person },
            changed: RoleChange { grant: vec![Role::Member], revoke: vec![Role::Applicant] },
            unsent: Some(MAIL),
            applied_again: false,
        }
    }

    fn undone(seen: &SeenDecision, by: Uuid, at: OffsetDateTime) -> Result<Option<UndoPlan>, Code> {
        undo(seen, WINDOW, by, &act(at)).map_err(|refused| refused.code)
    }

    #[test]
    fn an_undone_decision_restores_the_application_and_the_roles_and_removes_the_mail() {
        let seen = approved();
        let plan = undone(&seen, ADMIN, after(3)).expect("in time").expect("a decision");
        let Application { status, reviewed_at, note, decided_by, .. } = &plan.application;
        assert_eq!(
            (*status, *reviewed_at, note.as_deref(), *decided_by),
            (Status::Pending, None, None, None)
        );
        assert_eq!(plan.application.fields, seen.detail.application.fields);
        assert_eq!(plan.roles, RoleChange { grant: vec![Role::Applicant], revoke: vec![Role::Member] });
        let event = &plan.event;
        assert_eq!((event.from, event.to, event.actor_id), (Some(Status::Approved), Status::Pending, ADMIN));
        assert_eq!((event.at, plan.mail), (after(3), MAIL));
        assert_eq!((plan.audit.action, plan.audit.actor_id), ("application.decision_undone", Some(ADMIN)));
        assert_eq!(plan.audit.detail, [("status", "approved".to_owned())]);
    }

    #[test]
    fn a_decision_can_be_undone_until_the_window_is_over_or_a_worker_has_the_mail() {
        let seen = approved();
        assert!(undone(&seen, ADMIN, after(10) - Duration::MICROSECOND).is_ok());
        assert_eq!(undone(&seen, ADMIN, after(10)).err(), Some(Code::UndoExpired));
        let leased = SeenDecision { unsent: None, ..approved() };
        assert_eq!(undone(&leased, ADMIN, after(1)).err(), Some(Code::UndoExpired));
        let off = undo(&seen, Duration::ZERO, ADMIN, &act(DECIDED));
        assert_eq!(off.err(), Some(Code::UndoExpired.into()));
    }

    #[test]
    fn only_the_administrator_who_decided_can_undo_even_after_the_window() {
        for seconds in [1, 3_600] {
            let refused = undone(&approved(), OTHER, after(seconds)).err();
            assert_eq!(refused, Some(Code::Forbidden));
        }
    }

    #[test]
    fn a_decision_whose_applicant_has_applied_again_or_is_deleted_cannot_be_undone() {
        let again = SeenDecision { applied_again: true, ..approved() };
        assert_eq!(undone(&again, ADMIN, after(1)).err(), Some(Code::AppliedAgain));
        let mut deleted = approved();
        deleted.detail.person = None;
        assert_eq!(undone(&deleted, ADMIN, after(1)).err(), Some(Code::UndoExpired));
    }

    /// The second click on Undo changes nothing and gets the same response.
    #[test]
    fn an_undone_decision_is_undone_once_and_a_submission_never() {
        let plan = undone(&approved(), ADMIN, after(3)).expect("in time").expect("a decision");
        let mut again = SeenDecision { event: plan.event, ..approved() };
        again.detail.application = plan.application;
        assert!(matches!(undone(&again, ADMIN, after(60)), Ok(None)));
        assert_eq!(undone(&again, OTHER, after(4)).err(), Some(Code::UndoExpired));
        again.event.from = None;
        assert_eq!(undone(&again, ADMIN, after(4)).err(), Some(Code::UndoExpired));
    }

    #[test]
    fn an_undone_decision_is_later_in_the_history_even_if_the_clock_is_behind() {
        let plan = undone(&approved(), ADMIN, after(-30)).expect("in time").expect("a decision");
        assert!(plan.event.at > DECIDED);
    }
}
