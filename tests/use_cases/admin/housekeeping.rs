//! Housekeeping: the time at which each kind of row is removed, and rows that are never removed.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use forum_domain::accounts::ResendRequest;
use forum_domain::applications::{Application, RawFields};
use forum_domain::housekeeping::{ExpiringRows, Housekeeping, HousekeepingStore, Removed, Retention};
use forum_domain::idempotency::{KeyedRequest, NewRequest, RecordedResponse};
use forum_domain::shared::{Clock, Code, Fault};
use forum_tests::builders::NOON;
use forum_tests::memory::FixedClock;
use time::{Duration, OffsetDateTime};

use crate::world::{ANA, PASSWORD, World};

const BO: &str = "bo@example.org";

fn housekeeping(world: &World, retention: Retention) -> Housekeeping {
    Housekeeping::new(world.stores.leftovers.clone(), world.clock.clone(), retention)
}

/// Runs housekeeping. Returns the number of removed rows by kind, without kinds that had none.
async fn removed(housekeeping: &Housekeeping) -> Vec<(ExpiringRows, u64)> {
    let done = housekeeping.run().await;
    assert_eq!(done.iter().find(|removed| removed.fault.is_some()), None);
    let some = done.into_iter().filter(|removed| removed.rows > 0);
    some.map(|removed| (removed.what, removed.rows)).collect()
}

#[test]
fn each_kind_is_removed_exactly_at_the_end_of_its_retention() {
    use ExpiringRows::{
        BegunFactors, Buckets, Challenges, Drafts, EmailChanges, FailedMail, IdempotentRequests,
        KnownNetworks, Registrations, SentMail, Sessions, Tokens, Viewers,
    };
    let (default, hours) = (Retention::default(), Duration::hours);
    let other = Retention {
        registrations: hours(24),
        sent_mail: hours(48),
        failed_mail: hours(168),
        sessions: hours(72),
        idempotent_requests: hours(96),
        tokens: hours(120),
        drafts: hours(144),
    };
    // The age is measured from the row's relevant instant; for an idempotency record, that is the end of its 24
    // hours.
    let table = [
        (default, Registrations, hours(7 * 24)),
        (default, SentMail, hours(30 * 24)),
        (default, FailedMail, hours(90 * 24)),
        (default, Sessions, hours(90 * 24)),
        (default, IdempotentRequests, hours(0)),
        (default, Tokens, hours(7 * 24)),
        (default, Drafts, hours(90 * 24)),
        (other, Registrations, hours(24)),
        (other, SentMail, hours(48)),
        (other, FailedMail, hours(168)),
        (other, Sessions, hours(72)),
        (other, IdempotentRequests, hours(72)),
        (other, IdempotentRequests, hours(72)),
        (other, Tokens, hours(120)),
        (other, Drafts, hours(144)),
        (other, EmailChanges, hours(120)),
        (other, Buckets, hours(0)),
        (other, KnownNetworks, hours(0)),
        (default, Challenges, Duration::minutes(5)),
        (default, BegunFactors, hours(24)),
        (default, Viewers, Duration::seconds(30)),
    ];
    for (retention, what, kept) in table {
        assert_eq!(retention.cut_off(what, NOON + kept), NOON, "{what:?}");
    }
}

#[tokio::test]
async fn everything_is_removed_after_its_retention_and_the_rest_stays() {
    let world = World::new().await;
    let keeping = housekeeping(&world, Retention::default());
    // Bo confirms, signs in and applies; Ana never confirms.
    let (_, bo) = world.applicant(BO).await;
    let record = Box::new(|_: &Application| RecordedResponse { status: 201, body: "{}".into() });
    let request =
        NewRequest { id: [7; 32], user_id: Some(bo.user.id), fingerprint: [7; 32], now: world.clock.now() };
    let keyed = Some(KeyedRequest { request, record });
    world.applications.submit(&bo, &RawFields::example(), keyed).await.expect("a submission");
    world.signs_up_and_gets_mail(ANA).await;
    let mails = world.stores.readback.mails().await.len() as u64;
    let tokens = world.stores.readback.tokens().await;
    let applied = world.stores.readback.audit_actions().await;

    let begun = world.clock.now();
    let mut all_removed = Vec::new();
    let hour = Duration::HOUR;
    for after in 0..(130 * 24) {
        world.clock.set(begun + hour * after - Duration::SECOND);
        assert_eq!(removed(&keeping).await, [], "a second before hour {after}");
        world.clock.set(begun + hour * after);
        all_removed.extend(removed(&keeping).await.into_iter().map(|(what, rows)| (after, what, rows)));
    }
    let day = 24;
    let expected = [
        (day, ExpiringRows::IdempotentRequests, 1),
        // Bo's token was used immediately; Ana's expires a day later.
        (7 * day, ExpiringRows::Registrations, 1),
        (7 * day, ExpiringRows::Tokens, 1),
        (8 * day, ExpiringRows::Tokens, tokens - 1),
        (30 * day, ExpiringRows::SentMail, mails),
        // The session expired after 30 days without a refresh.
        (120 * day, ExpiringRows::Sessions, 1),
    ];
    assert_eq!(all_removed, expected);
    assert_eq!(world.stores.readback.audit_actions().await, applied);
    world.signs_in(BO, PASSWORD).await.expect("the account is untouched");
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(Code::InvalidCredentials));
}

