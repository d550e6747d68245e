//! Locks, leases and rollback of requests for changes, and what withdrawals and deletions do to them.

mod closing;
mod edits;
mod races;

use forum_domain::applications::{
    Application, ChangeActor, ChangeRequest, ReplacedAnswers, resubmit, take_back,
};
use forum_domain::mail::MailKind;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use forum_tests::builders::{ChangeStep, NOON, act, asking};
use forum_tests::stores::Stores;

const LATER: OffsetDateTime = NOON.saturating_add(Duration::HOUR);
const MESSAGE: &str = "Which city?";

fn taking_back(admin: Uuid, request: Uuid) -> ChangeStep {
    Box::new(move |seen| take_back(seen, request, admin, &act(LATER)))
}

/// The real rule for an edit of the city.
fn editing(user_id: Uuid, version: u32, city: &str) -> ChangeStep {
    let city = city.to_owned();
    Box::new(move |seen| {
        let mut fields = seen.detail.application.fields.clone();
        fields.values.insert("city", city.as_str().into());
        resubmit(seen, fields, version, user_id, &act(LATER))
    })
}

/// Asks for another city.
pub(crate) async fn requested(stores: &Stores, application: Uuid, admin: Uuid) -> ChangeRequest {
    stores.requested(application, admin).await
}

/// Edits the city.
pub(crate) async fn edited(
    stores: &Stores,
    application: &Application,
    version: u32,
    city: &str,
) -> Application {
    let user_id = application.user_id;
    let step = editing(user_id, version, city);
    let edited = stores.change_requests.change(application.id, ChangeActor::Applicant(user_id), step).await;
    edited.expect("an edit").0.application
}

async fn open(stores: &Stores, application: Uuid) -> Option<ChangeRequest> {
    stores.changes_of(application).await.open.map(|signed| signed.request)
}

async fn versions(stores: &Stores, application: Uuid) -> Vec<ReplacedAnswers> {
    stores.change_requests.versions(application).await.expect("a result")
}

async fn kinds(stores: &Stores) -> Vec<MailKind> {
    stores.readback.mails().await.iter().map(|mail| mail.kind).collect()
}

/// The numbers of stored requests and versions.
async fn rows(stores: &Stores) -> (u64, u64) {
    (
        stores.readback.count("application_change_requests").await,
        stores.readback.count("application_versions").await,
    )
}
