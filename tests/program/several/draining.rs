//! Draining: a process that was told to stop reports it first, and keeps serving for a while.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{Shared, ask, read};
use crate::client::PASSWORD;
use crate::postgres_processes::wait_for;

/// How long a test waits for the end of a program; far longer than it takes, and far shorter than its drain.
const GIVE_UP: Duration = Duration::from_secs(120);

#[tokio::test]
async fn a_process_that_is_told_to_stop_serves_on_and_is_not_ready() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("FORUM__HTTP__DRAIN_SECONDS", "300");
    let mut program = shared.installation.serve().await;
    let url = program.url.clone();
    let admin = shared.admin(&url).await;
    // One connection that is kept, as a proxy keeps it.
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
    // New requests of all kinds, over new connections too.
    read(ask(Method::GET, &url, "/health", "", &Value::Null).await, 200).await;
    let session = json!({ "email": super::ADMIN, "password": PASSWORD });
    read(ask(Method::POST, &url, "/auth/sessions", "", &session).await, 201).await;
    assert_eq!(admin.is_known_at(&url).await, "ok");

    program.signal("TERM").await;
    let ended = timeout(GIVE_UP, program.ended()).await.expect("an exit after the second signal");
    assert_eq!(ended.code(), Some(1));
    shared.end([]).await;
}

#[tokio::test]
async fn after_its_time_a_leaving_process_ends_in_order() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("FORUM__HTTP__DRAIN_SECONDS", "1");
    let program = shared.installation.serve().await;
    shared.end([program]).await;
}
