//! `ApplicationStore::withdraw`.

use std::collections::HashSet;

use forum_domain::applications::{
    Application, ApplicationFields, ChangeActor, Decision, Withdrawable, Withdrawal, withdraw,
};
use forum_domain::headshots::remove_headshot;
use forum_domain::idempotency::{RecordedResponse, RequestRecord};
use forum_domain::shared::Step;
use forum_tests::builders::{NOON, act, asking, fields};
use forum_tests::stores::Stores;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::change_requests::edited;
use super::headshots::stored;

const LATER: OffsetDateTime = NOON.saturating_add(Duration::HOUR);

/// The real rule for a withdrawal.
pub(crate) fn withdraw_step(user_id: Uuid) -> Step<Withdrawable, Withdrawal> {
    Box::new(move |seen| withdraw(seen, user_id, &act(LATER)))
}

/// The photo stays with the draft and is no longer in use. Those of earlier versions and those that nothing shows are
/// removed at once, but for that of another application.
#[tokio::test]
async fn a_withdrawal_keeps_the_photo_in_the_draft_and_removes_the_others() {
    let stores = &Stores::fresh().await;
    let (ana, admin) = (stores.applicant("ana@example.org").await, stores.admin().await);
    let upload = async |minute| stored(stores, ana, NOON + Duration::minutes(minute)).await.id;
    let with = |photo| ApplicationFields { headshot_id: Some(photo), ..fields() };
    let submit = async |photo| stores.applied(ana, with(photo), NOON).await;
    let rejected = upload(0).await;
    stores.decide(submit(rejected).await.id, Decision::Reject, admin, NOON).await;
    let earlier = upload(1).await;
    let application = submit(earlier).await;
    let (asked, actor) = (asking(admin, &[], NOON), ChangeActor::Administrator(admin));
    stores.change_requests.change(application.id, actor, asked).await.expect("a request");
    let (photo, spare) = (upload(2).await, upload(3).await);
    edited(stores, &application, 1, with(photo)).await;
    let removed = stores.applications.withdraw(application.id, ana, withdraw_step(ana)).await;
    let removed: HashSet<Uuid> = removed.expect("a withdrawal").iter().map(|photo| photo.id).collect();
    assert_eq!(removed, HashSet::from([earlier, spare]));
    let drafted = async || {
        let draft = stores.applications.draft(ana).await.expect("a result");
        draft.and_then(|draft| draft.fields.headshot_id)
    };
    let kept = stores.headshots.stored_of(ana).await.expect("a result");
    let kept: HashSet<Uuid> = kept.iter().map(|photo| photo.id).collect();
    assert_eq!(kept, HashSet::from([rejected, photo]));
    assert_eq!(drafted().await, Some(photo));
    let step = Box::new(move |own: &[_]| remove_headshot(own, photo, LATER));
    stores.headshots.change(ana, None, step).await.expect("a photo in no application");
    assert_eq!(drafted().await, None);
}

/// They contain answers, notes or messages to the applicant. Those about an earlier application stay: otherwise a repeated
/// request would write a second note on it.
#[tokio::test]
async fn a_withdrawal_deletes_only_the_responses_recorded_about_its_application() {
    let stores = &Stores::fresh().await;
    let [ana, bo] = stores.two_applicants().await;
    let admin = stores.admin().await;
    let earlier = stores.submitted(ana, NOON - Duration::DAY).await;
    stores.decide(earlier.id, Decision::Reject, admin, NOON).await;
    let other = stores.submitted(bo, NOON).await;
    let application = stores.submitted(ana, NOON).await;
    let about = |id: u8, application: &Application| RequestRecord {
        id: [id; 32],
        user_id: Some(admin),
        application_id: Some(application.id),
        fingerprint: [7; 32],
        response: RecordedResponse { status: 201, body: "{}".to_owned() },
        expires_at: LATER + Duration::HOUR,
    };
    let records = [about(1, &application), about(2, &earlier), about(3, &other)];
    for record in &records {
        stores.requests.store(record).await.expect("a stored record");
    }
    stores.applications.withdraw(application.id, ana, withdraw_step(ana)).await.expect("a withdrawal");
    for (record, kept) in records.iter().zip([false, true, true]) {
        assert_eq!(stores.requests.find(&record.id, LATER).await.expect("a result").is_some(), kept);
    }
}
