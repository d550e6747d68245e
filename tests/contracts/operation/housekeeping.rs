//! `HousekeepingStore`: expired rows are removed, and rows in use stay.

use std::collections::HashSet;
use std::sync::Arc;

use forum_domain::accounts::{Factor, RegistrationDraft};
use forum_domain::housekeeping::ExpiringRows;
use forum_domain::mail::MailKind;
use forum_tests::builders::{NOON, address, mail, registration, token};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};

use crate::accounts::register;
use crate::concurrently;
use crate::mail::outbox::lease;
use crate::sessions::{factor, store};

/// Later than all events of these tests.
const NOW: OffsetDateTime = NOON.saturating_add(Duration::weeks(9));

/// Statements that store a row whose end is at `$1`.
const ROWS: [(ExpiringRows, &str); 19] = [
    (
        ExpiringRows::Registrations,
        "insert into pending_registrations (id, email, first_name, last_name, password_hash, created_at)
         values (gen_random_uuid(), gen_random_uuid() || '@example.org', 'Ana', 'Li', '', $1)",
    ),
    (
        ExpiringRows::SentMail,
        "insert into outbox
             (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, state, attempts, sent_at)
         values (gen_random_uuid(), gen_random_uuid(), 'account_exists', 'a@example.org', 'Ana', 'Li',
                 $1 - interval '1 hour', $1 - interval '1 hour', 'sent', 1, $1)",
    ),
    (
        ExpiringRows::FailedMail,
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, state, attempts)
         values (gen_random_uuid(), gen_random_uuid(), 'account_exists', 'a@example.org', 'Ana', 'Li',
                 $1 - interval '1 hour', $1, 'failed', 1)",
    ),
    (
        ExpiringRows::Sessions,
        "insert into sessions
             (id, user_id, counter, current_used, rotated_at, created_at, last_used_at, expires_at, revoked_at)
         select gen_random_uuid(), id, 1, false, $1, $1, $1, $1 + interval '1 day', $1 from users limit 1",
    ),
    (
        ExpiringRows::Sessions,
        "insert into sessions (id, user_id, counter, current_used, rotated_at, created_at, last_used_at, expires_at)
         select gen_random_uuid(), id, 1, false, $1, $1, $1, $1 from users limit 1",
    ),
    (
        ExpiringRows::IdempotentRequests,
        "insert into idempotent_requests (id, fingerprint, response_status, response_body, expires_at)
         select sha256(gen_random_uuid()::text::bytea), sha256(''), 202, '', $1",
    ),
    (
        ExpiringRows::Tokens,
        "insert into one_time_tokens (id, purpose, email, created_at, expires_at, used_at)
         values (gen_random_uuid(), 'recovery', 'a@example.org', $1, $1 + interval '1 day', $1)",
    ),
    (
        ExpiringRows::Tokens,
        "insert into one_time_tokens (id, purpose, email, created_at, expires_at)
         values (gen_random_uuid(), 'recovery', 'a@example.org', $1, $1)",
    ),
    (
        ExpiringRows::EmailChanges,
        "insert into email_changes
             (id, user_id, old_email, new_email, requested_at, suspect_since, expires_at, ended_at)
         select gen_random_uuid(), id, 'a@example.org', 'b@example.org', $1, $1, $1 + interval '1 day', $1 from users limit 1",
    ),
    (
        ExpiringRows::EmailChanges,
        "with mover as (insert into users (id, created_at) values (gen_random_uuid(), $1) returning id)
         insert into email_changes (id, user_id, old_email, new_email, requested_at, suspect_since, expires_at)
         select gen_random_uuid(), id, 'a@example.org', 'b@example.org', $1, $1, $1 from mover",
    ),
    (
        ExpiringRows::Drafts,
        "with drafter as (insert into users (id, created_at) values (gen_random_uuid(), $1) returning id)
         insert into application_drafts (user_id, fields, step, updated_at, version)
         select id, '{}', 1, $1, id from drafter",
    ),
    (
        ExpiringRows::Buckets,
        "insert into rate_limits (key, full_at) select sha256(gen_random_uuid()::text::bytea), $1",
    ),
    (
        ExpiringRows::SignInFlows,
        "insert into sign_in_flows (id, kind, state, expires_at) values (gen_random_uuid(), 'id_token', '', $1)",
    ),
    (
        ExpiringRows::KnownNetworks,
        "insert into known_networks (key, until) select sha256(gen_random_uuid()::text::bytea), $1",
    ),
    (
        ExpiringRows::Challenges,
        "insert into factor_challenges (id, user_id, purpose, method, created_at, tries)
         select gen_random_uuid(), id, 'sign_in', 'password', $1, 0 from users limit 1",
    ),
    (
        ExpiringRows::BegunFactors,
        "insert into factors (id, user_id, kind, friendly_name, created_at)
         select gen_random_uuid(), id, 'totp', 'Phone', $1 from users limit 1",
    ),
    (
        ExpiringRows::Viewers,
        "with viewer as (insert into users (id, created_at) values (gen_random_uuid(), $1) returning id)
         insert into application_viewers (application_id, user_id, since, seen_at)
         select a.id, viewer.id, $1, $1 from applications a, viewer",
    ),
    (
        ExpiringRows::ContactMessages,
        "insert into contact_messages (id, full_name, email, subject, text, is_teacher, received_at, state)
         values (gen_random_uuid(), 'Ana Li', 'a@example.org', 'media-request', 'Hello', false, $1, 'spam')",
    ),
    (
        ExpiringRows::Subscriptions,
        "insert into newsletter_subscribers (id, email, is_educator, form, consent_version, consent, requested_at)
         values (gen_random_uuid(), gen_random_uuid() || '@example.org', false, 'home', 1, '', $1)",
    ),
];

