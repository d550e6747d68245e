//! Three processes that start concurrently on an empty database.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::Value;

use super::{Shared, status_at};
use crate::client::Client;

#[tokio::test]
async fn one_process_migrates_and_creates_keys_while_the_others_wait() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let migrations =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations")).expect("a folder");
    let applied = shared.number("select count(*) from _sqlx_migrations where success").await;
    assert_eq!(usize::try_from(applied).expect("a number"), migrations.count());

    let keys = join_all(programs.iter().map(async |program| {
        Client::new(&program.url).call(Method::GET, "/auth/keys", &Value::Null, 200).await
    }));
    let keys = keys.await;
    assert_eq!(keys[0]["items"].as_array().expect("keys").len(), 1);
    assert!(keys.iter().all(|set| *set == keys[0]), "{keys:?}");
    let admin = shared.admin(&programs[0].url).await;
    for program in &programs {
        assert_eq!(status_at(&program.url, &admin).await, "ok");
    }
    shared.end(programs).await;
}
