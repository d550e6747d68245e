//! The mail worker: mails that cannot be sent, rows without a mail to send, and its leases with several workers,
//! slow mail hosts, workers that die and a database that fails after a mail was sent. Previews of templates never
//! run on an async thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use forum_adapters::mail::MiniJinjaComposer;
use forum_domain::applications::Decision;
use forum_domain::mail::{
    Composer, Dispatched, MAX_ATTEMPTS, MailDispatcher, MailHost, MailKind, MailState, OutboxStore,
    SendError, TemplateText,
};
use forum_domain::shared::{Clock, Fault, Page, PersonName};
use forum_domain::users::Actor;
use forum_tests::builders::{id, mail, new_user, undo_step, undoable_step};
use forum_tests::faults::{PanickingSender, SlowSender};
use forum_tests::harness::{ORIGIN, Ports};
use forum_tests::memory::{FixedClock, MemoryOutbox};
use forum_tests::stores::Stores;
use futures_util::FutureExt;
use time::Duration;
use tokio::runtime::Builder;
use tokio::task::{JoinSet, spawn_blocking};

use crate::world::{ANA, Delivered, PASSWORD, World};

const SENT: Delivered = Delivered { sent: 1, failed: 0, discarded: 0 };
const FAILED: Delivered = Delivered { sent: 0, failed: 1, discarded: 0 };
const DISCARDED: Delivered = Delivered { sent: 0, failed: 0, discarded: 1 };
const STEP: Duration = Duration::seconds(1);

fn transient() -> SendError {
    SendError::Transient("421 try later".into())
}

/// One mail hits the bug; the others are sent, and the program keeps running.
#[tokio::test]
async fn a_panic_while_a_mail_is_sent_is_a_failed_attempt_and_delays_no_other() {
    let sender = Arc::new(PanickingSender::at(ANA));
    let world = World::new().await.with(|program| program.sender = sender.clone());
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    world.signs_up("bo@example.org", PASSWORD).await.expect("a valid sign-up");
    assert_eq!(world.deliver().await, Delivered { sent: 1, failed: 1, discarded: 0 });
    assert_eq!(sender.taken().sent()[0].to, "bo@example.org");
    let mails = world.stores.readback.mails().await;
    let failed = mails.iter().find(|mail| mail.to == ANA).expect("a stored mail");
    assert_eq!((failed.state, failed.attempts), (MailState::Queued, 1));
    assert!(failed.last_error.as_deref().is_some_and(|error| error.contains("panic")), "{failed:?}");
}

/// Each worker dies while it sends, so no attempt is ever completed.
#[tokio::test]
async fn a_mail_that_kills_every_worker_becomes_a_dead_letter() {
    let world = World::new().await;
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    for _ in 0..MAX_ATTEMPTS {
        assert!(world.dispatcher.lease().await.expect("a working outbox").is_some());
        world.clock.advance(Duration::seconds(30));
    }
    assert_eq!(world.dispatcher.dispatch().await, Ok(Some(Dispatched::Buried)));
    assert_eq!(world.inbox.sent(), []);
    assert_eq!(world.stores.readback.mails().await[0].state, MailState::Failed);
    assert_eq!(world.dispatcher.dispatch().await, Ok(None));
}

/// A mail with an expired link must not be sent, and its failure must be reported.
#[tokio::test]
async fn a_mail_whose_link_expired_before_sending_is_a_dead_letter_with_that_reason() {
    let world = World::new().await;
    world.inbox.fail(1, transient());
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    assert_eq!(world.deliver().await, FAILED);
    world.clock.advance(Duration::hours(24));
    assert_eq!(world.deliver().await, FAILED);
    let kept = world.stores.readback.mails().await.remove(0);
    assert_eq!(kept.state, MailState::Failed);
    assert_eq!(kept.last_error.as_deref(), Some("its link expired before it could be sent"));
    assert_eq!(world.stores.readback.audit_actions().await, ["email_message.failed"]);
}