async fn leave(stores: &Stores, row: &'static str, end: OffsetDateTime) {
    sqlx::query(row).bind(end).execute(stores.pool()).await.expect(row);
}

async fn remove(stores: &Stores, what: ExpiringRows, cut_off: OffsetDateTime, limit: u32) -> u64 {
    stores.leftovers.remove(what, cut_off, NOW, limit).await.expect("a working store")
}

/// Batches are limited so that locks are held only for a short time. Several processes may run housekeeping concurrently.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn each_row_is_removed_once_at_its_end_and_the_oldest_first() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    stores.submitted(ana, NOW).await;
    for (what, row) in ROWS {
        let hour = |hours| NOON + Duration::hours(hours);
        for hours in [43, 41, 42] {
            leave(stores, row, hour(hours)).await;
        }
        assert_eq!(remove(stores, what, hour(41) - Duration::SECOND, 1_000).await, 0, "{row}");
        assert_eq!(remove(stores, what, NOW, 2).await, 2, "{row}");
        assert_eq!(remove(stores, what, hour(42), 2).await, 0, "{row}: the youngest is left");
        assert_eq!(remove(stores, what, hour(43), 2).await, 1, "{row}");

        for _ in 0..20 {
            leave(stores, row, hour(41)).await;
        }
        let removed = concurrently((0..8).map(|_| {
            let leftovers = Arc::clone(&stores.leftovers);
            async move {
                let mut own = 0;
                // Rows locked by another process are skipped, so a call that removes none does not mean that none are
                // left.
                for _ in 0..20 {
                    own += leftovers.remove(what, NOW, NOW, 3).await.expect("no conflict");
                }
                own
            }
        }))
        .await;
        assert_eq!(removed.iter().sum::<u64>(), 20, "{row}: {removed:?}");
    }
    assert_eq!(
        ROWS.map(|(what, _)| what).into_iter().collect::<HashSet<_>>(),
        HashSet::from(ExpiringRows::ALL)
    );
}

/// A resent mail may point to an old registration, which stays as long as that link works. A queued mail and a verified factor
/// have no end.
#[tokio::test]
async fn rows_still_in_use_stay_however_old() {
    let stores = &Stores::fresh().await;
    let ana = stores.user("ana@example.org", &[]).await;
    store(stores, ana, Factor { verified_at: Some(NOON), ..factor(ana, NOON) }.into()).await;
    let waiting = registration("bo@example.org", "Bo", NOON);
    let end = NOW + Duration::SECOND;
    let token = token("bo@example.org", Some(waiting.id), end - Duration::DAY);
    register(stores, waiting).await;
    let mail = mail(MailKind::VerifyEmail, "bo@example.org", NOON);
    let step = Box::new(move |_| RegistrationDraft { token, mail, record: None, audit: None });
    stores.accounts.issue(address("bo@example.org"), NOON, step).await.expect("a queued mail");
    for what in ExpiringRows::ALL {
        remove(stores, what, NOW, 1_000).await;
    }
    let left = [stores.readback.registrations().await, stores.readback.tokens().await];
    assert_eq!(
        (left, stores.readback.mails().await.len(), stores.readback.count("factors").await),
        ([1, 1], 2, 1)
    );
    let at_the_end = stores.leftovers.remove(ExpiringRows::Registrations, NOW, end, 10).await;
    assert_eq!((at_the_end, stores.readback.registrations().await), (Ok(1), 0));
}

/// A token outlives its registration, and a dead letter outlives its token.
#[tokio::test]
async fn rows_that_referenced_a_removed_row_stay() {
    let stores = &Stores::fresh().await;
    register(stores, registration("ana@example.org", "Ana", NOON)).await;
    let entry = lease(stores, 1, NOON).await.remove(0);
    stores.bury_mail(entry.mail.id, entry.lease, NOON, "no such mailbox").await;
    for (what, left) in [(ExpiringRows::Registrations, 1), (ExpiringRows::Tokens, 0)] {
        assert_eq!(remove(stores, what, NOW, 10).await, 1, "{what:?}");
        assert_eq!((stores.readback.tokens().await, stores.readback.mails().await.len()), (left, 1));
    }
}

#[tokio::test]
async fn rows_locked_by_others_are_skipped_and_removed_later() {
    let stores = &Stores::fresh().await;
    for email in ["ana@example.org", "Bo@example.org"] {
        register(stores, registration(email, "Ana", NOON)).await;
    }
    // Signing up or confirming locks the address; entering a code locks the token.
    for (what, lock) in [
        (ExpiringRows::Registrations, "select pg_advisory_xact_lock(hashtextextended('bo@example.org', 0))"),
        (ExpiringRows::Tokens, "select from one_time_tokens where email = 'Bo@example.org' for update"),
    ] {
        let mut other = stores.pool().begin().await.expect("a transaction");
        sqlx::query(lock).execute(&mut *other).await.expect("a held lock");
        assert_eq!(remove(stores, what, NOW, 10).await, 1, "{what:?}");
        other.rollback().await.expect("a released lock");
        assert_eq!(remove(stores, what, NOW, 10).await, 1, "{what:?}");
    }
}
