//! Rows that expire, and how to store and count them.

use forum_domain::accounts::{
    FLOW_LIFETIME, FlowState, RegistrationDraft, Session, SignInFlow, TokenSelector,
};
use forum_domain::housekeeping::ExpiringRows;
use forum_domain::idempotency::{RecordedResponse, RequestRecord};
use forum_domain::limits::{BucketKey, Rate};
use forum_domain::mail::{AfterFailure, MailKind, MailState, OutgoingMail};
use forum_tests::builders::{NOON, address, id, mail, registration, session, token};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::account::account_security::{challenge, factor, store, store_challenge};
use crate::account::email_changes::{end_waiting, request};
use crate::account::registrations::{confirm, register};
use crate::application::drafts::save_step;

/// Later than all events of these tests.
pub(super) const NOW: OffsetDateTime = NOON.saturating_add(Duration::weeks(9));

/// A row that expires, and the instant that decides when.
#[derive(Debug, Clone, Copy)]
pub(in crate::operation) enum Row {
    Registration,
    SentMail,
    FailedMail,
    EndedSession,
    ExpiredSession,
    Request,
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
    FormerViewer,
}

impl Row {
    pub(super) const ALL: [Self; 17] = [
        Self::Registration,
        Self::SentMail,
        Self::FailedMail,
        Self::EndedSession,
        Self::ExpiredSession,
        Self::Request,
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
        Self::FormerViewer,
    ];

    pub(super) fn what(self) -> ExpiringRows {
        match self {
            Self::Registration => ExpiringRows::Registrations,
            Self::SentMail => ExpiringRows::SentMail,
            Self::FailedMail => ExpiringRows::FailedMail,
            Self::EndedSession | Self::ExpiredSession => ExpiringRows::Sessions,
            Self::Request => ExpiringRows::IdempotentRequests,
            Self::UsedToken | Self::ExpiredToken => ExpiringRows::Tokens,
            Self::EndedChange | Self::ExpiredChange => ExpiringRows::EmailChanges,
            Self::Draft => ExpiringRows::Drafts,
            Self::FullBucket => ExpiringRows::Buckets,
            Self::ExpiredFlow => ExpiringRows::SignInFlows,
            Self::ForgottenNetwork => ExpiringRows::KnownNetworks,
            Self::Challenge => ExpiringRows::Challenges,
            Self::BegunFactor => ExpiringRows::BegunFactors,
            Self::FormerViewer => ExpiringRows::Viewers,
        }
    }
}

pub(in crate::operation) fn fresh_address() -> String {
    format!("p{}@example.org", id().simple())
}

pub(in crate::operation) fn fresh_key() -> BucketKey {
    let (one, other) = (id().into_bytes(), id().into_bytes());
    std::array::from_fn(|byte| if byte < 16 { one[byte] } else { other[byte - 16] })
}

/// Stores a row whose relevant instant is `at`, at least an hour after noon; returns its id if it has one.
pub(in crate::operation) async fn leave(stores: &Stores, row: Row, at: OffsetDateTime) -> Uuid {
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
        Row::Request => {
            let response = RecordedResponse { status: 202, body: String::new() };
            let (user_id, application_id, fingerprint) = (None, None, [7; 32]);
            let record = RequestRecord {
                id: fresh_key(),
                user_id,
                application_id,
                fingerprint,
                response,
                expires_at: at,
            };
            stores.requests.store(&record).await.expect("a stored record");
            Uuid::nil()
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
            stores.applications.save_draft(ana, save_step(None, at)).await.expect("a saved draft");
            ana
        }
        Row::FullBucket => {
            let rate = Rate::new(1.0, Duration::HOUR);
            let taken = stores.limiter.take(&fresh_key(), rate, at - Duration::HOUR).await;
            assert!(matches!(taken, Ok(Ok(_))), "{taken:?}");
            id()
        }
        Row::ExpiredFlow => {
            let id = id();
            let created_at = at - FLOW_LIFETIME;
            let flow = SignInFlow { id, state: FlowState::IdToken, created_at };
            stores.identities.begin_flow(&flow).await.expect("a stored row");
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
        Row::FormerViewer => {
            let ana = stores.applicant(&email).await;
            let application = stores.submitted(ana, NOON).await.id;
            stores.review.announce_viewing(application, ana, at).await.expect("an announced viewer");
            ana
        }
        Row::ForgottenNetwork => {
            stores.limiter.remember(&fresh_key(), at).await;
            id()
        }
    }
}

/// Queues a mail without a token and returns its id.
pub(super) async fn queued_mail(stores: &Stores, email: &str, at: OffsetDateTime) -> Uuid {
    let mail = mail(MailKind::AccountExists, email, at);
    let mail_id = mail.id;
    resend(stores, email, None, OutgoingMail { token_id: None, ..mail }, at).await;
    mail_id
}

/// Stores a token for an address together with a mail; returns the token's id.
pub(super) async fn resend(
    stores: &Stores,
    email: &str,
    registration_id: Option<Uuid>,
    mail: OutgoingMail,
    at: OffsetDateTime,
) -> Uuid {
    let token = token(email, registration_id, at);
    let token_id = token.id;
    let step = Box::new(move |_| RegistrationDraft { token, mail, record: None });
    stores.accounts.issue(address(email), at, step).await.expect("a stored row");
    token_id
}

pub(super) async fn leased(stores: &Stores, mail_id: Uuid, now: OffsetDateTime) -> Uuid {
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
pub(super) async fn sent(stores: &Stores, mail_id: Uuid, at: OffsetDateTime) {
    let lease = leased(stores, mail_id, at).await;
    stores.mark_sent(mail_id, lease, at).await;
}

/// Opens a session that expires at `until`; returns the ids of its user and of the session.
pub(super) async fn opened(stores: &Stores, until: OffsetDateTime) -> (Uuid, Uuid) {
    let ana = stores.applicant(&fresh_address()).await;
    let session = Session { expires_at: until, ..session(ana, NOON) };
    let session_id = session.id;
    stores.open(session).await;
    (ana, session_id)
}

pub(super) async fn remove(stores: &Stores, what: ExpiringRows, cut_off: OffsetDateTime, limit: u32) -> u64 {
    stores.leftovers.remove(what, cut_off, NOW, limit).await.expect("a working store")
}

/// The number of rows of a kind, removable or not.
pub(super) async fn count(stores: &Stores, what: ExpiringRows) -> u64 {
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
        ExpiringRows::IdempotentRequests => stores.readback.count("idempotent_requests").await,
        ExpiringRows::Tokens => stores.readback.tokens().await,
        ExpiringRows::EmailChanges => stores.readback.email_changes().await,
        ExpiringRows::Drafts => stores.readback.count("application_drafts").await,
        ExpiringRows::Buckets => stores.readback.count("rate_limits").await,
        ExpiringRows::SignInFlows => stores.readback.count("sign_in_flows").await,
        ExpiringRows::KnownNetworks => stores.readback.count("known_networks").await,
        ExpiringRows::Viewers => stores.readback.count("application_viewers").await,
        ExpiringRows::Challenges | ExpiringRows::BegunFactors => stores.readback.factor_rows().await,
    }
}
