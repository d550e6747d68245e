//! The mail worker and its leases: several workers, slow mail hosts, workers that die, and a database that fails after
//! a mail was sent but before this is recorded.

use std::sync::Arc;

use forum_domain::mail::{Dispatched, MailDispatcher, MailKind, OutboxStore};
use forum_domain::shared::{Clock, Fault};
use forum_tests::builders::{id, mail, new_user};
use forum_tests::faults::SlowSender;
use forum_tests::harness::Ports;
use forum_tests::memory::{FixedClock, MemoryOutbox};
use forum_tests::stores::Stores;
use futures_util::FutureExt;
use time::Duration;

use crate::world::{ANA, PASSWORD, World};

/// Longer than any mail host may take, and longer than an unrenewed lease.
const LONG: Duration = Duration::minutes(3);
const STEP: Duration = Duration::seconds(1);
/// The mail of a killed worker is sent again within this time. Together with the start of the next program, that is
/// half a minute.
const MAX_DELAY: Duration = Duration::seconds(25);

/// Two workers on one outbox, as in two processes.
struct Workers {
    outbox: Arc<MemoryOutbox>,
    clock: Arc<FixedClock>,
    sender: Arc<SlowSender>,
    one: Arc<MailDispatcher>,
    other: Arc<MailDispatcher>,
}

impl Workers {
    /// With one mail to send and a mail host that needs `takes` to accept it.
    fn new(takes: Duration) -> Self {
        let (outbox, clock) = (Arc::<MemoryOutbox>::default(), Arc::<FixedClock>::default());
        let sender = Arc::new(SlowSender::new(Arc::clone(&clock), takes.unsigned_abs()));
        let ports = Ports::on(Stores::unreachable()).with(|program| {
            program.outbox = outbox.clone();
            program.sender = sender.clone();
            program.clock = clock.clone();
            program.timer = clock.clone();
        });
        let [one, other] = [(); 2].map(|()| ports.use_cases().dispatcher);
        let workers = Self { outbox, clock, sender, one, other };
        workers.queue(ANA);
        workers
    }

    fn queue(&self, to: &str) {
        self.outbox.add(mail(MailKind::AccountExists, to, self.clock.now()));
    }
}

/// Lets `time` pass in small steps.
async fn pass(clock: &FixedClock, time: Duration) {
    let end = clock.now() + time;
    while clock.now() < end {
        clock.advance(STEP);
        clock.is_caught_up().await;
    }
}

/// Starts sending, and dies after `time`.
async fn dies_sending(dispatcher: &MailDispatcher, clock: &FixedClock, time: Duration) {
    tokio::select! {
        biased;
        done = dispatcher.dispatch() => panic!("the host answered early: {done:?}"),
        () = pass(clock, time) => {}
    }
}

/// Expects that the worker finds no mail. If it found one, it would wait for the mail host.
fn finds_nothing(dispatcher: &MailDispatcher) {
    assert_eq!(dispatcher.dispatch().now_or_never(), Some(Ok(None)), "a mail that another worker is sending");
}

#[tokio::test]
async fn a_mail_being_sent_is_never_leased_to_another_worker() {
    let workers = Workers::new(LONG);
    let other = &workers.other;
    let others = async {
        workers.clock.has_sleeper().await;
        for _ in 1..LONG.whole_seconds() {
            finds_nothing(other);
            pass(&workers.clock, STEP).await;
        }
        pass(&workers.clock, STEP).await;
    };
    let (done, ()) = tokio::join!(workers.one.dispatch(), others);
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    finds_nothing(other);
    assert_eq!(workers.sender.taken().sent().len(), 1);
    assert_eq!(workers.outbox.rows()[0].attempts, 1);
}

#[tokio::test]
async fn an_outage_of_ten_seconds_loses_no_lease() {
    let workers = Workers::new(LONG);
    let other = &workers.other;
    let outage = async {
        workers.clock.has_sleeper().await;
        for before in 0..5 {
            pass(&workers.clock, Duration::seconds(10 + before)).await;
            workers.outbox.fail(0..usize::MAX);
            pass(&workers.clock, Duration::seconds(10)).await;
            workers.outbox.fail(0..0);
            finds_nothing(other);
        }
        pass(&workers.clock, LONG).await;
    };
    let (done, ()) = tokio::join!(workers.one.dispatch(), outage);
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert_eq!(workers.sender.taken().sent().len(), 1);
}

