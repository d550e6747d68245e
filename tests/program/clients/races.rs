//! Many concurrent requests against the built program on PostgreSQL.

use std::collections::BTreeMap;

use forum_tests::harness::Caller;
use forum_tests::program::Installation;
use serde_json::{Value, json};

use crate::client::Client;

/// Posts the same body `count` times at once; returns how often each status came back.
async fn concurrently(client: &Client, path: &str, body: &Value, count: usize) -> BTreeMap<u16, usize> {
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..count {
        let (client, path, body) = (client.clone(), path.to_owned(), body.clone());
        requests.spawn(async move { client.post(&path, body).await.status().as_u16() });
    }
    let mut statuses = BTreeMap::new();
    for status in requests.join_all().await {
        *statuses.entry(status).or_default() += 1;
    }
    statuses
}

#[tokio::test]
async fn twenty_submissions_make_one_application_and_fifty_decisions_one_member() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    installation.create_admin("director@forum.example", "Lantern-42-harbor").await;
    let anyone = Client::new(&program.url);
    let teacher = anyone.applicant("nadia@school.example", &sink, 1).await;

    let submits = concurrently(&teacher, "/applications", &Caller::wizard(), 20).await;
    assert_eq!(submits, BTreeMap::from([(201, 1), (409, 19)]));

    let admin = anyone.sign_in("director@forum.example", "Lantern-42-harbor").await;
    let list = admin.get("/admin/applications").await;
    assert_eq!(list["total"], 1);
    let id = list["items"][0]["id"].as_str().expect("an id");
    let decide = format!("/admin/applications/{id}/decision");
    let decisions = concurrently(&admin, &decide, &json!({ "decision": "approved" }), 50).await;
    assert_eq!(decisions, BTreeMap::from([(200, 1), (409, 49)]));

    assert_eq!(admin.get(&format!("/applications/{id}")).await["status"], "approved");
    assert_eq!(teacher.get("/users/me").await["roles"], json!(["member"]));
    // A last mail to wait for: when it arrives, everything queued before it has been sent.
    anyone.sign_up("last@school.example").await;
    let subjects: Vec<String> = sink.wait_for(4).await.iter().map(|mail| mail.read().subject).collect();
    assert_eq!(subjects.len(), 4, "{subjects:?}");
    program.end().await;
}
