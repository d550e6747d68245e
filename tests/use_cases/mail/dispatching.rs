//! One step of the mail worker: mails that cannot be sent, and rows without a mail to send.

use std::sync::Arc;

use forum_domain::applications::Decision;
use forum_domain::mail::{Dispatched, MAX_ATTEMPTS, MailHost, MailKind, MailState, SendError};
use forum_domain::shared::{Clock, Page};
use forum_domain::users::Actor;
use forum_tests::builders::{undo_step, undoable_step};
use forum_tests::faults::PanickingSender;
use time::Duration;

use crate::world::{ANA, Delivered, PASSWORD, World};

const SENT: Delivered = Delivered { sent: 1, failed: 0, discarded: 0 };
const FAILED: Delivered = Delivered { sent: 0, failed: 1, discarded: 0 };
const DISCARDED: Delivered = Delivered { sent: 0, failed: 0, discarded: 1 };

fn transient() -> SendError {
    SendError::Transient("421 try later".into())
}

#[tokio::test]
async fn a_transient_failure_is_retried_at_its_time_with_the_same_message_id() {
    let world = World::new().await;
    world.inbox.fail(2, transient());
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    for wait in [5, 10] {
        assert_eq!(world.deliver().await, FAILED);
        world.clock.advance(Duration::seconds(wait) - Duration::microseconds(1));
        assert_eq!(world.deliver().await, Delivered::default(), "it is not due yet");
        world.clock.advance(Duration::microseconds(1));
    }
    assert_eq!(world.deliver().await, SENT);
    let id = &world.inbox.sent()[0].message_id;
    assert_eq!(world.inbox.refused(), [id.as_str(), id]);
    assert_eq!(world.stores.readback.mails().await[0].state, MailState::Sent);
}

#[tokio::test]
async fn a_permanent_failure_makes_a_mail_a_dead_letter_immediately() {
    let world = World::new().await;
    world.inbox.fail(1, SendError::Permanent("550 no such user".into()));
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    assert_eq!(world.deliver().await, FAILED);
    world.clock.advance(Duration::days(30));
    assert_eq!(world.deliver().await, Delivered::default());
    let kept = world.stores.readback.mails().await.remove(0);
    assert_eq!((kept.state, kept.attempts), (MailState::Failed, 1));
    assert_eq!(kept.last_error.as_deref(), Some("550 no such user"));
}

#[tokio::test]
async fn a_mail_that_always_fails_becomes_a_dead_letter() {
    let world = World::new().await;
    world.inbox.fail(usize::MAX, transient());
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    // The link in the first mail expires after a day; a mail to the owner of an account has no link.
    world.deliver().await;
    let user = forum_tests::builders::new_user("bo@example.org", &[]);
    world.stores.accounts.create_user(user).await.expect("a new address");
    world.signs_up("bo@example.org", PASSWORD).await.expect("a valid sign-up");
    for _ in 0..MAX_ATTEMPTS {
        world.deliver().await;
        world.clock.advance(Duration::hours(12));
    }
    let mails = world.stores.readback.mails().await;
    let kept = mails.iter().find(|mail| mail.to == "bo@example.org").expect("a stored mail");
    assert_eq!((kept.state, kept.attempts), (MailState::Failed, MAX_ATTEMPTS));
}

/// One mail hits the bug; the others are sent, and the program keeps running.
#[tokio::test]
async fn a_panic_while_a_mail_is_sent_is_a_failed_attempt_and_delays_no_other() {
    let sender = Arc::new(PanickingSender::at(ANA));
    let world = World::with_sender(Arc::clone(&sender) as _).await;
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
    let world = World::with_sender(Arc::new(PanickingSender::at(ANA))).await;
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
