//! `HousekeepingStore`: expired rows are removed, and rows in use stay.

use std::sync::Arc;

use forum_domain::accounts::{
    FLOW_LIFETIME, Factor, FlowState, RegistrationDraft, Session, SignInFlow, TokenSelector,
};
use forum_domain::applications::Application;
use forum_domain::audit::AuditEvent;
use forum_domain::housekeeping::ExpiringRows;
use forum_domain::limits::{BucketKey, Rate, Taken};
use forum_domain::mail::{AfterFailure, MailFilter, MailKind, MailState, OutgoingMail};
use forum_domain::shared::{Idempotency, Page, RecordedResponse};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::builders::{NOON, address, audit, id, mail, registration, session, submit_step, token};
use crate::contract::account::account_security::{challenge, factor, store, store_challenge};
use crate::contract::account::email_changes::{end_waiting, request};
use crate::contract::account::registrations::{confirm, register, token_is_live};
use crate::contract::application::drafts::saved;
use crate::contract::{Stores, concurrently};

/// Later than all events of these tests.
const NOW: OffsetDateTime = NOON.saturating_add(Duration::weeks(9));

/// A row that expires, and the instant that decides when.
#[derive(Debug, Clone, Copy)]
enum Row {
    Registration,
    SentMail,
    FailedMail,
    EndedSession,
    ExpiredSession,
    Record,
    UsedToken,
    ExpiredToken,
    EndedChange,
    ExpiredChange,
    Draft,
    FullBucket,
    ExpiredFlow,
    ForgottenNetwork,
    Challenge,
    BegunFactor,
}

impl Row {
    const ALL: [Self; 16] = [
        Self::Registration,
        Self::SentMail,
        Self::FailedMail,
        Self::EndedSession,
        Self::ExpiredSession,
        Self::Record,
        Self::UsedToken,
        Self::ExpiredToken,
        Self::EndedChange,
        Self::ExpiredChange,
        Self::Draft,
        Self::FullBucket,
        Self::ExpiredFlow,
        Self::ForgottenNetwork,
        Self::Challenge,
        Self::BegunFactor,
    ];

    fn what(self) -> ExpiringRows {
        match self {
            Self::Registration => ExpiringRows::Registrations,
            Self::SentMail => ExpiringRows::SentMail,
            Self::FailedMail => ExpiringRows::FailedMail,
            Self::EndedSession | Self::ExpiredSession => ExpiringRows::Sessions,
            Self::Record => ExpiringRows::IdempotencyRecords,
            Self::UsedToken | Self::ExpiredToken => ExpiringRows::Tokens,
            Self::EndedChange | Self::ExpiredChange => ExpiringRows::EmailChanges,
            Self::Draft => ExpiringRows::Drafts,
            Self::FullBucket => ExpiringRows::Buckets,
            Self::ExpiredFlow => ExpiringRows::SignInFlows,
            Self::ForgottenNetwork => ExpiringRows::KnownNetworks,
            Self::Challenge => ExpiringRows::Challenges,
            Self::BegunFactor => ExpiringRows::BegunFactors,
        }
    }
}

fn fresh_address() -> String {
    format!("p{}@example.org", id().simple())
}

fn fresh_key() -> BucketKey {
    let (one, other) = (id().into_bytes(), id().into_bytes());
    std::array::from_fn(|byte| if byte < 16 { one[byte] } else { other[byte - 16] })
}

