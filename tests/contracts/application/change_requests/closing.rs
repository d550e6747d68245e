//! What ends a request, and what happens to its mail then.

use std::sync::Arc;

use forum_domain::accounts::Role;
use forum_domain::applications::{
    ChangeAct, ChangeActor, ChangeRequest, Decision, Field, RequestOutcome, reminder,
};
use forum_domain::mail::{MailKind, RequestState};
use forum_domain::shared::Code;
use forum_tests::builders::{NOON, WINDOW, act, id, undo_step, undoable_step};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};

use super::super::withdrawals::withdraw_step;
use super::{LATER, MESSAGE, edited, kinds, open, requested, rows, taking_back, versions};
use crate::concurrently;
use crate::mail::outbox::lease;

/// A leased mail may be on its way, so it stays.
#[tokio::test]
async fn closing_a_request_removes_its_mail_while_it_is_queued() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let (first, second) = (stores.submitted(ana, NOON).await, stores.submitted(bo, NOON).await);
    let of_second = requested(stores, second.id, admin).await;
    lease(stores, 10, NOON).await;
    let of_first = requested(stores, first.id, admin).await;
    let (submitted, asked) = (MailKind::ApplicationSubmitted, MailKind::ChangesRequested);
    assert_eq!(kinds(stores).await, [submitted, submitted, asked, asked]);
    for (application, request) in [(&first, of_first), (&second, of_second)] {
        let step = taking_back(admin, request.id);
        let actor = ChangeActor::Administrator(admin);
        let (_, closed) = stores.change_requests.change(application.id, actor, step).await.expect("an end");
        assert_eq!(closed.closed, Some((LATER, RequestOutcome::TakenBack)));
        assert_eq!(open(stores, application.id).await, None);
        let step = taking_back(admin, request.id);
        let again = stores.change_requests.change(application.id, actor, step).await;
        assert_eq!(again.map(|_| ()), Err(Code::NotFound.into()));
    }
    assert_eq!(kinds(stores).await, [submitted, submitted, asked]);
    let act = stores.history(first.id).await.pop().expect("an event").change;
    assert_eq!(act, Some(ChangeAct::TakenBack));
    requested(stores, first.id, admin).await;
    assert_eq!(kinds(stores).await, [submitted, submitted, asked, asked]);
}

/// The mail of an earlier request with the same message stays behind if a worker holds it.
#[tokio::test]
async fn only_the_mail_of_the_open_request_is_about_one() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    let request = requested(stores, application.id, admin).await;
    let mail = lease(stores, 10, NOON).await.pop().expect("the mail of the request").mail;
    assert_eq!((mail.kind, mail.id), (MailKind::ChangesRequested, request.id));
    let state = async |id| stores.outbox.request_state(id).await.expect("a result");
    assert_eq!(state(mail.id).await, RequestState::Open);
    let step = undoable_step(Decision::Approve, admin, LATER);
    stores.review.decide(application.id, admin, step).await.expect("a pending application");
    assert_eq!(state(mail.id).await, RequestState::Decided(LATER));
    let at = LATER + Duration::SECOND;
    stores.review.undo(application.id, admin, undo_step(admin, at)).await.expect("in time");
    assert_eq!(state(mail.id).await, RequestState::Open);
    let step = taking_back(admin, request.id);
    let actor = ChangeActor::Administrator(admin);
    stores.change_requests.change(application.id, actor, step).await.expect("an end");
    let second = requested(stores, application.id, admin).await;
    assert_eq!((state(mail.id).await, state(second.id).await), (RequestState::Ended, RequestState::Open));
    assert_eq!(state(id()).await, RequestState::Ended);
}

/// Undoing the decision opens the request again, so its mail must not be dropped before.
#[tokio::test]
async fn the_mail_about_a_request_waits_until_a_decision_is_final() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    lease(stores, 10, NOON).await;
    requested(stores, application.id, admin).await;
    let step = undoable_step(Decision::Approve, admin, LATER);
    stores.review.decide(application.id, admin, step).await.expect("a pending application");
    let leases_it = async |at| {
        let leased = lease(stores, 10, at).await;
        leased.iter().any(|entry| entry.mail.kind == MailKind::ChangesRequested)
    };
    assert!(!leases_it(LATER).await);
    assert!(leases_it(LATER + WINDOW).await);
}

