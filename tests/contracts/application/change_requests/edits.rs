//! Photos of earlier answers, and the rollback of an edit.

use forum_domain::applications::{ApplicationFields, ChangeActor, ChangePlan, resubmit};
use forum_domain::headshots::remove_headshot;
use forum_domain::shared::Code;
use forum_tests::builders::{ChangeStep, NOON, act, audit, fields};
use forum_tests::stores::Stores;

use super::super::headshots::{seen, stored};
use super::{LATER, asking, edited, editing, open, requested, rows, versions};

#[tokio::test]
async fn a_photo_of_an_earlier_version_is_in_use() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let (first, second) = (stored(stores, ana, NOON).await, stored(stores, ana, LATER).await);
    let with_photo = ApplicationFields { headshot_id: Some(first.id), ..fields() };
    let application = stores.applied(ana, with_photo, NOON).await;
    let ask = asking(admin, &[], NOON);
    let actor = ChangeActor::Administrator(admin);
    stores.change_requests.change(application.id, actor, ask).await.expect("a request");
    let chosen = second.id;
    let step: ChangeStep = Box::new(move |seen| {
        let fields = ApplicationFields { headshot_id: Some(chosen), ..fields() };
        resubmit(seen, fields, 1, ana, &act(LATER))
    });
    let actor = ChangeActor::Applicant(ana);
    let (detail, _) = stores.change_requests.change(application.id, actor, step).await.expect("an edit");
    assert_eq!(detail.application.headshot_url, Some(second.key.url()));
    let replaced = versions(stores, application.id).await.pop().expect("a version").version;
    assert_eq!(replaced.headshot_url, Some(first.key.url()));
    let own = seen(stores, ana).await;
    let uses: Vec<_> = own.iter().map(|own| (own.headshot.id, own.in_use, own.is_exempt)).collect();
    assert_eq!(uses, [(first.id, true, true), (second.id, true, false)]);
    let keys = vec![first.key.to_string(), second.key.to_string()];
    assert_eq!(stores.headshots.unshown(keys, LATER).await, Ok(Vec::new()));
    for photo in [first.id, second.id] {
        let step = Box::new(move |own: &[_]| remove_headshot(own, photo, LATER));
        let removed = stores.headshots.change(ana, None, step).await;
        assert_eq!(removed, Err(Code::InUse.into()));
    }
}

/// The audit log refuses a second event with the same id.
#[tokio::test]
async fn an_edit_whose_audit_entry_cannot_be_written_is_rolled_back() {
    let stores = &Stores::fresh().await;
    let ana = stores.applicant("ana@example.org").await;
    let admin = stores.admin().await;
    let application = stores.submitted(ana, NOON).await;
    requested(stores, application.id, admin).await;
    let taken = audit("application.read", application.id);
    stores.audit.record(taken.clone()).await.expect("an entry");
    let inner = editing(ana, 1, "Tampa");
    let step: ChangeStep = Box::new(move |seen| Ok(ChangePlan { audit: taken, ..inner(seen)? }));
    let failed = stores.change_requests.change(application.id, ChangeActor::Applicant(ana), step).await;
    assert_eq!(failed.map(drop).map_err(|refused| refused.code), Err(Code::InternalError));
    assert_eq!(stores.application(application.id).await.application, application);
    assert_eq!(rows(stores).await, (1, 0));
    assert!(open(stores, application.id).await.is_some());
}

#[tokio::test]
async fn a_version_survives_the_deletion_of_its_photo() {
    let stores = &Stores::fresh().await;
    let database = stores.database.as_ref().expect("a database");
    let admin = stores.admin().await;
    let ana = stores.applicant("ana@example.org").await;
    let application = stores.submitted(ana, NOON).await;
    requested(stores, application.id, admin).await;
    edited(stores, &application, 1, "Tampa").await;
    sqlx::query(
        "with photo as (
             insert into headshots (id, user_id, key, content_type, width, height, bytes, state, created_at, changed_at)
             values ($1, $1, $1 || '/headshot-1.jpg', 'image/jpeg', 64, 48, 1000, 'removing', $2, $2)
         )
         update application_versions set headshot_id = $1",
    )
    .bind(ana)
    .bind(NOON)
    .execute(database.pool())
    .await
    .expect("a photo");
    stores.headshots.forget(ana).await.expect("a deleted row");
    let versions = stores.change_requests.versions(application.id).await.expect("a result");
    assert_eq!(versions[0].version.fields.headshot_id, None);
}