/// Stores a row whose relevant instant is `at`, at least an hour after noon; returns its id if it has one.
async fn leave(stores: &Stores, row: Row, at: OffsetDateTime) -> Uuid {
    let email = fresh_address();
    match row {
        Row::Registration => {
            let waiting = registration(&email, "Ana", at);
            let registration_id = waiting.id;
            register(stores, waiting).await;
            registration_id
        }
        Row::SentMail => {
            let mail_id = queued_mail(stores, &email, NOON).await;
            sent(stores, mail_id, at).await;
            mail_id
        }
        Row::FailedMail => {
            let mail_id = queued_mail(stores, &email, NOON).await;
            let lease = leased(stores, mail_id, at).await;
            let buried = AfterFailure::bury(mail_id, lease, at);
            stores
                .outbox
                .mark_failed(mail_id, lease, buried, "no such mailbox")
                .await
                .expect("a settled mail");
            mail_id
        }
        Row::EndedSession => {
            let (user_id, session_id) = opened(stores, at + Duration::days(1)).await;
            assert_eq!(stores.sessions.end_session(user_id, session_id, at).await, Ok(true));
            session_id
        }
        Row::ExpiredSession => opened(stores, at).await.1,
        Row::Record => {
            let ana = stores.applicant(&email).await;
            let record = Box::new(|_: &Application| RecordedResponse { status: 201, body: "{}".into() });
            let idempotency = Idempotency { key: "key".into(), fingerprint: [7; 32], expires_at: at, record };
            stores
                .applications
                .submit(ana, Some(idempotency), NOON, submit_step(NOON))
                .await
                .expect("a submission");
            ana
        }
        Row::UsedToken => {
            let token_id = register(stores, registration(&email, "Ana", at - Duration::hours(1))).await;
            confirm(stores, TokenSelector::Id(token_id), at).await.expect("a valid link");
            token_id
        }
        Row::ExpiredToken => register(stores, registration(&email, "Ana", at - Duration::hours(24))).await,
        Row::EndedChange => {
            let ana = stores.user(&email, &[]).await;
            let change_id = request(stores, ana, &fresh_address(), at - Duration::minutes(1)).await;
            end_waiting(stores, ana, at).await;
            change_id
        }
        Row::ExpiredChange => {
            let ana = stores.user(&email, &[]).await;
            request(stores, ana, &fresh_address(), at - Duration::hours(1)).await
        }
        Row::Draft => {
            let ana = stores.applicant(&email).await;
            saved(stores, ana, "Tampa", at).await;
            ana
        }
        Row::FullBucket => {
            let rate = Rate::new(1.0, Duration::HOUR);
            let taken = stores.limiter.take(&fresh_key(), rate, at - Duration::HOUR).await;
            assert_eq!(taken, Ok(Taken::Yes));
            id()
        }
        Row::ExpiredFlow => {
            let id = id();
            let created_at = at - FLOW_LIFETIME;
            let flow = SignInFlow { id, state: FlowState::IdToken, created_at };
            stores.sign_in_flows.begin(&flow).await.expect("a stored row");
            id
        }
        Row::Challenge => {
            let ana = stores.user(&email, &[]).await;
            store_challenge(stores, &challenge(ana, at)).await;
            ana
        }
        Row::BegunFactor => {
            let ana = stores.user(&email, &[]).await;
            store(stores, ana, factor(ana, at).into()).await;
            ana
        }
        Row::ForgottenNetwork => {
            stores.networks.remember(&fresh_key(), at).await;
            id()
        }
    }
}

/// Queues a mail without a token and returns its id.
async fn queued_mail(stores: &Stores, email: &str, at: OffsetDateTime) -> Uuid {
    let mail = mail(MailKind::AccountExists, email, at);
    let mail_id = mail.id;
    resend(stores, email, None, OutgoingMail { token_id: None, ..mail }, at).await;
    mail_id
}

/// Stores a token for an address together with a mail; returns the token's id.
async fn resend(
    stores: &Stores,
    email: &str,
    registration_id: Option<Uuid>,
    mail: OutgoingMail,
    at: OffsetDateTime,
) -> Uuid {
    let token = token(email, registration_id, at);
    let token_id = token.id;
    let step = Box::new(move |_| RegistrationDraft { token, mail });
    stores.accounts.issue(address(email), at, step).await.expect("a stored row");
    token_id
}

async fn leased(stores: &Stores, mail_id: Uuid, now: OffsetDateTime) -> Uuid {
    let lease = id();
    let mut seen = Vec::new();
    while let Some(entry) =
        stores.outbox.lease(now, now + Duration::minutes(1), lease).await.expect("a leased mail")
    {
        assert!(!seen.contains(&entry.mail.id), "a row is leased again");
        seen.push(entry.mail.id);
    }
    assert!(seen.contains(&mail_id), "the mail is due");
    lease
}

/// Marks a mail as sent; the other mails leased with it stay queued.
async fn sent(stores: &Stores, mail_id: Uuid, at: OffsetDateTime) {
    let lease = leased(stores, mail_id, at).await;
    stores.mark_sent(mail_id, lease, at).await;
}