/// A missing host or a wrong password does not use up the attempts of all mails.
#[tokio::test]
async fn while_the_host_refuses_all_mail_one_mail_is_tried_at_growing_intervals_and_none_loses_an_attempt() {
    let refusals = 12;
    let world = World::new().await;
    world.inbox.fail(refusals, SendError::Unavailable("535 wrong password".into()));
    for person in 0..20 {
        world.signs_up(&format!("p{person}@example.org"), PASSWORD).await.expect("a valid sign-up");
    }
    let mut tried_at = Vec::new();
    let start = world.clock.now();
    while world.inbox.refused().len() < refusals {
        let before = world.inbox.refused().len();
        world.deliver().await;
        let tried = world.inbox.refused().len() - before;
        tried_at.extend(std::iter::repeat_n((world.clock.now() - start).whole_seconds(), tried));
        world.clock.advance(Duration::seconds(5));
    }
    assert_eq!(tried_at, [0, 0, 0, 5, 15, 35, 75, 155, 315, 615, 915, 1215]);
    let mails = world.stores.readback.mails().await;
    assert!(mails.iter().all(|mail| mail.attempts == 0 && mail.state == MailState::Queued), "{mails:?}");
    world.clock.advance(Duration::minutes(5));
    assert_eq!(world.deliver().await, Delivered { sent: 20, ..Delivered::default() });
    assert!(!world.stores.outbox.mail_host().await.expect("a readable value").is_paused());
}

#[tokio::test]
async fn a_mail_refused_for_a_reason_other_than_its_recipient_is_retried_and_noted() {
    let world = World::new().await;
    world.inbox.fail(1, SendError::Refused("550 5.7.1 <ana@example.org> not allowed".into()));
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    assert_eq!(world.dispatcher.dispatch().await, Ok(Some(Dispatched::Refused)));
    let host = world.stores.outbox.mail_host().await.expect("a readable value");
    assert_eq!((host.is_paused(), host.refused_at), (false, Some(world.clock.now())));
    let words = host.words.expect("a message from the host");
    assert!(words.contains("not allowed") && !words.contains(ANA), "{words}");
    world.clock.advance(Duration::seconds(5));
    assert_eq!(world.deliver().await, SENT);
}

#[tokio::test]
async fn a_mail_that_panics_after_a_pause_lets_another_one_be_tried() {
    let world = World::new().await.with(|program| program.sender = Arc::new(PanickingSender::at(ANA)));
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    world.signs_up("bo@example.org", PASSWORD).await.expect("a valid sign-up");
    let now = world.clock.now();
    let refused = move |host: MailHost| (0..3).fold(host, |host, _| host.refused_all("421 no".into(), now));
    world.stores.outbox.change_mail_host(Box::new(refused)).await.expect("a stored state");
    assert_eq!(world.deliver().await, Delivered::default());
    world.clock.advance(Duration::seconds(5));
    assert_eq!(world.deliver().await, Delivered { sent: 1, failed: 1, discarded: 0 });
}

#[tokio::test]
async fn all_dead_letters_are_retried_however_many_there_are_and_each_is_audited() {
    let refused = SendError::Permanent("550 no".into());
    let number = Page::MAX_LIMIT as usize + 1;
    let world = World::new().await;
    world.inbox.fail(number, refused);
    for person in 0..number {
        world.signs_up(&format!("p{person}@example.org"), PASSWORD).await.expect("a valid sign-up");
        assert_eq!(world.deliver().await, FAILED);
    }
    assert_eq!(world.email_messages.retry_all_failed(Actor::CommandLine).await, Ok(number as u64));
    let actions = world.stores.readback.audit_actions().await;
    let audited = actions.iter().filter(|action| *action == "email_message.retried").count();
    assert_eq!(audited, number);
    let delivered = world.deliver().await;
    assert_eq!(delivered, Delivered { sent: number, ..Delivered::default() });
    assert_eq!(world.email_messages.retry_all_failed(Actor::CommandLine).await, Ok(0));
}

