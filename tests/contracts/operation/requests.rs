//! `RequestRecords` with the acts that store a record in their transaction, and `RateLimiter`.

use std::sync::Arc;

use forum_domain::accounts::{
    ChangeResend, Identity, RegistrationDraft, Role, SecurityChange, resend_email_change,
};
use forum_domain::applications::{Decision, DecisionPlan, Submission};
use forum_domain::headshots::Headshot;
use forum_domain::idempotency::{KeyedRequest, NewRequest, RecordedResponse, RequestRecord};
use forum_domain::limits::{BucketKey, Rate, RateLimiter};
use forum_domain::mail::{MailKind, TemplateText};
use forum_domain::notes::NewNote;
use forum_domain::shared::{Code, Refusal};
use forum_tests::builders::{
    NOON, act, address, audit, decide_step, id, mail, registration, submit_step, token,
};
use forum_tests::stores::Stores;
use futures_util::FutureExt;
use time::{Duration, OffsetDateTime};

use crate::application::headshots::begin;
use crate::application::review::adding;
use crate::concurrently;
use crate::mail::messages::dead;
use crate::rollback::contents;
use crate::steps::Act;

const DAY: Duration = RecordedResponse::LIFETIME;

/// The acts that store a record.
#[derive(Debug, Clone, Copy)]
enum Keyed {
    SignUp,
    Issue,
    Resend,
    Decision,
    Note,
    Retry,
    TestMail,
    Link,
    Submission,
    Upload,
}

impl Keyed {
    const ALL: [Self; 10] = [
        Self::SignUp,
        Self::Issue,
        Self::Resend,
        Self::Decision,
        Self::Note,
        Self::Retry,
        Self::TestMail,
        Self::Link,
        Self::Submission,
        Self::Upload,
    ];
}

fn fresh_address() -> String {
    format!("p{}@example.org", id().simple())
}

pub(super) fn fresh_key() -> BucketKey {
    let (one, other) = (id().into_bytes(), id().into_bytes());
    std::array::from_fn(|byte| if byte < 16 { one[byte] } else { other[byte - 16] })
}

fn record(at: OffsetDateTime) -> RequestRecord {
    RequestRecord {
        id: fresh_key(),
        user_id: None,
        application_id: None,
        fingerprint: [7; 32],
        response: RecordedResponse { status: 202, body: "{\"status\":\"check_email\"}".into() },
        expires_at: at + DAY,
    }
}

/// Stores the rows that an act changes, and returns the act under this record.
async fn prepared(stores: &Stores, keyed: Keyed, record: RequestRecord) -> Act {
    let admin = stores.user(&fresh_address(), &[Role::Admin]).await;
    let applicant = stores.applicant(&fresh_address()).await;
    let stores = stores.clone();
    let email = fresh_address();
    let draft = RegistrationDraft {
        token: token(&email, None, NOON),
        mail: mail(MailKind::Decoy, &email, NOON),
        record: Some(record.clone()),
        audit: None,
    };
    let first = record.clone();
    let record = Some(record);
    match keyed {
        Keyed::SignUp => {
            let waiting = registration(&email, "Ana", NOON);
            let step = Box::new(move |_| draft);
            async move { Ok(stores.accounts.sign_up(waiting, step).await?) }.boxed()
        }
        Keyed::Issue => {
            let step = Box::new(move |_| draft);
            async move { stores.accounts.issue(address(&email), NOON, step).await }.boxed()
        }
        Keyed::Resend => {
            let to = address(&email);
            let step = Box::new(move |seen: Option<&_>| ChangeResend {
                record,
                ..resend_email_change(seen, &to, &act(NOON))
            });
            async move { Ok(stores.accounts.resend_email_change(address(&email), NOON, step).await?) }.boxed()
        }
        Keyed::Decision => {
            let application = stores.submitted(applicant, NOON).await.id;
            let decide = decide_step(Decision::Approve, admin, NOON);
            let step = Box::new(move |seen: &_| Ok(DecisionPlan { record, ..decide(seen)? }));
            async move { stores.review.decide(application, admin, step).await.map(drop) }.boxed()
        }
        Keyed::Note => {
            let application = stores.submitted(applicant, NOON).await.id;
            let add = adding(application, admin);
            let step = Box::new(move |seen: &_| Ok(NewNote { record, ..add(seen)? }));
            async move { stores.notes.add(application, admin, step).await.map(drop) }.boxed()
        }
        Keyed::Retry => {
            let mail = dead(&stores).await;
            let audit = audit("email_message.retried", mail);
            async move { stores.retry_mail(mail, audit, record).await }.boxed()
        }
        Keyed::TestMail => {
            let text = TemplateText { subject: "Test".into(), html_content: "<p>Test</p>".into() };
            let test = mail(MailKind::TemplateTest, &email, NOON);
            let audit = audit("email_template.tested", id());
            async move { stores.templates.queue_test(admin, &test, &text, &audit, record).await }.boxed()
        }
        Keyed::Link => {
            let link = Identity {
                id: id(),
                user_id: admin,
                provider: "school".into(),
                subject: id().to_string(),
                email: None,
                linked_at: NOON,
            };
            let change = SecurityChange { link: Some(link), record, ..SecurityChange::default() };
            async move { stores.change_security(admin, change).await }.boxed()
        }
        Keyed::Submission => {
            let submit = submit_step(NOON);
            let step = Box::new(move |seen: &_| Ok(Submission { record, ..submit(seen)? }));
            async move { stores.applications.submit(applicant, step).await.map(drop) }.boxed()
        }
        Keyed::Upload => {
            let RequestRecord { id, user_id, fingerprint, response, .. } = first;
            let request = NewRequest { id, user_id, fingerprint, now: NOON };
            let keyed = KeyedRequest { request, record: Box::new(move |_: &Headshot| response) };
            let step = begin(applicant, NOON);
            async move { stores.headshots.change(applicant, Some(keyed), step).await.map(drop) }.boxed()
        }
    }
}

