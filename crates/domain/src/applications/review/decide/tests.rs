//! Tests decisions for every status and both decisions.

use std::collections::BTreeSet;

use super::*;
use crate::applications::application::testing::{ADMIN, LATER, TEACHER, detail};
use crate::mail::testing::act;

fn under_review(status: Status) -> Decidable {
    Decidable { detail: detail(status), version: 2 }
}

fn decided(seen: &Decidable, decision: Decision, admin_id: Uuid) -> Result<DecisionPlan, Code> {
    decide(seen, decision, None, Some("noted".into()), admin_id, &act(LATER)).map_err(|refused| refused.code)
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
        let decided = decide(&under_review(status), Decision::Approve, version, None, admin_id, &act(LATER));
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
        let DecisionPlan { application, roles, event, mails, audit, .. } =
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
        let [mail] = mails.as_slice() else { panic!("one mail: {mails:?}") };
        assert_eq!((mail.kind, &mail.to), (kind, &seen.detail.person.as_ref().expect("an account").email));
        let [entry] = audit.as_slice() else { panic!("one entry: {audit:?}") };
        assert_eq!((entry.action, entry.actor_id), ("application.decided", Some(ADMIN)));
        assert_eq!((entry.target_type, entry.target_id), ("application", application.id));
        assert_eq!(entry.detail, [("status", decision.status().as_str().to_owned())]);
        assert_eq!(BTreeSet::from([event.id, mail.id, entry.id]).len(), 3);
    }
}
