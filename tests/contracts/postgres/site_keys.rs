//! The check value of the site's keys in the database, and the keys of stored photos.

use forum_adapters::postgres::{KeysClaim, KnownKeys, known_keys, stored_keys};
use forum_domain::headshots::{Extension, HeadshotStep, Upload, begin_upload, finish_upload};
use forum_tests::builders::{NOON, id, session};
use forum_tests::postgres::PostgresDatabase;
use tokio::task::JoinSet;

#[tokio::test]
async fn the_check_value_of_the_keys_is_set_by_one_process_at_a_time() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    let known = |check: Option<u8>, used| KnownKeys { check: check.map(|byte| vec![byte; 32]), used };
    assert_eq!(known_keys(pool).await, Ok(known(None, false)));
    let first = KeysClaim::begin(pool).await.expect("a claim");
    assert_eq!(first.known, known(None, false));
    let mut second = JoinSet::new();
    let other = pool.clone();
    second.spawn(async move { KeysClaim::begin(&other).await.expect("a claim") });
    let waits = "select exists (select from pg_locks where locktype = 'advisory' and not granted)";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(pool).await.expect("a response") {
        assert!(second.try_join_next().is_none(), "two claims at a time");
        tokio::task::yield_now().await;
    }
    first.settle(&[1; 32]).await.expect("a set value");
    let second = second.join_next().await.expect("a task").expect("a task without a panic");
    assert_eq!(second.known, known(Some(1), false));
    second.settle(&[2; 32]).await.expect("a changed value");
    assert_eq!(known_keys(pool).await, Ok(known(Some(2), false)));
    drop(KeysClaim::begin(pool).await.expect("a claim"));
    let ana = database.stores().applicant("ana@example.org").await;
    database.stores().open(session(ana, NOON)).await;
    assert_eq!(known_keys(pool).await, Ok(known(Some(2), true)));
    let empty = PostgresDatabase::empty().await;
    assert_eq!(known_keys(empty.pool()).await, Ok(known(None, false)));
}

/// `doctor` compares them with the files.
#[tokio::test]
async fn the_keys_of_stored_photos_are_listed_in_pages() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    let user_id = stores.applicant("ana@example.org").await;
    for _ in 0..2 {
        let upload = Upload { id: id(), user_id, extension: Extension::Png, width: 9, height: 9, bytes: 40 };
        let photo = upload.id;
        let begin: HeadshotStep = Box::new(move |own| begin_upload(own, upload, NOON));
        stores.headshots.change(user_id, None, begin).await.expect("a changed photo");
        let finish: HeadshotStep = Box::new(move |own| finish_upload(own, photo, NOON));
        stores.headshots.change(user_id, None, finish).await.expect("a changed photo");
    }
    let keys = async |after: &str, limit| stored_keys(database.pool(), after, limit).await.expect("keys");
    let all = keys("", 9).await;
    assert_eq!((all.len(), keys("", 1).await), (2, all[..1].to_vec()));
    assert_eq!(keys(&all[0], 9).await, all[1..]);
}