/// Whatever happened to it since.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_unanswered_request_is_reminded_of_once() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let (first, second) = (stores.submitted(ana, NOON).await, stores.submitted(bo, NOON).await);
    let request = requested(stores, first.id, admin).await;
    let week = NOON + ChangeRequest::REMINDED_AFTER;
    let remind = async |at: OffsetDateTime| {
        let step = Box::new(move |request: &_, person: &_| reminder(request, person, &act(at)));
        stores.change_requests.remind(at - ChangeRequest::REMINDED_AFTER, step).await.expect("a result")
    };
    let take_back = async |application, request| {
        let (step, actor) = (taking_back(admin, request), ChangeActor::Administrator(admin));
        stores.change_requests.change(application, actor, step).await.expect("an end");
    };
    assert!(!remind(week - Duration::SECOND).await);
    assert!(remind(week).await);
    let mail = stores.readback.mails().await.pop().expect("a reminder");
    assert_eq!((mail.kind, mail.to.as_str()), (MailKind::ChangesReminder, "ana@example.org"));
    assert_eq!(mail.items, [MESSAGE, Field::CITY.label]);
    assert_eq!(stores.outbox.request_state(mail.id).await, Ok(RequestState::Open));
    assert!(!remind(week).await);

    // A decision that is undone opens the request again.
    let step = undoable_step(Decision::Approve, admin, week);
    stores.review.decide(first.id, admin, step).await.expect("a pending application");
    assert_eq!(stores.outbox.request_state(mail.id).await, Ok(RequestState::Decided(week)));
    let at = week + Duration::SECOND;
    stores.review.undo(first.id, admin, undo_step(admin, at)).await.expect("in time");
    assert!(!remind(week + Duration::WEEK).await);

    // The end of a request removes its queued reminder, and a request that has ended gets none.
    take_back(first.id, request.id).await;
    assert!(!kinds(stores).await.contains(&MailKind::ChangesReminder));
    take_back(second.id, requested(stores, second.id, admin).await.id).await;
    assert!(!remind(week + Duration::WEEK).await);
    requested(stores, second.id, admin).await;
    let step = || Box::new(|request: &_, person: &_| reminder(request, person, &act(LATER)));
    let processes = (0..4).map(|_| Arc::clone(&stores.change_requests));
    concurrently(processes.map(|changes| async move { changes.remind(NOON, step()).await })).await;
    let reminders = kinds(stores).await.into_iter().filter(|kind| *kind == MailKind::ChangesReminder);
    assert_eq!(reminders.count(), 1);
}

#[tokio::test]
async fn a_withdrawal_deletes_the_requests_and_the_versions() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    for (version, city) in (1..).zip(["Tampa", "Ocala"]) {
        requested(stores, application.id, admin).await;
        // The first mail is sent, and a worker holds the second one.
        for entry in lease(stores, 10, NOON).await.into_iter().filter(|_| version == 1) {
            stores.mark_sent(entry.mail.id, entry.lease, NOON).await;
        }
        edited(stores, &application, version, city).await;
    }
    requested(stores, application.id, admin).await;
    assert_eq!((rows(stores).await, kinds(stores).await.len()), ((3, 2), 4));
    let step = withdraw_step(ana);
    stores.applications.withdraw(application.id, ana, step).await.expect("a withdrawal");
    let asked = MailKind::ChangesRequested;
    let left = vec![MailKind::ApplicationSubmitted, asked, asked];
    assert_eq!((rows(stores).await, kinds(stores).await), ((0, 0), left));
    let messages = stores.readback.mails().await.into_iter().flat_map(|mail| mail.items);
    assert_eq!(messages.collect::<Vec<_>>(), Vec::<String>::new());
}

/// They are about the applicant, like the notes. The deletion of the administrator only removes the name.
#[tokio::test]
async fn the_account_of_the_applicant_takes_the_requests_and_versions_along() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let other = stores.user("other@example.org", &[Role::Admin]).await;
    let (pending, decided) = (stores.submitted(ana, NOON).await, stores.submitted(bo, NOON).await);
    for application in [&pending, &decided] {
        requested(stores, application.id, other).await;
        edited(stores, application, 1, "Tampa").await;
    }
    stores.decide(decided.id, Decision::Reject, admin, LATER).await;
    stores.delete_account(other).await;
    let kept = versions(stores, decided.id).await.pop().expect("a version").request;
    assert_eq!((kept.requester, kept.request.requested_by), (None, other));
    for (user, left) in [(ana, (1, 1)), (bo, (0, 0))] {
        stores.delete_account(user).await;
        assert_eq!(rows(stores).await, left);
    }
}
