//! Decisions. The pure rule maps rows that were read under lock to everything that must be stored together, so that no mail,
//! role or audit entry can be forgotten.

use std::collections::BTreeMap;

use time::OffsetDateTime;
use uuid::Uuid;

use super::bulk::is_fault;
use crate::accounts::{Administrator, Role, RoleChange};
use crate::act::Act;
use crate::applications::{
    Application, ApplicationDetail, ApplicationEvent, Bulk, BulkKey, FieldLimits, Review, Status,
};
use crate::audit::AuditEvent;
use crate::idempotency::{KeyedRequest, LookUp, RecordedResponse, RequestRecord};
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, Refusal, TextRule, words};

const NOTE: TextRule = TextRule { field: "/note", label: "Note", limit: FieldLimits::NOTE, multiline: true };

/// An application to decide on, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decidable {
    pub detail: ApplicationDetail,
    /// The number of the current answers: 1 for those that were submitted.
    pub version: u32,
}

#[derive(Debug, Clone)]
pub struct DecisionPlan {
    pub application: Application,
    pub roles: RoleChange,
    pub event: ApplicationEvent,
    pub mail: OutgoingMail,
    /// When the mail is due: later than the decision if it can be undone.
    pub mail_due_at: OffsetDateTime,
    pub audit: AuditEvent,
    pub record: Option<RequestRecord>,
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Decision {
        Approve = "approved",
        /// The applicant may apply again.
        Reject = "rejected",
    }
}

impl Decision {
    pub const fn status(self) -> Status {
        match self {
            Self::Approve => Status::Approved,
            Self::Reject => Status::Rejected,
        }
    }

    pub const fn mail(self) -> MailKind {
        match self {
            Self::Approve => MailKind::ApplicationApproved,
            Self::Reject => MailKind::ApplicationRejected,
        }
    }
}

impl Review {
    /// Approves or rejects a pending application. The administrator can undo the decision within the window. Role
    /// change, mail, history and audit entry are stored with it. Refuses an application whose answers are no longer those
    /// of `version`. Returns the whole application, a read that the audit entry of the decision covers.
    ///
    /// # Errors
    /// A field error at `/note`; `forbidden`; those of [`decide`].
    pub async fn decide(
        &self,
        admin: &Administrator,
        id: Uuid,
        decision: Decision,
        version: Option<u32>,
        note: Option<&str>,
        request: Option<KeyedRequest<ApplicationDetail>>,
    ) -> Result<ApplicationDetail, Refusal> {
        let note = NOTE.parse_optional(note)?;
        let (admin_id, act, window) = (admin.caller().user.id, self.acts.begin(), self.undo_window);
        let step = Box::new(move |seen: &Decidable| {
            let plan = decide(seen, decision, version, note, admin_id, &act)?;
            let (application, person) = (plan.application.clone(), seen.detail.person.clone());
            let decided = ApplicationDetail { application, person };
            Ok(DecisionPlan {
                record: request.map(|request| request.answered(&decided, Some(id))),
                mail_due_at: act.now + window,
                ..plan
            })
        });
        self.store.decide(id, admin_id, step).await
    }

    /// Decides on each application in the order of the ids. Applications that cannot be decided are skipped, and so are
    /// those whose answers no longer have the given version. If the administrator loses the role or a fault occurs in
    /// between, the rest is skipped. A repeated request with the same key continues, and for each application that the
    /// first one decided it returns the present state.
    ///
    /// # Errors
    /// A field error at `/note`; `forbidden` and faults, if no application was decided.
    pub async fn decide_all(
        &self,
        admin: &Administrator,
        versions: BTreeMap<Uuid, Option<u32>>,
        decision: Decision,
        note: Option<&str>,
        key: Option<BulkKey<'_>>,
    ) -> Result<Bulk, Refusal> {
        NOTE.parse_optional(note)?;
        let one = |id, version| self.decide_once(admin, id, version, decision, note, key);
        let bulk = self.each(versions, one).await?;
        let undo_until = bulk.undo_until.filter(|_| self.undo_window.is_positive());
        Ok(Bulk { undo_until, ..bulk })
    }

