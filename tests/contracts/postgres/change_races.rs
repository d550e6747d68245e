//! Requests for changes on PostgreSQL: races, and a deleted photo.

use forum_tests::builders::NOON;
use forum_tests::postgres::PostgresDatabase;

use crate::application::change_requests::{edited, race, requested};

const ROUNDS: usize = 120;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn edits_decisions_withdrawals_and_requests_at_the_same_time_do_not_mix() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    race(&stores, ROUNDS).await;
    database.assert_invariants().await;
    drop(stores);
}

#[tokio::test]
async fn a_version_survives_the_deletion_of_its_photo() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    let admin = stores.admin().await;
    let ana = stores.applicant("ana@example.org").await;
    let application = stores.submitted(ana, NOON).await;
    requested(&stores, application.id, admin).await;
    edited(&stores, &application, 1, "Tampa").await;
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
    drop(stores);
}
