//! `doctor --invariants` passes after every kind of operation, and reports violations without personal data.
//! `contracts/postgres/invariants.rs` breaks each invariant of the database.

use std::path::Path;
use std::time::Duration;

use forum_domain::headshots::ImageKind;
use forum_tests::harness::Caller;
use forum_tests::photos;
use forum_tests::program::{CommandOutput, Installation};
use forum_tests::smtp_sink::SmtpSink;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::Connection;

use crate::client::{Client, PASSWORD};
use crate::support::in_process::connection;

const ADMIN: &str = "director@forum.example";
const DOCTOR: [&str; 2] = ["doctor", "--invariants"];

/// Expects exactly these violations.
async fn finds(installation: &Installation, broken: &[&str]) {
    let CommandOutput { code, stdout, stderr } = installation.run(&DOCTOR).await;
    let output = stdout + &stderr;
    assert_eq!(code, Some(1), "{output}");
    let wrong: Vec<&str> = output.lines().filter(|line| line.starts_with("WRONG")).collect();
    assert_eq!(wrong.len(), broken.len(), "{output}");
    for (line, words) in wrong.iter().zip(broken) {
        assert!(line.contains(words), "{words}: {output}");
    }
    assert!(!output.contains("school.example") && !output.contains("Okafor"), "{output}");
}

async fn submit(client: &Client, photo: Option<&Value>) -> String {
    let mut wizard = Caller::wizard();
    if let Some(photo) = photo {
        wizard["headshot_id"] = photo["id"].clone();
    }
    let answer = client.post_under("once", "/applications", wizard).await.expect("a response");
    assert_eq!(answer.status(), StatusCode::CREATED);
    answer.json::<Value>().await.expect("an application")["id"].as_str().expect("an id").to_owned()
}

/// Ana is approved with a photo. Bo is rejected. Cy deletes the account with a pending application. Dana changes the
/// name and the password and is temporarily disabled. Returns the path of Ana's photo.
async fn everything(installation: &Installation, url: &str, sink: &SmtpSink) -> String {
    installation.create_admin(ADMIN, PASSWORD).await;
    let visitor = Client::new(url);
    let admin = visitor.sign_in(ADMIN, PASSWORD).await;
    let decide = async |id: &str, decision: &str| {
        let path = format!("/admin/applications/{id}/decision");
        let answer = admin.post(&path, json!({ "decision": decision, "note": "read" })).await;
        assert_eq!(answer.status(), StatusCode::OK);
    };
    let ana = visitor.applicant("ana@school.example", sink, 1).await;
    let photo = ana.upload("me.png", &photos::photo(ImageKind::Png, 64, 48)).await;
    let photo: Value = photo.json().await.expect("a photo");
    decide(&submit(&ana, Some(&photo)).await, "approved").await;
    sink.wait_for(3).await;
    let bo = visitor.applicant("bo@school.example", sink, 4).await;
    decide(&submit(&bo, None).await, "rejected").await;
    sink.wait_for(6).await;
    let cy = visitor.applicant("cy@school.example", sink, 7).await;
    submit(&cy, None).await;
    sink.wait_for(8).await;
    let left = cy.send(Method::DELETE, "/users/me", json!({ "current_password": PASSWORD }), &[]).await;
    assert!(left.status().is_success(), "{}", left.status());
    let dana = visitor.applicant("dana@school.example", sink, 9).await;
    let renamed = dana.send(Method::PATCH, "/users/me", json!({ "last_name": "Okafor-Reyes" }), &[]).await;
    assert_eq!(renamed.status(), StatusCode::OK);
    let passwords = json!({ "current_password": PASSWORD, "password": "Marble-58-orchard" });
    assert!(dana.send(Method::PUT, "/users/me/password", passwords, &[]).await.status().is_success());
    let id = dana.get("/users/me").await["id"].as_str().expect("an id").to_owned();
    for change in ["disable", "enable"] {
        let answer = admin.post(&format!("/admin/users/{id}/{change}"), json!({ "reason": "left" })).await;
        assert!(answer.status().is_success());
    }
    photo["headshot_url"].as_str().expect("an address").to_owned()
}

/// Calls every operation that creates rows without an account, for a known and an unknown address.
async fn anonymously(visitor: &Client) {
    for email in ["bo@school.example", "nobody@school.example"] {
        for purpose in ["verify_email", "change_email"] {
            let again = json!({ "email": email, "purpose": purpose });
            assert_eq!(
                visitor.post("/auth/verifications/resend", again).await.status(),
                StatusCode::ACCEPTED
            );
        }
        for path in ["/auth/recovery", "/auth/codes"] {
            let response = visitor.post(path, json!({ "email": email })).await;
            assert_eq!(response.status(), StatusCode::ACCEPTED, "{path}");
        }
        visitor.sign_up(email).await;
        let wrong = json!({ "email": email, "password": "Wrong-99-lantern" });
        assert_eq!(visitor.post("/auth/sessions", wrong).await.status(), StatusCode::UNAUTHORIZED);
    }
}

/// Backdates a file by four hours.
fn age(file: &Path) {
    let opened = std::fs::File::options().append(true).open(file).expect("an open file");
    let written = opened.metadata().and_then(|written| written.modified()).expect("a time");
    opened.set_modified(written - Duration::from_hours(4)).expect("a set modification time");
}

#[tokio::test]
async fn invariants_hold_after_every_operation_and_violations_contain_no_personal_data() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let photo = everything(&installation, &program.url, &sink).await;
    anonymously(&Client::new(&program.url)).await;
    let files = installation.path().join("data/files");
    age(&files.join(photo.strip_prefix("/storage/").expect("a path below /storage/")));
    let output = installation.run(&DOCTOR).await.success();
    assert!(output.contains("ok     decisions: each decided application has one decision"), "{output}");
    assert!(output.contains("ok     photo files: each stored photo has its file"), "{output}");
    assert!(output.ends_with("no problems found\n"), "{output}");

    let mut database = connection(&installation).await;
    let planted = "with renamed as (update application_list set last_name = 'Other' returning 1)
                   delete from user_roles where role = 'member'";
    sqlx::query(planted).execute(&mut database).await.expect("a broken row");
    database.close().await.expect("a clean close");
    let orphan = files.join("headshots/0190a7b0-0000-7000-8000-000000000001/headshot-1.jpg");
    std::fs::create_dir_all(orphan.parent().expect("a folder")).expect("a folder");
    std::fs::write(&orphan, b"orphan").expect("a written file");
    finds(&installation, &["approvals: 1 violation of", "review list: 2 violations of"]).await;
    age(&orphan);
    let file = files.join(photo.strip_prefix("/storage/").expect("a path below /storage/"));
    std::fs::remove_file(file).expect("a removal");
    let broken = [
        "approvals: 1 violation of",
        "review list: 2 violations of",
        "photo files: 1 violation of \"each stored photo has its file\"",
        "photo files: 1 violation of \"each file that is older than a few hours belongs to a photo\"",
    ];
    finds(&installation, &broken).await;
    // The command does not need a running program.
    program.end().await;
    finds(&installation, &broken).await;
}

#[tokio::test]
async fn before_the_first_start_there_is_nothing_to_check_and_nothing_is_created() {
    let installation = Installation::new();
    let output = installation.run(&DOCTOR).await.success();
    assert!(output.contains("private PostgreSQL: not created yet"), "{output}");
    assert_eq!(std::fs::read_dir(installation.path()).expect("an installation directory").count(), 0);
}
