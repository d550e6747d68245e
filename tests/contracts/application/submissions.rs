//! `ApplicationStore::submit`, and how applications are read.

use std::sync::Arc;

use forum_domain::applications::{
    Applicant, ApplicationFields, Decision, Field, OwnApplicationSort, OwnApplicationSummary, RawFields,
    Status, Submission,
};
use forum_domain::mail::{MailKind, MailState, OutgoingMail};
use forum_domain::shared::{Code, Page, PersonName, Step};
use forum_tests::builders::{NOON, fields, id, submit_step};
use forum_tests::stores::Stores;
use uuid::Uuid;

use crate::concurrently;
use crate::steps::{Recorder, Rendezvous};
use crate::walk::expect_walk;

const ANA: &str = "ana@example.org";

async fn own(stores: &Stores, user_id: Uuid) -> Vec<OwnApplicationSummary> {
    stores
        .applications
        .list_own(user_id, None, OwnApplicationSort::page(None, Page::default()))
        .await
        .expect("a result")
        .items
}

/// Every answer is returned unchanged, with the applicant's profile.
#[tokio::test]
async fn a_submission_is_stored_with_its_answers_history_mail_and_audit() {
    let stores = &Stores::fresh().await;
    let odd = ["A,B", "{\"c\"}", "NULL", "\\d"].map(str::to_owned).to_vec();
    let raw = RawFields::example()
        .with(&Field::ADDRESS_LINE2, "Apartment 4, \"Élan\" — 日本")
        .with(&Field::SUBJECTS, odd);
    let full = ApplicationFields::parse(&raw, NOON.date()).expect("a valid form");
    for (email, fields) in [(ANA, full), ("bo@example.org", fields())] {
        let user_id = stores.applicant(email).await;
        let written = stores.applied(user_id, fields.clone(), NOON).await;
        let read = stores.application(written.id).await;
        assert_eq!(read.application, written);
        // Compared separately, because the debug output of the fields is intentionally empty.
        assert!(read.application.fields == fields, "the fields differ");
        let person = read.person.expect("an account");
        assert_eq!(person.name, PersonName { first: "Ana".into(), last: "Li".into() });
        assert_eq!(person.email.as_str(), email);
        let history = stores.history(written.id).await;
        assert_eq!(history.len(), 1);
        assert_eq!((history[0].from, history[0].to, history[0].actor_id), (None, Status::Pending, user_id));
        let mails = stores.readback.mails().await;
        let mail = mails.iter().find(|mail| mail.to.as_str() == email).expect("a mail");
        assert_eq!(
            (mail.kind, mail.state, mail.attempts),
            (MailKind::ApplicationSubmitted, MailState::Queued, 0)
        );
        let actions = stores.readback.audit_actions().await;
        assert_eq!(actions.last().map(String::as_str), Some("application.submitted"));
    }
    assert_eq!(stores.review.read(id()).await, Ok(None));
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
        let step: Step<Applicant, Submission> = Box::new(move |applicant| {
            let mut submission = submit_step(NOON)(applicant)?;
            twin(&mut submission);
            Ok(submission)
        });
        let failed = stores.applications.submit(ana, step).await.map_err(|refusal| refusal.code);
        assert_eq!(failed, Err(Code::InternalError));
        assert_eq!(stores.readback.mails().await, []);
        assert_eq!(own(stores, ana).await, []);
        assert_eq!(stores.readback.audit_actions().await, ["user.created"]);
    }
    stores.submitted(ana, NOON).await;
}

/// The second one sees the first one's application, so the rule refuses it; no constraint is violated.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_second_of_two_submissions_is_refused() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
    let (meeting, pendings) = (Rendezvous::default(), Recorder::default());
    let results = concurrently((0..2).map(|_| {
        let (applications, recorder) = (Arc::clone(&stores.applications), pendings.clone());
        let step: Step<Applicant, Submission> = Box::new(move |applicant| {
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
    assert!(results.contains(&Err(Code::ApplicationPendingExists.into())), "{results:?}");
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    assert_eq!(stores.readback.mails().await.len(), 1);
}

/// Ties are broken by id. The cursor belongs to the status.
#[tokio::test]
async fn a_walk_by_cursor_visits_each_own_application_once() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant(ANA).await;
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
    let all = OwnApplicationSort::page(None, Page::default()).at(&cursor);
    assert_eq!(all.map(drop).map_err(|refusal| refusal.code), Err(Code::InvalidCursor));
}