    /// Returns when it was decided, or `None` if the first request with the key decided and the decision was undone.
    async fn decide_once(
        &self,
        admin: &Administrator,
        id: Uuid,
        version: Option<u32>,
        decision: Decision,
        note: Option<&str>,
        key: Option<BulkKey<'_>>,
    ) -> Result<Option<OffsetDateTime>, Refusal> {
        let admin_id = admin.caller().user.id;
        let new = match key {
            None => None,
            Some(key) => match key.look_up(admin_id, id).await? {
                LookUp::New(request) => Some(request),
                LookUp::Replayed(_) => return self.decided_before(admin_id, id, decision).await,
                // The key was used with another body, so this is not the same request.
                LookUp::KeyReused => None,
            },
        };
        let empty = || RecordedResponse { status: 200, body: String::new() };
        let keyed = new.map(|request| KeyedRequest { request, record: Box::new(move |_| empty()) });
        let refused = match self.decide(admin, id, decision, version, note, keyed).await {
            Ok(decided) => return Ok(decided.application.reviewed_at),
            Err(refused) => refused,
        };
        // After a fault another wait could exceed the time of the request. A repetition finds out what was stored.
        let is_final = is_fault(&refused) && refused.code != Code::Conflict;
        let Some(key) = key.filter(|_| !is_final) else { return Err(refused) };
        // A concurrent request with the same key may have been faster.
        match key.look_up(admin_id, id).await? {
            LookUp::Replayed(_) => self.decided_before(admin_id, id, decision).await,
            LookUp::New(_) | LookUp::KeyReused => Err(refused),
        }
    }

    /// The present state of an application that the same request decided before.
    async fn decided_before(
        &self,
        admin_id: Uuid,
        id: Uuid,
        decision: Decision,
    ) -> Result<Option<OffsetDateTime>, Refusal> {
        let Application { status, reviewed_at, decided_by, .. } =
            self.store.read(id).await?.ok_or(Code::NotFound)?.0.application;
        let is_same = status == decision.status() && decided_by == Some(admin_id);
        if reviewed_at.is_some() && !is_same {
            return Err(Refusal::already_decided(status));
        }
        Ok(reviewed_at)
    }
}