#[tokio::test]
async fn a_registration_is_not_removed_while_a_mail_links_to_it() {
    let world = World::new().await;
    let keeping = housekeeping(&world, Retention::default());
    world.signs_up_and_gets_mail(ANA).await;
    world.clock.advance(Duration::days(7) - Duration::HOUR);
    let again = ResendRequest { email: ANA.into() };
    assert_eq!(world.verification.resend(again, None).await, Ok(()));
    world.clock.advance(Duration::hours(2));
    assert_eq!(removed(&keeping).await, [], "its mail is queued");
    world.deliver().await;
    assert_eq!(removed(&keeping).await, [], "its mail was just sent");
    let link = world.link_to(ANA);
    world.follows(&link).await.expect("a valid link");
    world.signs_in(ANA, PASSWORD).await.expect("an account");
}

#[tokio::test]
async fn an_unsent_mail_whose_token_has_been_removed_is_a_dead_letter() {
    let world = World::new().await;
    let keeping = housekeeping(&world, Retention::default());
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    world.clock.advance(Duration::days(8));
    let expected = [(ExpiringRows::Registrations, 1), (ExpiringRows::Tokens, 1)];
    assert_eq!(removed(&keeping).await, expected);
    let delivered = world.deliver().await;
    assert_eq!((delivered.sent, delivered.failed, delivered.discarded), (0, 1, 0));
}

/// A store that fails on one kind after its first batch.
struct FailingStore {
    left: Mutex<[u64; ExpiringRows::ALL.len()]>,
    fails: ExpiringRows,
    batches: Mutex<Vec<ExpiringRows>>,
}

#[async_trait]
impl HousekeepingStore for FailingStore {
    async fn remove(
        &self,
        what: ExpiringRows,
        _cut_off: OffsetDateTime,
        _now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, Fault> {
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = batches.contains(&what);
        batches.push(what);
        if begun && what == self.fails {
            return Err(Fault::Unavailable("the database is unavailable".into()));
        }
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let left = &mut left[ExpiringRows::ALL.iter().position(|kind| *kind == what).expect("a known kind")];
        let rows = (*left).min(u64::from(limit));
        *left -= rows;
        Ok(rows)
    }

    async fn fold_counts(&self) -> Result<u64, Fault> {
        Ok(0)
    }
}

#[tokio::test]
async fn rows_are_removed_in_batches_and_a_failing_kind_does_not_stop_the_others() {
    for fails in ExpiringRows::ALL {
        let store = Arc::new(FailingStore {
            left: Mutex::new([450; ExpiringRows::ALL.len()]),
            fails,
            batches: Mutex::default(),
        });
        let clock = Arc::new(FixedClock::default());
        let done = Housekeeping::new(store.clone(), clock, Retention::default()).run().await;
        let away = Fault::Unavailable("the database is unavailable".into());
        let expected = ExpiringRows::ALL.map(|what| {
            if what == fails {
                Removed { what, rows: 200, fault: Some(away.clone()) }
            } else {
                Removed { what, rows: 450, fault: None }
            }
        });
        assert_eq!(done, expected);
        let batches = store.batches.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |what| batches.iter().filter(|batch| **batch == what).count();
        assert!(
            ExpiringRows::ALL.iter().all(|what| of(*what) == if *what == fails { 2 } else { 3 }),
            "{batches:?}"
        );
    }
}
