//! `RequestRecords`, and the acts that store a record in their transaction.

use std::sync::Arc;

use forum_domain::accounts::{ChangeResend, Role};
use forum_domain::accounts::{Identity, RegistrationDraft, SecurityChange, resend_email_change};
use forum_domain::applications::{Decision, DecisionPlan, Submission};
use forum_domain::headshots::Headshot;
use forum_domain::idempotency::{KeyedRequest, NewRequest, RecordedResponse, RequestRecord};
use forum_domain::mail::{MailKind, TemplateText};
use forum_tests::builders::{
    NOON, act, address, audit, decide_step, id, mail, registration, submit_step, token,
};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::housekeeping::rows::{Row, fresh_address, fresh_key, leave};
use crate::application::headshots::begin;
use crate::concurrently;

const DAY: Duration = RecordedResponse::LIFETIME;

/// The acts that store a record.
#[derive(Debug, Clone, Copy)]
enum Keyed {
    SignUp,
    Issue,
    Resend,
    Decision,
    Retry,
    TestMail,
    Link,
    Submission,
    Upload,
}

impl Keyed {
    const ALL: [Self; 9] = [
        Self::SignUp,
        Self::Issue,
        Self::Resend,
        Self::Decision,
        Self::Retry,
        Self::TestMail,
        Self::Link,
        Self::Submission,
        Self::Upload,
    ];
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

/// The rows that an act changes, ready for it.
struct Prepared {
    admin: Uuid,
    subject: Uuid,
}

async fn prepare(stores: &Stores, keyed: Keyed) -> Prepared {
    let admin = stores.user(&fresh_address(), &[Role::Admin]).await;
    let subject = match keyed {
        Keyed::Decision => {
            let applicant = stores.applicant(&fresh_address()).await;
            stores.submitted(applicant, NOON).await.id
        }
        Keyed::Retry => leave(stores, Row::FailedMail, NOON + Duration::hours(1)).await,
        Keyed::Submission | Keyed::Upload => stores.applicant(&fresh_address()).await,
        _ => id(),
    };
    Prepared { admin, subject }
}

/// Performs an act under this record; the error in words.
async fn perform(
    stores: &Stores,
    keyed: Keyed,
    Prepared { admin, subject }: Prepared,
    record: RequestRecord,
) -> Result<(), String> {
    let email = fresh_address();
    let draft = RegistrationDraft {
        token: token(&email, None, NOON),
        mail: mail(MailKind::Decoy, &email, NOON),
        record: Some(record.clone()),
    };
    let first = record.clone();
    let record = Some(record);
    match keyed {
        Keyed::SignUp => {
            let waiting = registration(&email, "Ana", NOON);
            let stored = stores.accounts.sign_up(waiting, Box::new(move |_| draft)).await;
            stored.map_err(|error| error.to_string())
        }
        Keyed::Issue => {
            let stored = stores.accounts.issue(address(&email), NOON, Box::new(move |_| draft)).await;
            stored.map_err(|error| error.to_string())
        }
        Keyed::Resend => {
            let to = address(&email);
            let step = Box::new(move |seen: Option<&_>| ChangeResend {
                record,
                ..resend_email_change(seen, &to, &act(NOON))
            });
            let stored = stores.accounts.resend_email_change(address(&email), NOON, step).await;
            stored.map_err(|error| error.to_string())
        }
        Keyed::Decision => {
            let decide = decide_step(Decision::Approve, admin, NOON);
            let step = Box::new(move |seen: &_| Ok(DecisionPlan { record, ..decide(seen)? }));
            let stored = stores.review.decide(subject, admin, step).await;
            stored.map(drop).map_err(|error| error.to_string())
        }
        Keyed::Retry => {
            let stored = stores.retry_mail(subject, audit("email_message.retried", subject), record).await;
            stored.map_err(|error| error.to_string())
        }
        Keyed::TestMail => {
            let text = TemplateText { subject: "Test".into(), html_content: "<p>Test</p>".into() };
            let test = mail(MailKind::TemplateTest, &email, NOON);
            let stored = stores.templates.queue_test(admin, &test, &text, record).await;
            stored.map_err(|error| error.to_string())
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
            let stored = stores.change_security(admin, change).await;
            stored.map_err(|error| error.to_string())
        }
        Keyed::Submission => {
            let submit = submit_step(NOON);
            let step = Box::new(move |seen: &_| Ok(Submission { record, ..submit(seen)? }));
            let stored = stores.applications.submit(subject, step).await;
            stored.map(drop).map_err(|error| error.to_string())
        }
        Keyed::Upload => {
            let RequestRecord { id, user_id, fingerprint, response, .. } = first;
            let request = NewRequest { id, user_id, fingerprint, now: NOON };
            let keyed = KeyedRequest { request, record: Box::new(move |_: &Headshot| response) };
            let stored = stores.headshots.change(subject, Some(keyed), begin(subject, NOON)).await;
            stored.map(drop).map_err(|error| error.to_string())
        }
    }
}

/// The texts of `Fault::Repeated` and of the refusal that it becomes.
const REPEATED: [&str; 2] = ["this request was repeated concurrently", "conflict"];

fn is_repeated(result: &Result<(), String>) -> bool {
    result.as_ref().is_err_and(|text| REPEATED.contains(&text.as_str()))
}

/// Everything that the acts write.
async fn written(stores: &Stores) -> [u64; 8] {
    let (readback, audit) = (&stores.readback, stores.readback.audit().await.len() as u64);
    [
        readback.mails().await.len() as u64,
        readback.registrations().await,
        readback.tokens().await,
        readback.count("identities").await,
        readback.count("idempotent_requests").await,
        readback.count("applications").await,
        readback.count("headshots").await,
        audit,
    ]
}

async fn stored(stores: &Stores, record: &RequestRecord, at: OffsetDateTime) -> Option<RequestRecord> {
    stores.requests.find(&record.id, at).await.expect("a working store")
}

#[tokio::test]
async fn an_act_stores_its_record_and_another_act_under_it_stores_nothing() {
    let stores = &Stores::fresh().await;
    for keyed in Keyed::ALL {
        let (first, second) = (prepare(stores, keyed).await, prepare(stores, keyed).await);
        let record = record(NOON);
        assert_eq!(perform(stores, keyed, first, record.clone()).await, Ok(()), "{keyed:?}");
        assert_eq!(stored(stores, &record, NOON).await, Some(record.clone()), "{keyed:?}");
        let before = written(stores).await;
        let again = perform(stores, keyed, second, record).await;
        assert!(is_repeated(&again), "{keyed:?}: {again:?}");
        assert_eq!(written(stores).await, before, "{keyed:?}");
    }
}

/// The second one waits for the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_acts_under_one_record_act_once() {
    let stores = &Stores::fresh().await;
    for keyed in Keyed::ALL {
        let record = record(NOON);
        let mut acts = Vec::new();
        for _ in 0..4 {
            let (stores, prepared) = (Arc::new(stores.clone()), prepare(stores, keyed).await);
            let record = record.clone();
            acts.push(async move { perform(&stores, keyed, prepared, record).await });
        }
        let results = concurrently(acts).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{keyed:?}: {results:?}");
        assert_eq!(results.iter().filter(|result| is_repeated(result)).count(), 3, "{keyed:?}: {results:?}");
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

/// A recorded response may contain the data of its sender and of another user.
#[tokio::test]
async fn a_record_is_deleted_with_the_account_of_its_sender_and_of_its_subject() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await.id;
    stores.decide(application, Decision::Reject, admin, NOON).await;
    let by_ana = RequestRecord { user_id: Some(ana), ..record(NOON) };
    let about_ana = RequestRecord { user_id: Some(bo), application_id: Some(application), ..record(NOON) };
    let by_bo = RequestRecord { user_id: Some(bo), ..record(NOON) };
    for record in [&by_ana, &about_ana, &by_bo] {
        stores.requests.store(record).await.expect("a stored record");
        assert_eq!(stored(stores, record, NOON).await.as_ref(), Some(record));
    }
    stores.delete_account(ana).await;
    for (record, kept) in [(&by_ana, false), (&about_ana, false), (&by_bo, true)] {
        assert_eq!(stored(stores, record, NOON).await.is_some(), kept);
    }
}
