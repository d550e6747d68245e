//! Races of decisions, undone decisions, withdrawals and the mail worker on PostgreSQL. Afterwards all invariants hold, and
//! the mails about decisions are those about the decisions in force.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::application::undo::race;
use crate::application::withdrawals::withdraw_step;
use forum_domain::accounts::Role;
use forum_domain::applications::{DecideError, Decision, Status, UndoError};
use forum_domain::mail::MailKind;
use forum_domain::shared::Code;
use forum_tests::builders::{NOON, WINDOW, id, undo_step, undoable_step};
use forum_tests::postgres::PostgresDatabase;
use forum_tests::stores::Stores;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use uuid::Uuid;

const ROUNDS: usize = 1_000;
/// Rounds of races of three acts. Each kind takes about six seconds on two busy cores.
const ROUNDS_OF_THREE: usize = 500;
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
    match stores.applications.undo(application, admin, undo_step(admin, UNDONE)).await {
        Ok(_) | Err(UndoError::Expired | UndoError::NotFound) => {}
        Err(error) => panic!("{error}"),
    }
}

async fn decide(stores: Stores, application: Uuid, decision: Decision, admin: Uuid, at: OffsetDateTime) {
    match stores.applications.decide(application, admin, undoable_step(decision, admin, at)).await {
        Ok(_) | Err(DecideError::AlreadyDecided(_) | DecideError::NotFound) => {}
        Err(error) => panic!("{error}"),
    }
}

async fn withdraw(stores: Stores, application: Uuid, user_id: Uuid) {
    match stores.applications.withdraw(application, user_id, withdraw_step(user_id)).await {
        Ok(_) => {}
        Err(refusal) => assert_eq!(refusal.code, Code::ApplicationAlreadyDecided),
    }
}

/// Runs the acts at the same time, in each round another one first.
async fn at_once(round: usize, mut acts: [BoxFuture<'static, ()>; 3]) {
    acts.rotate_left(round % 3);
    acts.into_iter().collect::<JoinSet<_>>().join_all().await;
}

async fn outcome(stores: &Stores, application: Uuid) -> Option<Status> {
    stores.applications.find(application).await.expect("a result").map(|found| found.application.status)
}

/// Sends what is left. Each decision in force was mailed once, and no other one.
async fn finished(database: PostgresDatabase, stores: Stores, inbox: Inbox, outcomes: Outcomes) {
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
    database.assert_invariants().await;
    drop(stores);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn in_a_thousand_races_with_the_worker_no_undone_decision_is_mailed() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    let undone = race(&stores, ROUNDS).await;
    assert!(undone > 0 && undone < ROUNDS, "both outcomes occur: {undone}");
    database.assert_invariants().await;
    drop(stores);
}

/// Another administrator decides before, while or after the first decision is undone or mailed.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_decision_and_the_undoing_of_an_earlier_one_do_not_mix() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    let one = stores.admin().await;
    let two = stores.user("two@example.org", &[Role::Admin]).await;
    let (inbox, mut outcomes) = (Inbox::default(), Outcomes::new());
    for round in 0..ROUNDS_OF_THREE {
        let email = format!("ana{round}@example.org");
        let ana = stores.applicant(&email).await;
        let application = stores.submitted(ana, NOON).await.id;
        decide(stores.clone(), application, Decision::Approve, one, DECIDED).await;
        let second = decide(stores.clone(), application, Decision::Reject, two, UNDONE + Duration::SECOND);
        let undo = undo(stores.clone(), application, one);
        at_once(round, [undo.boxed(), second.boxed(), send(stores.clone(), inbox.clone(), DUE).boxed()])
            .await;
        outcomes.insert(email, outcome(&stores, application).await);
    }
    for status in [Status::Pending, Status::Approved, Status::Rejected] {
        assert!(outcomes.values().any(|outcome| *outcome == Some(status)), "{status:?} never occurs");
    }
    finished(database, stores, inbox, outcomes).await;
}

/// The applicant withdraws before, while or after the application is decided, and the decision is undone or mailed.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_withdrawal_and_a_decision_that_is_undone_do_not_mix() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    let admin = stores.admin().await;
    let (inbox, mut outcomes) = (Inbox::default(), Outcomes::new());
    for round in 0..ROUNDS_OF_THREE {
        let email = format!("ana{round}@example.org");
        let ana = stores.applicant(&email).await;
        let application = stores.submitted(ana, NOON).await.id;
        let (decider, undoer) = (stores.clone(), stores.clone());
        let decided = async move {
            decide(decider, application, Decision::Approve, admin, DECIDED).await;
            undo(undoer, application, admin).await;
        };
        let withdrawal = withdraw(stores.clone(), application, ana);
        at_once(
            round,
            [decided.boxed(), withdrawal.boxed(), send(stores.clone(), inbox.clone(), DUE).boxed()],
        )
        .await;
        outcomes.insert(email, outcome(&stores, application).await);
    }
    for status in [None, Some(Status::Pending)] {
        assert!(outcomes.values().any(|outcome| *outcome == status), "{status:?} never occurs");
    }
    finished(database, stores, inbox, outcomes).await;
}
