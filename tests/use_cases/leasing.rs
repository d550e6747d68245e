//! The mail worker and its leases: several workers, slow mail hosts, workers that die, and a database that fails between
//! the sending of a mail and the note that it was sent.

use std::sync::Arc;

use forum_domain::mail::{Dispatched, MailDispatcher};
use forum_domain::shared::{Clock, Fault};
use forum_tests::contract::OutboxState;
use forum_tests::faults::SlowSender;
use forum_tests::memory::FixedClock;
use time::Duration;

use crate::world::{ANA, PASSWORD, World};

/// Longer than any mail host may take, and longer than a lease that is not renewed.
const LONG: Duration = Duration::minutes(3);
const STEP: Duration = Duration::seconds(1);
/// A mail that a killed worker had in hand leaves again within this: with the start of the next program, half a minute.
const HELD_UP_AT_MOST: Duration = Duration::seconds(25);

fn lost() -> Fault {
    Fault::Unavailable("connection lost".into())
}

/// A world with one mail to send, over a host that takes `takes` for it.
async fn slow(takes: Duration) -> (World, Arc<SlowSender>) {
    let clock = Arc::new(FixedClock::default());
    let sender = Arc::new(SlowSender::new(Arc::clone(&clock), takes.unsigned_abs()));
    let world = World::with_sender_at(Arc::clone(&sender) as _, clock);
    world.signs_up(ANA, PASSWORD).await.expect("a good sign-up");
    (world, sender)
}

/// Lets every task do what it can at this moment.
async fn settle() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

/// Lets `time` go by, in small steps.
async fn pass(clock: &FixedClock, time: Duration) {
    let end = clock.now() + time;
    while clock.now() < end {
        clock.advance(STEP);
        settle().await;
    }
}

/// Begins to send, and dies after `time`.
async fn dies_sending(dispatcher: &MailDispatcher, clock: &FixedClock, time: Duration) {
    tokio::select! {
        biased;
        done = dispatcher.dispatch() => panic!("the host takes longer: {done:?}"),
        () = pass(clock, time) => {}
    }
}

/// The worker is given no mail. One that is would wait for its host, and the test with it; it fails here instead.
async fn finds_nothing(dispatcher: &MailDispatcher) {
    tokio::select! {
        biased;
        done = dispatcher.dispatch() => assert_eq!(done, Ok(None)),
        () = settle() => panic!("a mail that another worker has in hand was leased again"),
    }
}

#[tokio::test]
async fn a_mail_that_is_being_sent_is_given_to_no_other_worker_however_long_it_takes() {
    let (world, sender) = slow(LONG).await;
    let other = &world.other_dispatcher;
    let others = async {
        settle().await;
        for _ in 1..LONG.whole_seconds() {
            finds_nothing(other).await;
            pass(&world.clock, STEP).await;
        }
        pass(&world.clock, STEP).await;
    };
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), others);
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    finds_nothing(other).await;
    assert_eq!(sender.taken().sent().len(), 1);
    assert_eq!(world.stores.readback.mails().await[0].attempts, 1);
}

#[tokio::test]
async fn a_database_that_is_away_for_ten_seconds_costs_no_lease() {
    let (world, sender) = slow(LONG).await;
    let other = &world.other_dispatcher;
    let outage = async {
        settle().await;
        for before in 0..5 {
            pass(&world.clock, Duration::seconds(10 + before)).await;
            world.database.go_down(lost());
            pass(&world.clock, Duration::seconds(10)).await;
            world.database.come_back();
            finds_nothing(other).await;
        }
        pass(&world.clock, LONG).await;
    };
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), outage);
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert_eq!(sender.taken().sent().len(), 1);
}

#[tokio::test]
async fn the_mail_that_a_killed_worker_had_in_hand_is_sent_again_soon_under_its_message_id() {
    let (world, sender) = slow(LONG).await;
    dies_sending(&world.dispatcher, &world.clock, Duration::MINUTE).await;
    let next = &world.other_dispatcher;
    // Nobody can know yet that the other is dead.
    finds_nothing(next).await;
    pass(&world.clock, HELD_UP_AT_MOST).await;
    let (done, ()) = tokio::join!(next.dispatch(), pass(&world.clock, LONG));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    let ids: Vec<String> = sender.taken().sent().into_iter().map(|mail| mail.message_id).collect();
    assert_eq!(ids, [ids[0].as_str(), ids[0].as_str()]);
}

#[tokio::test]
async fn a_killed_worker_holds_up_one_mail_and_no_other() {
    let (world, sender) = slow(LONG).await;
    for number in 0..3 {
        world.signs_up(&format!("p{number}@example.org"), PASSWORD).await.expect("a good sign-up");
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
async fn a_worker_whose_lease_was_taken_over_is_told() {
    let (world, _) = slow(LONG).await;
    let taken_over = async {
        settle().await;
        // It was stopped for a while, such as a machine that slept: nothing was renewed.
        world.clock.advance(HELD_UP_AT_MOST);
        let now = world.clock.now();
        let (until, by) = (now + Duration::seconds(20), forum_tests::builders::id());
        world.stores.outbox.lease(now, until, by).await.expect("it works").expect("the lease ran out");
        world.clock.advance(LONG);
    };
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), taken_over);
    assert_eq!(done, Ok(Some(Dispatched::LeaseLost)));
}

#[tokio::test]
async fn a_lost_note_of_a_sent_mail_is_made_again_and_the_mail_is_not() {
    let (world, sender) = slow(STEP).await;
    // Its lease and a look at its token go well.
    world.database.fail_after(2, lost());
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), pass(&world.clock, Duration::seconds(5)));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert_eq!(world.stores.readback.mails().await[0].state, OutboxState::Sent);
    assert_eq!(sender.taken().sent().len(), 1);
}

#[tokio::test]
async fn a_database_that_stays_away_is_reported_in_the_end() {
    let (world, _) = slow(STEP).await;
    let outage = async {
        settle().await;
        world.database.go_down(lost());
        pass(&world.clock, Duration::MINUTE).await;
    };
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), outage);
    assert_eq!(done, Err(lost()));
}

#[tokio::test]
async fn a_mail_that_was_not_begun_is_given_back_at_once() {
    let (world, sender) = slow(STEP).await;
    world.database.fail_after(1, lost());
    assert_eq!(world.dispatcher.dispatch().await, Err(lost()));
    assert_eq!(sender.taken().sent(), []);
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), pass(&world.clock, STEP));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert_eq!(world.stores.readback.mails().await[0].attempts, 1);
}

#[tokio::test]
async fn a_mail_that_breaks_its_own_preparation_holds_up_no_other() {
    let (world, sender) = slow(STEP).await;
    world.signs_up("bo@example.org", PASSWORD).await.expect("a good sign-up");
    world.database.fail_after(1, Fault::Bug("a row that cannot be read".into()));
    assert_eq!(world.dispatcher.dispatch().await, Ok(Some(Dispatched::Failed)));
    let (done, ()) = tokio::join!(world.dispatcher.dispatch(), pass(&world.clock, STEP));
    assert_eq!(done, Ok(Some(Dispatched::Sent)));
    assert_eq!(sender.taken().sent()[0].to, "bo@example.org");
}
