//! The main journey over HTTP, on the built program with its private PostgreSQL and a real SMTP server.

use forum_tests::harness::Caller;
use forum_tests::program::Installation;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;

#[tokio::test]
async fn a_teacher_becomes_a_member_and_every_mail_arrives() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    installation.create_admin("director@forum.example", "Lantern-42-harbor").await;
    let visitor = Client::new(&program.url);

    let teacher = visitor.applicant("nadia@school.example", &sink, 1).await;
    assert_eq!(teacher.get("/users/me").await["roles"], json!(["applicant"]));
    let submitted = teacher.post("/applications", Caller::wizard()).await;
    assert_eq!(submitted.status(), StatusCode::CREATED);
    let submitted: Value = submitted.json().await.expect("a receipt");

    let admin = visitor.sign_in("director@forum.example", "Lantern-42-harbor").await;
    let id = submitted["id"].as_str().expect("an id");
    let decided =
        admin.post(&format!("/admin/applications/{id}/decision"), json!({ "decision": "approved" })).await;
    assert_eq!(decided.status(), StatusCode::OK);
    assert_eq!(teacher.get("/users/me").await["roles"], json!(["member"]));

    let mails = sink.wait_for(3).await;
    let subjects: Vec<String> = mails.iter().map(|mail| mail.read().subject).collect();
    assert!(subjects[1].starts_with("We received your Educators Forum application, Nadia"), "{subjects:?}");
    assert!(subjects[2].starts_with("Welcome to the Educators Forum, Nadia"), "{subjects:?}");
    program.end().await;
}
