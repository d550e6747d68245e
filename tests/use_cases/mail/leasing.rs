//! The mail worker and its leases: several workers, slow mail hosts, workers that die, and a database that fails after
//! a mail was sent but before this is recorded.

use std::sync::Arc;

use forum_domain::mail::{Dispatched, MailDispatcher, MailState};
use forum_domain::shared::{Clock, Fault};
use forum_tests::faults::SlowSender;
use forum_tests::memory::{FixedClock, MemoryDatabase};
use futures_util::FutureExt;
use time::Duration;

use crate::world::{ANA, PASSWORD, World};

/// Longer than any mail host may take, and longer than an unrenewed lease.
const LONG: Duration = Duration::minutes(3);
const STEP: Duration = Duration::seconds(1);
/// The mail of a killed worker is sent again within this time. Together with the start of the next program, that is
/// half a minute.
const MAX_DELAY: Duration = Duration::seconds(25);

fn lost() -> Fault {
    Fault::Unavailable("connection lost".into())
}

/// A world with one mail to send and a mail host that needs `takes` to accept it.
async fn slow(takes: Duration) -> (World, Arc<SlowSender>, MemoryDatabase) {
    let (clock, database) = (Arc::new(FixedClock::default()), MemoryDatabase::new());
    let sender = Arc::new(SlowSender::new(Arc::clone(&clock), takes.unsigned_abs()));
    let world = World::with_sender_at(Arc::clone(&sender) as _, &clock, &database);
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    (world, sender, database)
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
    let (world, sender, _) = slow(LONG).await;
    let other = &world.other_dispatcher;
    let others = async {
        world.clock.has_sleeper().await;
        for _ in 1..LONG.whole_seconds() {
            finds_nothing(other);
            pass(&world.clock, STEP).await;
        }
        pass(&world.clock, STEP).await;
    };
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), others);
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    finds_nothing(other);
    assert_eq!(sender.taken().sent().len(), 1);
    assert_eq!(world.stores.readback.mails().await[0].attempts, 1);
}

#[tokio::test]
async fn an_outage_of_ten_seconds_loses_no_lease() {
    let (world, sender, database) = slow(LONG).await;
    let other = &world.other_dispatcher;
    let outage = async {
        world.clock.has_sleeper().await;
        for before in 0..5 {
            pass(&world.clock, Duration::seconds(10 + before)).await;
            database.go_down(lost());
            pass(&world.clock, Duration::seconds(10)).await;
            database.come_back();
            finds_nothing(other);
        }
        pass(&world.clock, LONG).await;
    };
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), outage);
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert_eq!(sender.taken().sent().len(), 1);
}

#[tokio::test]
async fn the_mail_of_a_killed_worker_is_sent_again_soon_with_the_same_message_id() {
    let (world, sender, _) = slow(LONG).await;
    dies_sending(&world.dispatcher, &world.clock, Duration::MINUTE).await;
    let next = &world.other_dispatcher;
    // The lease of the dead worker has not expired yet.
    finds_nothing(next);
    pass(&world.clock, MAX_DELAY).await;
    let (done, ()) = tokio::join!(next.dispatch(), pass(&world.clock, LONG));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    let ids: Vec<String> = sender.taken().sent().into_iter().map(|mail| mail.message_id).collect();
    assert_eq!(ids, [ids[0].as_str(), ids[0].as_str()]);
}

#[tokio::test]
async fn a_killed_worker_delays_only_the_mail_it_was_sending() {
    let (world, sender, _) = slow(LONG).await;
    for number in 0..3 {
        world.signs_up(&format!("p{number}@example.org"), PASSWORD).await.expect("a valid sign-up");
    }
    dies_sending(&world.dispatcher, &world.clock, STEP).await;
    let next = &world.other_dispatcher;
    for _ in 0..3 {
        dies_sending(next, &world.clock, STEP).await;
    }
    let mut to: Vec<String> = sender.taken().sent().into_iter().map(|mail| mail.to).collect();
    to.dedup();
    assert_eq!(to.len(), 4);
}

#[tokio::test]
async fn a_worker_learns_that_its_lease_was_taken_over() {
    let (world, _, _) = slow(LONG).await;
    let taken_over = async {
        world.clock.has_sleeper().await;
        // The worker was suspended, for example because the machine slept, so it did not renew its lease.
        world.clock.advance(MAX_DELAY);
        let now = world.clock.now();
        let (until, by) = (now + Duration::seconds(20), forum_tests::builders::id());
        world.stores.outbox.lease(now, until, by).await.expect("a working outbox").expect("an expired lease");
        world.clock.advance(LONG);
    };
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), taken_over);
    assert_eq!(done, Ok(Some(Dispatched::LeaseLost)));
}

#[tokio::test]
async fn if_recording_a_sent_mail_fails_the_recording_is_retried_and_not_the_mail() {
    let (world, sender, database) = slow(STEP).await;
    // Leasing the mail and checking its token succeed.
    database.fail_after(2, lost());
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), pass(&world.clock, Duration::seconds(5)));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert_eq!(world.stores.readback.mails().await[0].state, MailState::Sent);
    assert_eq!(sender.taken().sent().len(), 1);
}

#[tokio::test]
async fn a_database_that_stays_down_is_eventually_reported() {
    let (world, _, database) = slow(STEP).await;
    let outage = async {
        world.clock.has_sleeper().await;
        database.go_down(lost());
        pass(&world.clock, Duration::MINUTE).await;
    };
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), outage);
    assert_eq!(done, Err(lost()));
}

#[tokio::test]
async fn a_mail_that_was_not_attempted_is_released_immediately() {
    let (world, sender, database) = slow(STEP).await;
    database.fail_after(1, lost());
    assert_eq!(world.dispatcher.dispatch().await, Err(lost()));
    assert_eq!(sender.taken().sent(), []);
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), pass(&world.clock, STEP));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert_eq!(world.stores.readback.mails().await[0].attempts, 1);
}

#[tokio::test]
async fn a_mail_that_cannot_be_prepared_does_not_delay_the_others() {
    let (world, sender, database) = slow(STEP).await;
    world.signs_up("bo@example.org", PASSWORD).await.expect("a valid sign-up");
    database.fail_after(1, Fault::Bug("a row that cannot be read".into()));
    assert_eq!(world.dispatcher.dispatch().await, Ok(Some(Dispatched::Deferred)));
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), pass(&world.clock, STEP));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert_eq!(sender.taken().sent()[0].to, "bo@example.org");
}