#[tokio::test]
async fn the_mail_of_a_killed_worker_is_sent_again_soon_with_the_same_message_id() {
    let workers = Workers::new(LONG);
    dies_sending(&workers.one, &workers.clock, Duration::MINUTE).await;
    let next = &workers.other;
    // The lease of the dead worker has not expired yet.
    finds_nothing(next);
    pass(&workers.clock, MAX_DELAY).await;
    let (done, ()) = tokio::join!(next.dispatch(), pass(&workers.clock, LONG));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    let ids: Vec<String> = workers.sender.taken().sent().into_iter().map(|mail| mail.message_id).collect();
    assert_eq!(ids, [ids[0].as_str(), ids[0].as_str()]);
}

#[tokio::test]
async fn a_killed_worker_delays_only_the_mail_it_was_sending() {
    let workers = Workers::new(LONG);
    for number in 0..3 {
        workers.queue(&format!("p{number}@example.org"));
    }
    dies_sending(&workers.one, &workers.clock, STEP).await;
    let next = &workers.other;
    for _ in 0..3 {
        dies_sending(next, &workers.clock, STEP).await;
    }
    let mut to: Vec<String> = workers.sender.taken().sent().into_iter().map(|mail| mail.to).collect();
    to.dedup();
    assert_eq!(to.len(), 4);
}

#[tokio::test]
async fn a_worker_learns_that_its_lease_was_taken_over() {
    let workers = Workers::new(LONG);
    let taken_over = async {
        workers.clock.has_sleeper().await;
        // The worker was suspended, for example because the machine slept, so it did not renew its lease.
        workers.clock.advance(MAX_DELAY);
        let now = workers.clock.now();
        let (until, by) = (now + Duration::seconds(20), id());
        workers.outbox.lease(now, until, by).await.expect("a working outbox").expect("an expired lease");
        workers.clock.advance(LONG);
    };
    let (done, ()) = tokio::join!(workers.one.dispatch(), taken_over);
    assert_eq!(done, Ok(Some(Dispatched::LeaseLost)));
}

#[tokio::test]
async fn if_recording_a_sent_mail_fails_the_recording_is_retried_and_not_the_mail() {
    let workers = Workers::new(STEP);
    // Leasing the mail succeeds.
    workers.outbox.fail(1..2);
    let (done, ()) = tokio::join!(workers.one.dispatch(), pass(&workers.clock, Duration::seconds(5)));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert!(workers.outbox.rows()[0].sent_at.is_some());
    assert_eq!(workers.sender.taken().sent().len(), 1);
}

#[tokio::test]
async fn a_database_that_stays_down_is_eventually_reported() {
    let workers = Workers::new(STEP);
    let outage = async {
        workers.clock.has_sleeper().await;
        workers.outbox.fail(0..usize::MAX);
        pass(&workers.clock, Duration::MINUTE).await;
    };
    let (done, ()) = tokio::join!(workers.one.dispatch(), outage);
    assert_eq!(done, Err(Fault::Unavailable("connection lost".into())));
}

#[tokio::test]
async fn a_mail_that_was_not_attempted_is_released_immediately() {
    let workers = Workers::new(STEP);
    let (done, ()) = tokio::join!(workers.one.dispatch(), pass(&workers.clock, STEP));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    // Its token cannot be read, because the other tables are unreachable.
    let mut linked = mail(MailKind::VerifyEmail, "bo@example.org", workers.clock.now());
    linked.token_id = Some(id());
    workers.outbox.add(linked);
    let refused = workers.one.dispatch().await;
    assert!(matches!(refused, Err(Fault::Unavailable(_))), "{refused:?}");
    assert_eq!(workers.sender.taken().sent().len(), 1);
    assert_eq!(workers.outbox.rows()[1].attempts, 0);
    assert!(workers.other.lease().await.expect("a working outbox").is_some());
}

#[tokio::test]
async fn a_mail_that_cannot_be_prepared_does_not_delay_the_others() {
    let world = World::new().await;
    world.stores.create_user(new_user("bo@example.org", &[])).await;
    for email in [ANA, "bo@example.org"] {
        world.signs_up(email, PASSWORD).await.expect("a valid sign-up");
    }
    // Bo's mail has no link.
    let database = world.stores.database.as_ref().expect("it is on PostgreSQL");
    let away = sqlx::query("alter table one_time_tokens rename to away");
    away.execute(database.pool()).await.expect("a lost table");
    assert_eq!(world.dispatcher.dispatch().await, Ok(Some(Dispatched::Deferred)));
    assert_eq!(world.dispatcher.dispatch().await, Ok(Some(Dispatched::Sent)));
    assert_eq!(world.inbox.sent()[0].to, "bo@example.org");
}
