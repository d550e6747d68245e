//! Tests the state machine for every set of roles, every status and both decisions.

use std::collections::BTreeSet;

use super::*;
use crate::applications::{Person, RawFields};
use crate::headshots::Extension;
use crate::mail::testing::act;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const LATER: OffsetDateTime = NOW.saturating_add(time::Duration::hours(3));
const TEACHER: Uuid = Uuid::from_u128(1);
const ADMIN: Uuid = Uuid::from_u128(2);

fn fields() -> ApplicationFields {
    ApplicationFields::parse(&RawFields::example(), time::macros::date!(2026 - 11 - 21))
        .expect("a valid form")
}

fn photo(id: i64) -> OwnPhoto {
    OwnPhoto {
        id: Uuid::from_u128(id.unsigned_abs().into()),
        key: HeadshotKey { user_id: TEACHER, timestamp: id, extension: Extension::Png },
    }
}

/// All 32 sets of the five roles.
fn every_role_set() -> impl Iterator<Item = Roles> {
    (0..1_u32 << Role::ALL.len()).map(|set| {
        let chosen = (0..).zip(Role::ALL).filter(|(bit, _)| set & (1 << bit) != 0);
        chosen.map(|(_, role)| role).collect()
    })
}

fn applicant(roles: Roles, pending: Option<Uuid>) -> Applicant {
    Applicant {
        user_id: TEACHER,
        name: PersonName { first: "Ana".into(), last: "Li".into() },
        email: EmailAddress::stored("ana@example.org".into()),
        roles,
        pending,
        headshots: Vec::new(),
    }
}

fn submitted(applicant: &Applicant) -> Result<Submission, SubmitError> {
    submit(applicant, fields(), &act(NOW))
}

fn under_review(status: Status) -> Decidable {
    let applicant = applicant(Roles::from_iter([Role::Applicant]), None);
    let application = submitted(&applicant).expect("an applicant may apply").application;
    let Applicant { name, email, .. } = applicant;
    let person = Some(Person { name, email });
    let detail = ApplicationDetail { application: Application { status, ..application }, person };
    Decidable { detail, version: 2 }
}

fn decided(seen: &Decidable, decision: Decision, admin_id: Uuid) -> Result<DecisionPlan, DecideError> {
    decide(seen, decision, None, Some("noted".into()), admin_id, &act(LATER))
}

#[test]
fn only_an_applicant_without_membership_or_pending_application_may_submit() {
    for roles in every_role_set() {
        for pending in [None, Some(Uuid::from_u128(9))] {
            // Listed in the order in which errors are reported.
            let expected = match (roles.has(Role::Member), roles.has(Role::Applicant), pending) {
                (true, _, _) => Err(SubmitError::AlreadyMember),
                (false, false, _) => Err(SubmitError::NotApplicant),
                (false, true, Some(_)) => Err(SubmitError::PendingExists),
                (false, true, None) => Ok(Status::Pending),
            };
            let result = submitted(&applicant(roles.clone(), pending));
            let status = result.map(|submission| submission.application.status);
            assert_eq!(status, expected, "{roles:?}, pending: {pending:?}");
        }
    }
}

#[test]
fn a_submission_returns_its_history_mail_and_audit_entry() {
    let applicant = applicant(Roles::from_iter([Role::Applicant]), None);
    let Submission { application, event, mails, audit, .. } =
        submitted(&applicant).expect("an accepted transition");
    assert_eq!((application.user_id, application.submitted_at), (TEACHER, NOW));
    assert_eq!((application.reviewed_at, application.decided_by, &application.note), (None, None, &None));
    assert_eq!((event.application_id, event.actor_id, event.at), (application.id, TEACHER, NOW));
    assert_eq!((event.from, event.to), (None, Status::Pending));
    let [mail] = mails.as_slice() else { panic!("one mail: {mails:?}") };
    assert_eq!(
        (mail.kind, &mail.to, &mail.name),
        (MailKind::ApplicationSubmitted, &applicant.email, &applicant.name)
    );
    assert_eq!((mail.token_id, mail.queued_at), (None, NOW));
    let [entry] = audit.as_slice() else { panic!("one entry: {audit:?}") };
    assert_eq!(
        (entry.action, entry.actor_id, entry.target_id),
        ("application.submitted", Some(TEACHER), application.id)
    );
    assert_eq!(entry.detail, [("status", "pending".to_owned())]);
}

#[test]
fn only_a_pending_application_of_another_user_can_be_decided() {
    for status in Status::ALL {
        for decision in [Decision::Approve, Decision::Reject] {
            for admin in [ADMIN, TEACHER] {
                // The order of the rules: the administrator's own application is refused with every status.
                let expected = match (admin == TEACHER, status) {
                    (true, _) => Err(DecideError::OwnApplication),
                    (false, Status::Pending) => Ok(decision.status()),
                    (false, Status::Approved | Status::Rejected) => Err(DecideError::AlreadyDecided(status)),
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
        let seen = under_review(status);
        assert_eq!(seen.version, 2);
        decide(&seen, Decision::Approve, version, None, admin_id, &act(LATER)).map(|_| ())
    };
    let table = [
        (None, Ok(())),
        (Some(2), Ok(())),
        (Some(0), Err(DecideError::VersionConflict)),
        (Some(1), Err(DecideError::VersionConflict)),
        (Some(3), Err(DecideError::VersionConflict)),
    ];
    for (version, expected) in table {
        assert_eq!(decided(Status::Pending, version, ADMIN), expected, "{version:?}");
        let known = Err(DecideError::AlreadyDecided(Status::Rejected));
        assert_eq!(decided(Status::Rejected, version, ADMIN), known, "{version:?}");
        let own = Err(DecideError::OwnApplication);
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
    }
}

#[test]
fn an_application_shows_the_chosen_photo_if_it_belongs_to_the_applicant() {
    let photos = [photo(31), photo(32)];
    let url = |index: usize| Some(photos[index].key.url());
    let table = [
        (None, Ok(None)),
        (Some(31), Ok(url(0))),
        (Some(32), Ok(url(1))),
        (Some(33), Err(SubmitError::UnknownHeadshot)),
    ];
    for (chosen, expected) in table {
        let role = Roles::from_iter([Role::Applicant]);
        let applicant = Applicant { headshots: photos.to_vec(), ..applicant(role, None) };
        let fields = ApplicationFields { headshot_id: chosen.map(Uuid::from_u128), ..fields() };
        let result = submit(&applicant, fields, &act(NOW));
        let shown = result.map(|submission| submission.application.headshot_url);
        assert_eq!(shown, expected, "{chosen:?}");
    }
}

#[test]
fn all_rows_of_a_transition_have_different_ids() {
    let applicant = applicant(Roles::from_iter([Role::Applicant]), None);
    let new = submitted(&applicant).expect("an accepted transition");
    let ids = BTreeSet::from([new.application.id, new.event.id, new.mails[0].id, new.audit[0].id]);
    assert_eq!(ids.len(), 4);
    let next =
        decided(&under_review(Status::Pending), Decision::Reject, ADMIN).expect("an accepted transition");
    assert_eq!(BTreeSet::from([next.event.id, next.mails[0].id, next.audit[0].id]).len(), 3);
}
