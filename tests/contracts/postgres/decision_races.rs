//! Races of decisions, undone decisions, withdrawals and the mail worker. Afterwards all invariants hold, and the mails about
//! decisions are those about the decisions in force.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::application::withdrawals::withdraw_step;
use forum_domain::accounts::Role;
use forum_domain::applications::{Decision, Status};
use forum_domain::mail::MailKind;
use forum_domain::shared::Code;
use forum_tests::builders::{NOON, WINDOW, id, undo_step, undoable_step};
use forum_tests::stores::Stores;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use uuid::Uuid;

/// Each test takes about six seconds on two busy cores.
const ROUNDS: usize = 500;
/// In the first rounds, the acts happen one after the other in each order, so that every outcome occurs.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const DECIDED: OffsetDateTime = NOON.saturating_add(Duration::minutes(30));
const UNDONE: OffsetDateTime = DECIDED.saturating_add(Duration::SECOND);
/// The clock of the worker is ahead, so that it sends the mail while the decision can still be undone.
const DUE: OffsetDateTime = DECIDED.saturating_add(WINDOW);

/// The status of each applicant's application; `None` if it was withdrawn.
type Outcomes = BTreeMap<String, Option<Status>>;

/// The mails that arrived: recipient and kind.
type Inbox = Arc<Mutex<Vec<(String, MailKind)>>>;

async fn send(stores: Stores, inbox: Inbox, now: OffsetDateTime) {
    let lease = || stores.outbox.lease(now, now + Duration::MINUTE, id());
    while let Some(entry) = lease().await.expect("a lease") {
        let mail = &entry.mail;
        inbox.lock().expect("the inbox").push((mail.to.as_str().to_owned(), mail.kind));
        stores.mark_sent(mail.id, entry.lease, now).await;
    }
}

async fn undo(stores: Stores, application: Uuid, admin: Uuid) {
    let undone = stores.review.undo(application, admin, undo_step(admin, UNDONE)).await;
    let refused = undone.err().map(|refused| refused.code);
    assert!(matches!(refused, None | Some(Code::UndoExpired | Code::NotFound)), "{refused:?}");
}

async fn decide(stores: Stores, application: Uuid, decision: Decision, admin: Uuid, at: OffsetDateTime) {
    let decided = stores.review.decide(application, admin, undoable_step(decision, admin, at)).await;
    let refused = decided.err().map(|refused| refused.code);
    assert!(matches!(refused, None | Some(Code::ApplicationAlreadyDecided | Code::NotFound)), "{refused:?}");
}

async fn withdraw(stores: Stores, application: Uuid, user_id: Uuid) {
    match stores.applications.withdraw(application, user_id, withdraw_step(user_id)).await {
        Ok(_) => {}
        Err(refusal) => assert_eq!(refusal.code, Code::ApplicationAlreadyDecided),
    }
}