/// Approves or rejects a pending application. Approval makes the applicant a member. `version` is that of the answers
/// on which the administrator decides, if known.
///
/// # Errors
/// In this order: `own_application`, `application_already_decided`, `version_conflict`; `not_found` without an applicant.
pub fn decide(
    seen: &Decidable,
    decision: Decision,
    version: Option<u32>,
    note: Option<String>,
    admin_id: Uuid,
    act: &Act,
) -> Result<DecisionPlan, Refusal> {
    let ApplicationDetail { application, person } = &seen.detail;
    if application.is_of(admin_id) {
        return Err(Code::OwnApplication.into());
    }
    if application.status != Status::Pending {
        return Err(Refusal::already_decided(application.status));
    }
    if version.is_some_and(|version| version != seen.version) {
        return Err(Code::VersionConflict.into());
    }
    // A pending application is deleted with its account.
    let person = person.as_ref().ok_or(Code::NotFound)?;
    let decided = Application {
        status: decision.status(),
        reviewed_at: Some(act.now),
        note,
        decided_by: Some(admin_id),
        ..application.clone()
    };
    let roles = match decision {
        Decision::Approve => RoleChange { revoke: vec![Role::Applicant], grant: vec![Role::Member] },
        Decision::Reject => RoleChange::default(),
    };
    Ok(DecisionPlan {
        roles,
        event: ApplicationEvent::of(&decided, Some(application.status), admin_id, act),
        mail: OutgoingMail {
            application_id: Some(application.id),
            ..act.mail(decision.mail(), &person.email, &person.name)
        },
        mail_due_at: act.now,
        audit: act
            .audit(Some(admin_id), "application.decided", ("application", application.id))
            .with("status", decided.status.as_str()),
        application: decided,
        record: None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::applications::application::testing::{ADMIN, LATER, TEACHER, detail};
    use crate::mail::testing::act;

    fn under_review(status: Status) -> Decidable {
        Decidable { detail: detail(status), version: 2 }
    }

    fn decided(seen: &Decidable, decision: Decision, admin_id: Uuid) -> Result<DecisionPlan, Code> {
        decide(seen, decision, None, Some("noted".into()), admin_id, &act(LATER))
            .map_err(|refused| refused.code)
    }

    #[test]
    fn only_a_pending_application_of_another_user_can_be_decided() {
        for status in Status::ALL {
            for decision in [Decision::Approve, Decision::Reject] {
                for admin in [ADMIN, TEACHER] {
                    // The order of the rules: the administrator's own application is refused with every status.
                    let expected = match (admin == TEACHER, status) {
                        (true, _) => Err(Code::OwnApplication),
                        (false, Status::Pending) => Ok(decision.status()),
                        (false, Status::Approved | Status::Rejected) => Err(Code::ApplicationAlreadyDecided),
                    };
                    let result = decided(&under_review(status), decision, admin);
                    let next = result.map(|changes| changes.application.status);
                    assert_eq!(next, expected, "{decision:?} on {status:?}, own: {}", admin == TEACHER);
                }
            }
        }
    }

    #[test]
    fn a_decision_on_another_version_of_the_answers_is_refused() {
        let decided = |status, version, admin_id| {
            let decided =
                decide(&under_review(status), Decision::Approve, version, None, admin_id, &act(LATER));
            decided.map(drop).map_err(|refused| refused.code)
        };
        let table = [
            (None, Ok(())),
            (Some(2), Ok(())),
            (Some(0), Err(Code::VersionConflict)),
            (Some(1), Err(Code::VersionConflict)),
            (Some(3), Err(Code::VersionConflict)),
        ];
        for (version, expected) in table {
            assert_eq!(decided(Status::Pending, version, ADMIN), expected, "{version:?}");
            let known = Err(Code::ApplicationAlreadyDecided);
            assert_eq!(decided(Status::Rejected, version, ADMIN), known, "{version:?}");
            let own = Err(Code::OwnApplication);
            assert_eq!(decided(Status::Pending, version, TEACHER), own, "{version:?}");
        }
    }

    #[test]
    fn a_decision_returns_its_role_change_history_mail_and_audit_entry() {
        let member = RoleChange { revoke: vec![Role::Applicant], grant: vec![Role::Member] };
        let table = [
            (Decision::Approve, member, MailKind::ApplicationApproved),
            (Decision::Reject, RoleChange::default(), MailKind::ApplicationRejected),
        ];
        for (decision, change, kind) in table {
            let seen = under_review(Status::Pending);
            let DecisionPlan { application, roles, event, mail, audit, .. } =
                decided(&seen, decision, ADMIN).expect("an accepted transition");
            let kept = Application {
                status: decision.status(),
                reviewed_at: Some(LATER),
                decided_by: Some(ADMIN),
                note: Some("noted".into()),
                ..seen.detail.application.clone()
            };
            assert!(application == kept, "only the decision changes");
            assert_eq!(roles, change);
            assert_eq!((event.application_id, event.actor_id, event.at), (application.id, ADMIN, LATER));
            assert_eq!((event.from, event.to), (Some(Status::Pending), decision.status()));
            assert_eq!(
                (mail.kind, &mail.to),
                (kind, &seen.detail.person.as_ref().expect("an account").email)
            );
            assert_eq!((audit.action, audit.actor_id), ("application.decided", Some(ADMIN)));
            assert_eq!((audit.target_type, audit.target_id), ("application", application.id));
            assert_eq!(audit.detail, [("status", decision.status().as_str().to_owned())]);
            assert_eq!(BTreeSet::from([event.id, mail.id, audit.id]).len(), 3);
        }
    }
}