/// Opens a session that expires at `until`; returns the ids of its user and of the session.
async fn opened(stores: &Stores, until: OffsetDateTime) -> (Uuid, Uuid) {
    let ana = stores.applicant(&fresh_address()).await;
    let session = Session { expires_at: until, ..session(ana, NOON) };
    let session_id = session.id;
    stores.open(session).await;
    (ana, session_id)
}

async fn remove(stores: &Stores, what: ExpiringRows, cut_off: OffsetDateTime, limit: u32) -> u64 {
    stores.leftovers.remove(what, cut_off, NOW, limit).await.expect("a working store")
}

/// The number of rows of a kind, removable or not.
async fn count(stores: &Stores, what: ExpiringRows) -> u64 {
    match what {
        ExpiringRows::Registrations => stores.readback.registrations().await,
        ExpiringRows::SentMail => {
            let mails = stores.readback.mails().await;
            mails.iter().filter(|mail| mail.state == MailState::Sent).count() as u64
        }
        ExpiringRows::FailedMail => {
            let mails = stores.readback.mails().await;
            mails.iter().filter(|mail| mail.state == MailState::Failed).count() as u64
        }
        ExpiringRows::Sessions => stores.readback.sessions().await,
        ExpiringRows::IdempotencyRecords => stores.readback.count("idempotency_records").await,
        ExpiringRows::Tokens => stores.readback.tokens().await,
        ExpiringRows::EmailChanges => stores.readback.email_changes().await,
        ExpiringRows::Drafts => stores.readback.count("application_drafts").await,
        ExpiringRows::Buckets => stores.readback.count("rate_limits").await,
        ExpiringRows::SignInFlows => stores.readback.count("sign_in_flows").await,
        ExpiringRows::KnownNetworks => stores.readback.count("known_networks").await,
        ExpiringRows::Challenges | ExpiringRows::BegunFactors => stores.readback.factor_rows().await,
    }
}

/// Each kind has its own instant.
pub async fn a_row_is_removed_at_its_time_and_not_before(stores: &Stores) {
    for (hour, row) in (0..).zip(Row::ALL) {
        let (what, at) = (row.what(), NOON + Duration::hours(40 + hour));
        // Removes rows of this kind that the setup of earlier rows has left behind.
        remove(stores, what, at - Duration::seconds(2), 1_000).await;
        let before = count(stores, what).await;
        leave(stores, row, at).await;
        assert_eq!(count(stores, what).await, before + 1, "{row:?}");
        assert_eq!(
            remove(stores, what, at - Duration::seconds(1), 1_000).await,
            0,
            "{row:?} before its time"
        );
        assert_eq!(count(stores, what).await, before + 1, "{row:?} before its time");
        assert_eq!(remove(stores, what, at, 1_000).await, 1, "{row:?} at its time");
        assert_eq!(count(stores, what).await, before, "{row:?} at its time");
        assert_eq!(remove(stores, what, NOW, 1_000).await, before, "{row:?} and what ends later");
    }
}

/// Queued mails, dead letters before their time, live sessions, records and links, and factors in use.
pub async fn rows_still_in_use_stay_however_old(stores: &Stores) {
    let later = NOW + Duration::seconds(1);
    let dead = queued_mail(stores, "dead@example.org", NOON).await;
    let lease = leased(stores, dead, NOON).await;
    stores.bury_mail(dead, lease, NOON, "no such mailbox").await;
    let waiting = queued_mail(stores, "waits@example.org", NOON).await;
    opened(stores, later).await;
    leave(stores, Row::Record, later).await;
    let token_id = leave(stores, Row::ExpiredToken, later).await;
    let bo = stores.user("bo@example.org", &[]).await;
    store(stores, bo, Factor { verified_at: Some(NOON), ..factor(bo, NOON) }.into()).await;

    for what in ExpiringRows::ALL.into_iter().filter(|what| *what != ExpiringRows::FailedMail) {
        remove(stores, what, NOW, 1_000).await;
    }
    let mails = stores.readback.mails().await;
    assert!([dead, waiting].iter().all(|id| mails.iter().any(|mail| mail.id == *id)), "{mails:?}");
    let filter = MailFilter { state: Some(MailState::Failed) };
    let failed = stores.outbox.list(filter, filter.page(Page::default())).await.expect("a list");
    assert_eq!(failed.items.len(), 1);
    assert_eq!(
        (count(stores, ExpiringRows::Sessions).await, count(stores, ExpiringRows::Tokens).await),
        (1, 1)
    );
    assert_eq!(count(stores, ExpiringRows::IdempotencyRecords).await, 1);
    assert_eq!(stores.readback.factor_rows().await, 1);
    assert!(token_is_live(stores, token_id, NOW).await);
}