/// Runs the acts in one of the orders, and in later rounds at the same time.
async fn run(round: usize, acts: [BoxFuture<'static, ()>; 3]) {
    let mut acts = acts.map(Some);
    match ORDERS.get(round) {
        Some(order) => {
            for act in order.map(|number| acts[number].take()).into_iter().flatten() {
                act.await;
            }
        }
        None => {
            acts.rotate_left(round % 3);
            acts.into_iter().flatten().collect::<JoinSet<_>>().join_all().await;
        }
    }
}

async fn outcome(stores: &Stores, application: Uuid) -> Option<Status> {
    stores.review.read(application).await.expect("a result").map(|(found, _)| found.application.status)
}

/// Sends what is left. Each decision in force was mailed once, and no other one.
async fn finished(stores: Stores, inbox: Inbox, outcomes: Outcomes) {
    send(stores.clone(), inbox.clone(), NOON + Duration::DAY).await;
    let mut mails = BTreeMap::<String, Vec<MailKind>>::new();
    for (to, kind) in inbox.lock().expect("the inbox").drain(..) {
        if kind != MailKind::ApplicationSubmitted {
            mails.entry(to).or_default().push(kind);
        }
    }
    for (email, status) in &outcomes {
        let expected = match status {
            None | Some(Status::Pending) => None,
            Some(Status::Approved) => Some(vec![MailKind::ApplicationApproved]),
            Some(Status::Rejected) => Some(vec![MailKind::ApplicationRejected]),
        };
        assert_eq!(mails.get(email), expected.as_ref(), "{email}: {status:?}");
    }
}

/// The worker has the mail, or the decision is undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_undone_decision_is_not_mailed() {
    let stores = Stores::checked().await;
    let admin = stores.admin().await;
    let (inbox, mut outcomes) = (Inbox::default(), Outcomes::new());
    for round in 0..ROUNDS {
        let email = format!("ana{round}@example.org");
        let ana = stores.applicant(&email).await;
        let application = stores.submitted(ana, NOON).await.id;
        decide(stores.clone(), application, Decision::Approve, admin, DECIDED).await;
        let undo = undo(stores.clone(), application, admin);
        let worker = || send(stores.clone(), inbox.clone(), DUE).boxed();
        run(round, [undo.boxed(), worker(), worker()]).await;
        outcomes.insert(email, outcome(&stores, application).await);
    }
    for status in [Status::Pending, Status::Approved] {
        assert!(outcomes.values().any(|outcome| *outcome == Some(status)), "{status:?} never occurs");
    }
    finished(stores, inbox, outcomes).await;
}

/// Another administrator decides before, while or after the first decision is undone or mailed.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_decision_and_the_undoing_of_an_earlier_one_do_not_mix() {
    let stores = Stores::checked().await;
    let one = stores.admin().await;
    let two = stores.user("two@example.org", &[Role::Admin]).await;
    let (inbox, mut outcomes) = (Inbox::default(), Outcomes::new());
    for round in 0..ROUNDS {
        let email = format!("ana{round}@example.org");
        let ana = stores.applicant(&email).await;
        let application = stores.submitted(ana, NOON).await.id;
        decide(stores.clone(), application, Decision::Approve, one, DECIDED).await;
        let second = decide(stores.clone(), application, Decision::Reject, two, UNDONE + Duration::SECOND);
        let undo = undo(stores.clone(), application, one);
        run(round, [undo.boxed(), second.boxed(), send(stores.clone(), inbox.clone(), DUE).boxed()]).await;
        outcomes.insert(email, outcome(&stores, application).await);
    }
    for status in [Status::Pending, Status::Approved, Status::Rejected] {
        assert!(outcomes.values().any(|outcome| *outcome == Some(status)), "{status:?} never occurs");
    }
    finished(stores, inbox, outcomes).await;
}

/// The applicant withdraws before, while or after the application is decided, and the decision is undone or mailed.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_withdrawal_and_a_decision_that_is_undone_do_not_mix() {
    let stores = Stores::checked().await;
    let admin = stores.admin().await;
    let (inbox, mut outcomes) = (Inbox::default(), Outcomes::new());
    for round in 0..ROUNDS {
        let email = format!("ana{round}@example.org");
        let ana = stores.applicant(&email).await;
        let application = stores.submitted(ana, NOON).await.id;
        let (decider, undoer) = (stores.clone(), stores.clone());
        let withdrawal = withdraw(stores.clone(), application, ana);
        let sending = send(stores.clone(), inbox.clone(), DUE);
        if round < ORDERS.len() {
            let decided = decide(decider, application, Decision::Approve, admin, DECIDED);
            run(round, [decided.boxed(), withdrawal.boxed(), undo(undoer, application, admin).boxed()]).await;
            sending.await;
        } else {
            let decided = async move {
                decide(decider, application, Decision::Approve, admin, DECIDED).await;
                undo(undoer, application, admin).await;
            };
            run(round, [decided.boxed(), withdrawal.boxed(), sending.boxed()]).await;
        }
        outcomes.insert(email, outcome(&stores, application).await);
    }
    for status in [None, Some(Status::Pending)] {
        assert!(outcomes.values().any(|outcome| *outcome == status), "{status:?} never occurs");
    }
    finished(stores, inbox, outcomes).await;
}
