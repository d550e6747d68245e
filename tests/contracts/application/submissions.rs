//! `ApplicationStore::submit`, and how applications are read.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::applications::{
    ApplicationFields, Decision, OwnApplicationSort, OwnApplicationSummary, RawFields, Status, Submission,
    SubmitError, SubmitStep, submit,
};
use forum_domain::mail::{MailKind, MailState, OutgoingMail};
use forum_domain::shared::{Fault, InvalidCursor, Page, PersonName};
use forum_tests::builders::{NOON, act, fields, id, submit_step};
use forum_tests::stores::Stores;
use uuid::Uuid;

use crate::concurrently;
use crate::steps::{Recorder, Rendezvous};
use crate::walk::expect_walk;

const ANA: &str = "ana@example.org";

/// A step that returns the result of the rule, modified by `twist`.
pub(crate) fn twisted(fields: ApplicationFields, twist: fn(&mut Submission)) -> SubmitStep {
    Box::new(move |applicant| {
        let mut submission = submit(applicant, fields, &act(NOON))?;
        twist(&mut submission);
        Ok(submission)
    })
}

async fn own(stores: &Stores, user_id: Uuid) -> Vec<OwnApplicationSummary> {
    stores
        .applications
        .list_own(user_id, None, OwnApplicationSort::page(None, Page::default()))
        .await
        .expect("a result")
        .items
}

/// State, history, mail and audit entry are stored together.
#[tokio::test]
async fn a_submission_is_stored_with_its_history_mail_and_audit() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let application = stores.submitted(ana, NOON).await;
    assert_eq!((application.status, application.user_id), (Status::Pending, ana));

    let history = stores.history(application.id).await;
    assert_eq!(history.len(), 1);
    assert_eq!((history[0].from, history[0].to, history[0].actor_id), (None, Status::Pending, ana));
    let mails = stores.readback.mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!((mails[0].kind, mails[0].to.as_str()), (MailKind::ApplicationSubmitted, ANA));
    assert_eq!((mails[0].state, mails[0].attempts), (MailState::Queued, 0));
    assert_eq!(stores.readback.audit_actions().await, ["user.created", "application.submitted"]);
}

/// Every field is returned unchanged, with the applicant's profile.
#[tokio::test]
async fn an_application_round_trips() {
    let stores = &Stores::fresh().await;
    let mut raw = RawFields::example();
    raw.address_line2 = Some("Apartment 4, \"Élan\" — 日本".into());
    raw.subjects_taught = vec!["A,B".into(), "{\"c\"}".into(), "NULL".into(), "\\d".into()];
    let full = ApplicationFields::parse(&raw, NOON.date()).expect("a valid form");
    for (email, fields) in [(ANA, full), ("bo@example.org", fields())] {
        let user_id = stores.applicant(email).await;
        let step = twisted(fields, |_| {});
        let Ok(written) = stores.applications.submit(user_id, step).await else {
            panic!("an applicant can submit")
        };
        let read = stores.application(written.id).await;
        // Compared separately, because the debug output of the fields is intentionally empty.
        assert!(read.application.fields == written.fields, "the fields differ");
        assert_eq!(read.application, written);
        let person = read.person.expect("an account");
        assert_eq!(person.name, PersonName { first: "Ana".into(), last: "Li".into() });
        assert_eq!(person.email.as_str(), email);
    }
    assert_eq!(stores.applications.find(id()).await, Ok(None));
}

/// A mail that cannot be queued rolls back everything, including the mail before it.
#[tokio::test]
async fn a_failing_second_mail_rolls_back_a_submission() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let twins: [fn(&mut Submission); 2] = [
        |submission| submission.mails.push(submission.mails[0].clone()),
        |submission| submission.mails.push(OutgoingMail { id: id(), ..submission.mails[0].clone() }),
    ];
    for twin in twins {
        let failed = stores.applications.submit(ana, twisted(fields(), twin)).await;
        assert!(matches!(failed, Err(SubmitError::Fault(Fault::Bug(_)))), "{failed:?}");
        assert_eq!(stores.readback.mails().await, []);
        assert_eq!(own(stores, ana).await, []);
        assert_eq!(stores.readback.audit_actions().await, ["user.created"]);
    }
    stores.submitted(ana, NOON).await;
}

#[tokio::test]
async fn a_refused_submission_leaves_no_trace() {
    let stores = &Stores::fresh().await;
    for (email, role, refusal) in [
        ("bo@example.org", Role::Member, SubmitError::AlreadyMember),
        ("cy@example.org", Role::Partner, SubmitError::NotApplicant),
    ] {
        let user_id = stores.user(email, &[role]).await;
        let refused = stores.applications.submit(user_id, submit_step(NOON)).await;
        assert_eq!(refused, Err(refusal));
        assert_eq!(own(stores, user_id).await, []);
    }
    assert_eq!(stores.readback.mails().await, []);
    assert_eq!(stores.readback.audit_actions().await, ["user.created", "user.created"]);
}

/// The second one sees the first one's application, so the rule refuses it; no constraint is violated.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_second_of_two_submissions_is_refused() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let (meeting, pendings) = (Rendezvous::default(), Recorder::default());
    let results = concurrently((0..2).map(|_| {
        let (applications, recorder) = (Arc::clone(&stores.applications), pendings.clone());
        let step: SubmitStep = Box::new(move |applicant| {
            recorder.record(applicant.pending);
            submit_step(NOON)(applicant)
        });
        let step = meeting.before(step);
        async move { applications.submit(ana, step).await }
    }))
    .await;
    // Without the lock both would see none, and a unique index would refuse the loser.
    let pending = own(stores, ana).await[0].id;
    assert_eq!(pendings.take(), [None, Some(pending)]);
    assert!(results.contains(&Err(SubmitError::PendingExists)), "{results:?}");
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_concurrent_submissions_create_one_application_and_one_mail() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let results = concurrently((0..20).map(|_| {
        let applications = Arc::clone(&stores.applications);
        async move { applications.submit(ana, submit_step(NOON)).await }
    }))
    .await;
    let refused = Err(SubmitError::PendingExists);
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    assert_eq!(results.iter().filter(|result| **result == refused).count(), 19, "{results:?}");
    assert_eq!(own(stores, ana).await.len(), 1);
    assert_eq!(stores.readback.mails().await.len(), 1);
}

/// Ties are broken by id. The cursor belongs to the status.
#[tokio::test]
async fn a_walk_by_cursor_visits_each_own_application_once() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    for _ in 0..5 {
        let application = stores.submitted(ana, NOON).await;
        stores.decide(application.id, Decision::Reject, admin, NOON).await;
    }
    let status = Some(Status::Rejected);
    let request = |page| OwnApplicationSort::page(status, page);
    let list = |page| async move { stores.applications.list_own(ana, status, page).await.expect("a page") };
    expect_walk(request, list, |application| application.id).await;
    let cursor = list(request(Page { limit: 2, offset: 0 })).await.next_cursor.expect("a second page");
    assert_eq!(OwnApplicationSort::page(None, Page::default()).at(&cursor), Err(InvalidCursor));
}