/// A resent mail may point to an old registration, which stays as long as that link works.
pub async fn a_registration_with_a_live_link_stays_until_the_link_expires(stores: &Stores) {
    let email = "ana@example.org";
    let registration_id = leave(stores, Row::Registration, NOON).await;
    let mail = mail(MailKind::VerifyEmail, email, NOW);
    let end = NOW + Duration::seconds(1);
    let token_id = resend(stores, email, Some(registration_id), mail, end - Duration::hours(24)).await;
    assert_eq!(remove(stores, ExpiringRows::Registrations, NOW, 10).await, 0);
    assert!(token_is_live(stores, token_id, NOW).await);
    let at_the_end = stores.leftovers.remove(ExpiringRows::Registrations, NOW, end, 10).await;
    assert_eq!((at_the_end, stores.readback.registrations().await), (Ok(1), 0));
}

/// Batches are limited so that locks are held only for a short time.
pub async fn the_oldest_rows_are_removed_first_and_no_more_than_asked_for(stores: &Stores) {
    let hour = |hours| NOON + Duration::hours(hours);
    for row in [
        Row::Registration,
        Row::SentMail,
        Row::FailedMail,
        Row::ExpiredSession,
        Row::Record,
        Row::ExpiredToken,
        Row::ExpiredChange,
        Row::Draft,
        Row::FullBucket,
        Row::ForgottenNetwork,
    ] {
        let what = row.what();
        remove(stores, what, NOW, 1_000).await;
        for hours in [43, 41, 42] {
            leave(stores, row, hour(hours)).await;
        }
        assert_eq!(remove(stores, what, NOW, 2).await, 2, "{row:?}");
        assert_eq!(remove(stores, what, hour(42), 2).await, 0, "{row:?}: the youngest is left");
        assert_eq!(remove(stores, what, hour(43), 2).await, 1, "{row:?}");
    }
}

/// A token outlives its registration, and a dead letter outlives its token.
pub async fn rows_that_referenced_a_removed_row_stay(stores: &Stores) {
    let token_id = register(stores, registration("ana@example.org", "Ana", NOON)).await;
    let mail_id = stores.readback.mails().await[0].id;
    let lease = leased(stores, mail_id, NOON).await;
    stores.bury_mail(mail_id, lease, NOON, "no such mailbox").await;
    assert_eq!(remove(stores, ExpiringRows::Registrations, NOW, 10).await, 1);
    assert_eq!(stores.readback.tokens().await, 1);
    assert_eq!(remove(stores, ExpiringRows::Tokens, NOW, 10).await, 1);
    let mails = stores.readback.mails().await;
    assert_eq!((mails.len(), mails[0].state), (1, MailState::Failed));
    // A retried dead letter is handled like any mail whose link has expired: it is not sent.
    stores
        .outbox
        .retry(mail_id, AuditEvent { at: NOW, ..audit("email_message.retried", mail_id) })
        .await
        .expect("a requeued mail");
    assert!(!token_is_live(stores, token_id, NOW).await);
}

/// Several processes may do housekeeping at once.
pub async fn many_removals_at_once_remove_each_row_once(stores: &Stores) {
    for row in [
        Row::Registration,
        Row::SentMail,
        Row::ExpiredSession,
        Row::Draft,
        Row::FullBucket,
        Row::ForgottenNetwork,
    ] {
        for _ in 0..20 {
            leave(stores, row, NOON + Duration::hours(40)).await;
        }
        let before = count(stores, row.what()).await;
        let removed = concurrently((0..8).map(|_| {
            let leftovers = Arc::clone(&stores.leftovers);
            async move {
                let mut own = 0;
                // Rows locked by another process are skipped, so a call that removes none does not mean that none are
                // left.
                for _ in 0..20 {
                    own += leftovers.remove(row.what(), NOW, NOW, 3).await.expect("no conflict");
                }
                own
            }
        }))
        .await;
        let left = count(stores, row.what()).await;
        assert_eq!((removed.iter().sum::<u64>(), left), (before, 0), "{row:?}: {removed:?}");
    }
}