#[tokio::test]
async fn a_mail_whose_token_was_dropped_is_discarded() {
    let world = World::new().await;
    world.signs_up_and_gets_mail(ANA).await;
    let link = world.link_to(ANA);
    world.signs_up(ANA, "Planted-Bridge-7").await.expect("a valid sign-up");
    world.follows(&link).await.expect("a valid link");
    // The sent mail is the notice that the other sign-up was dropped.
    assert_eq!(world.deliver().await, Delivered { sent: 1, ..DISCARDED });
    assert_eq!(world.mail_to(ANA).kind, MailKind::AddressConfirmed);
}

/// A worker holds the mail when an administrator decides. Undoing the decision opens the request again.
#[tokio::test]
async fn a_mail_about_a_decided_request_waits_until_the_decision_is_final() {
    for is_undone in [false, true] {
        let world = World::new().await;
        let ana = world.stores.applicant(ANA).await;
        let admin = world.stores.admin().await;
        let application = world.stores.submitted(ana, world.clock.now()).await.id;
        assert_eq!(world.deliver().await, SENT);
        world.stores.requested(application, admin).await;
        let held = world.dispatcher.lease().await.expect("a working outbox").expect("the mail");
        let decide = undoable_step(Decision::Reject, admin, world.clock.now());
        world.stores.review.decide(application, admin, decide).await.expect("a pending application");
        assert_eq!(world.dispatcher.deliver(&held).await, Ok(Dispatched::Deferred));
        if is_undone {
            let undo = undo_step(admin, world.clock.now());
            world.stores.review.undo(application, admin, undo).await.expect("in time");
        }
        world.clock.advance(Duration::seconds(45) - Duration::MICROSECOND);
        assert_eq!(world.deliver().await.discarded, 0);
        world.clock.advance(Duration::MICROSECOND);
        assert_eq!(world.deliver().await.discarded, usize::from(!is_undone));
        let kinds: Vec<_> = world.inbox.sent().iter().map(|mail| mail.kind).collect();
        let last = if is_undone { MailKind::ChangesRequested } else { MailKind::ApplicationRejected };
        assert_eq!(kinds, [MailKind::ApplicationSubmitted, last]);
    }
}

/// Longer than any mail host may take, and longer than an unrenewed lease.
const LONG: Duration = Duration::minutes(3);

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
        outbox.add(mail(MailKind::AccountExists, ANA, clock.now()));
        Self { outbox, clock, sender, one, other }
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
    let away = sqlx::query("alter table one_time_tokens rename to away");
    away.execute(world.stores.pool()).await.expect("a lost table");
    assert_eq!(world.dispatcher.dispatch().await, Ok(Some(Dispatched::Deferred)));
    assert_eq!(world.dispatcher.dispatch().await, Ok(Some(Dispatched::Sent)));
    assert_eq!(world.inbox.sent()[0].to, "bo@example.org");
}

/// The only blocking thread is busy until another task of the only async thread has run. Work on the async thread ends
/// before that task.
fn expect_off_the_async_thread(work: impl AsyncFnOnce()) {
    let runtime = Builder::new_current_thread().max_blocking_threads(1).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let (release, busy) = mpsc::channel::<()>();
        let (progress, mut tasks) = (Arc::new(AtomicBool::new(false)), JoinSet::new());
        let blocking = spawn_blocking(move || busy.recv());
        let made = Arc::clone(&progress);
        tasks.spawn(async move {
            made.store(true, Ordering::SeqCst);
            drop(release);
        });
        work().await;
        assert!(progress.load(Ordering::SeqCst), "the work blocked the async thread");
        assert!(blocking.await.expect("an ended task").is_err());
    });
}

#[test]
fn other_tasks_make_progress_while_a_template_is_checked_and_a_preview_is_made() {
    let composer = MiniJinjaComposer::new().expect("templates");
    let text = TemplateText { subject: "Hello".into(), html_content: "<p>Hello {{first_name}}</p>".into() };
    let filled = text.filled(&PersonName { first: "Ana".into(), last: "Li".into() });
    expect_off_the_async_thread(async || {
        assert_eq!(composer.forbidden_markup(&text.html_content).await, Ok(None));
    });
    expect_off_the_async_thread(async || {
        let mail = composer.stored_mail(filled, ORIGIN).await.expect("a result").expect("a mail");
        assert!(mail.html.contains("Hello Ana"));
    });
}
