//! A draining process reports that it is not ready and keeps serving for the drain time.

use std::time::Duration;

use forum_tests::waiting::wait_for;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{Shared, status_at};
use crate::client::{Client, PASSWORD};

/// A timeout for the program's exit, far longer than the exit takes and far shorter than the drain time.
const GIVE_UP: Duration = Duration::from_secs(120);

#[tokio::test]
async fn a_draining_process_keeps_serving_but_is_not_ready() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("FORUM__HTTP__DRAIN_SECONDS", "300");
    let mut program = shared.installation.serve().await;
    let url = program.url.clone();
    let admin = shared.admin(&url).await;
    // A persistent connection, like a proxy's.
    let kept = reqwest::Client::new();
    let ready = async || kept.get(format!("{url}/api/ready")).send().await.expect("a response");
    let before = ready().await;
    assert_eq!((before.status().as_u16(), before.headers().get("connection")), (200, None));
    drop(before.bytes().await);

    program.signal("TERM").await;
    wait_for("not ready", async || ready().await.status() == 503).await;
    let leaving = ready().await;
    assert_eq!(leaving.headers()["connection"], "close");
    let response: Value = leaving.json().await.expect("a problem");
    assert_eq!(
        (&response["code"], &response["detail"]),
        (&json!("unavailable"), &json!("The program is about to stop."))
    );
    // Requests over new connections are also served.
    Client::new(&url).call(Method::GET, "/health", &Value::Null, 200).await;
    let session = json!({ "email": super::ADMIN, "password": PASSWORD });
    Client::new(&url).call(Method::POST, "/auth/sessions", &session, 201).await;
    assert_eq!(status_at(&url, &admin).await, "ok");

    program.signal("TERM").await;
    let ended = timeout(GIVE_UP, program.ended()).await.expect("an exit after the second signal");
    assert_eq!(ended.code(), Some(1));
    shared.end([]).await;
}

#[tokio::test]
async fn a_draining_process_exits_cleanly_after_its_drain_time() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("FORUM__HTTP__DRAIN_SECONDS", "1");
    let program = shared.installation.serve().await;
    shared.end([program]).await;
}
