//! Idempotency keys: a repeated request gets the recorded response of the first.

use std::sync::Arc;

use forum_domain::applications::{Application, Decision, Idempotency, SubmitError, SubmitStep, Submitted};
use forum_domain::shared::RecordedResponse;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::builders::{NOON, submit_step};
use crate::contract::{Stores, concurrently};

const ANA: &str = "ana@example.org";
const DAY: Duration = Duration::hours(24);

fn recorded(application: &Application) -> RecordedResponse {
    RecordedResponse { status: 201, body: format!("{{\"id\":\"{}\"}}", application.id) }
}

fn under_key(key: &str, body: u8, at: OffsetDateTime) -> Option<Idempotency> {
    let record = Box::new(recorded);
    Some(Idempotency { key: key.into(), fingerprint: [body; 32], expires_at: at + DAY, record })
}

fn never() -> SubmitStep {
    Box::new(|_| panic!("a replay runs no step"))
}

async fn created(stores: &Stores, user_id: Uuid, key: &str, body: u8) -> Application {
    match stores.applications.submit(user_id, under_key(key, body, NOON), NOON, submit_step(NOON)).await {
        Ok(Submitted::Created(application)) => *application,
        other => panic!("the submission was refused: {other:?}"),
    }
}

/// Every replay returns the first response, and nothing happens again.
pub async fn a_replay_returns_the_recorded_response_and_runs_no_step(stores: &Stores) {
    let ana = stores.applicant(ANA).await;
    let application = created(stores, ana, "key-1", 7).await;
    for _ in 0..2 {
        let at = NOON + DAY - Duration::seconds(1);
        let replayed = stores.applications.submit(ana, under_key("key-1", 7, at), at, never()).await;
        assert_eq!(replayed, Ok(Submitted::Replayed(recorded(&application))));
    }
    assert_eq!(stores.readback.mails().await.len(), 1);
}

/// A key belongs to one request only.
pub async fn the_same_key_with_another_body_is_refused(stores: &Stores) {
    let ana = stores.applicant(ANA).await;
    created(stores, ana, "key-1", 7).await;
    let refused = stores.applications.submit(ana, under_key("key-1", 8, NOON), NOON, never()).await;
    assert_eq!(refused, Err(SubmitError::KeyReused));
}

/// An expired key can be used and recorded again.
pub async fn an_expired_key_is_new(stores: &Stores) {
    let ana = stores.applicant(ANA).await;
    let admin = stores.admin().await;
    let first = created(stores, ana, "key-1", 7).await;
    stores.decide(first.id, Decision::Reject, admin, NOON).await;

    let at = NOON + DAY;
    let again = stores.applications.submit(ana, under_key("key-1", 8, at), at, submit_step(at)).await;
    let Ok(Submitted::Created(second)) = again else { panic!("the key has expired: {again:?}") };
    assert_ne!(first.id, second.id);
    let replayed = stores.applications.submit(ana, under_key("key-1", 8, at), at, never()).await;
    assert_eq!(replayed, Ok(Submitted::Replayed(recorded(&second))));
}

/// The second request waits for the first and gets its response.
pub async fn concurrent_submissions_under_one_key_create_one_and_replay_it(stores: &Stores) {
    let ana = stores.applicant(ANA).await;
    let results = concurrently((0..2).map(|_| {
        let applications = Arc::clone(&stores.applications);
        async move { applications.submit(ana, under_key("key-1", 7, NOON), NOON, submit_step(NOON)).await }
    }))
    .await;
    let created = results.iter().find_map(|result| match result {
        Ok(Submitted::Created(application)) => Some(application),
        _ => None,
    });
    let created = created.unwrap_or_else(|| panic!("one is created: {results:?}"));
    assert!(results.contains(&Ok(Submitted::Replayed(recorded(created)))), "{results:?}");
}

/// Two users may choose the same key.
pub async fn a_key_belongs_to_its_user(stores: &Stores) {
    let [ana, bo] = stores.two_applicants().await;
    let first = created(stores, ana, "key-1", 7).await;
    let second = created(stores, bo, "key-1", 8).await;
    assert_ne!(first.id, second.id);
}

/// A refused request may be repeated with the same key.
pub async fn a_refused_submission_keeps_no_record(stores: &Stores) {
    let ana = stores.applicant(ANA).await;
    let refused: SubmitStep = Box::new(|_| Err(SubmitError::PendingExists));
    let result = stores.applications.submit(ana, under_key("key-1", 7, NOON), NOON, refused).await;
    assert_eq!(result, Err(SubmitError::PendingExists));
    created(stores, ana, "key-1", 8).await;
}