async fn stored(stores: &Stores, record: &RequestRecord, at: OffsetDateTime) -> Option<RequestRecord> {
    stores.requests.find(&record.id, at).await.expect("a working store")
}

/// The second one waits for the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_acts_under_one_record_one_is_stored_with_it_and_later_ones_store_nothing() {
    let stores = &Stores::fresh().await;
    let repeated =
        |result: &Result<(), Refusal>| result.as_ref().is_err_and(|refusal| refusal.code == Code::Conflict);
    for keyed in Keyed::ALL {
        let record = record(NOON);
        let mut acts = Vec::new();
        for _ in 0..4 {
            acts.push(prepared(stores, keyed, record.clone()).await);
        }
        let results = concurrently(acts).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{keyed:?}: {results:?}");
        assert_eq!(results.iter().filter(|result| repeated(result)).count(), 3, "{keyed:?}: {results:?}");
        assert_eq!(stored(stores, &record, NOON).await, Some(record.clone()), "{keyed:?}");
        let later = prepared(stores, keyed, record).await;
        let before = contents(stores).await;
        let result = later.await;
        assert!(repeated(&result), "{keyed:?}: {result:?}");
        assert!(contents(stores).await == before, "{keyed:?} left rows behind");
    }
}

#[tokio::test]
async fn a_record_expires_and_is_replaced() {
    let stores = &Stores::fresh().await;
    let first = record(NOON);
    stores.requests.store(&first).await.expect("a stored record");
    let (last, at) = (NOON + DAY - Duration::SECOND, NOON + DAY);
    assert_eq!(stored(stores, &first, last).await, Some(first.clone()));
    assert_eq!(stored(stores, &first, at).await, None);
    let early = RequestRecord { expires_at: last + DAY, fingerprint: [8; 32], ..first.clone() };
    assert!(stores.requests.store(&early).await.is_err());
    let second = RequestRecord { expires_at: at + DAY, ..early };
    stores.requests.store(&second).await.expect("a replaced record");
    assert_eq!(stored(stores, &first, at).await, Some(second));
}

/// Five tokens in five minutes.
const RATE: Rate = Rate { cost: Duration::MINUTE, window: Duration::minutes(5) };

fn key(number: u8) -> BucketKey {
    [number; 32]
}

/// Takes up to ten tokens; returns how many there were.
async fn tokens(limiter: &dyn RateLimiter, key: &BucketKey, now: OffsetDateTime) -> usize {
    let mut taken = 0;
    for _ in 0..10 {
        let outcome = limiter.take(key, RATE, now).await.expect("a working store");
        taken += usize::from(outcome.is_ok());
    }
    taken
}

/// A refusal does not delay the next token, and a clock that was set back delays no request.
#[tokio::test]
async fn a_bucket_gives_its_burst_refills_with_time_and_takes_tokens_back() {
    let stores = &Stores::fresh().await;
    let limiter = &*stores.limiter;
    assert_eq!(tokens(limiter, &key(1), NOON + Duration::HOUR).await, 5);
    for number in [1, 2] {
        assert_eq!(tokens(limiter, &key(number), NOON).await, 5, "bucket {number}");
    }
    for (after, wait) in [(0, 60_000), (1, 59_999), (59_999, 1)] {
        let now = NOON + Duration::milliseconds(after);
        let refused = limiter.take(&key(1), RATE, now).await;
        assert_eq!(refused, Ok(Err(Duration::milliseconds(wait))), "after {after} ms");
    }
    let minutes = |minutes| NOON + Duration::minutes(minutes);
    let full_at = minutes(6);
    assert_eq!(limiter.take(&key(1), RATE, minutes(1)).await, Ok(Ok(full_at)));
    assert_eq!(tokens(limiter, &key(1), minutes(3)).await, 2);
    for _ in 0..2 {
        limiter.give_back(&key(1), RATE).await;
    }
    assert_eq!(tokens(limiter, &key(1), minutes(3)).await, 2);
    // A full bucket contains its burst.
    limiter.give_back(&key(1), RATE).await;
    assert_eq!(tokens(limiter, &key(1), minutes(60)).await, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_callers_never_take_more_than_the_burst() {
    let stores = &Stores::fresh().await;
    let outcomes = concurrently((0..8).map(|_| {
        let limiter = Arc::clone(&stores.limiter);
        async move { tokens(&*limiter, &key(1), NOON).await }
    }))
    .await;
    assert_eq!(outcomes.iter().sum::<usize>(), 5, "{outcomes:?}");
}

#[tokio::test]
async fn a_network_is_known_until_its_expiry_which_is_never_shortened() {
    let stores = &Stores::fresh().await;
    let (networks, until) = (&*stores.limiter, NOON + Duration::days(90));
    let known = async |at| networks.is_known(&key(1), at).await.expect("a working store");
    assert!(!known(NOON).await);
    networks.remember(&key(1), until).await;
    networks.remember(&key(1), NOON).await;
    assert!(known(until - Duration::SECOND).await && !known(until).await);
    networks.remember(&key(1), until + Duration::DAY).await;
    assert!(known(until).await);
    assert_eq!(networks.is_known(&key(2), NOON).await, Ok(false));
}
