//! The role matrix: every operation of the document, who may call it, and what everybody else gets.

use forum_domain::accounts::Role;
use forum_domain::headshots::ImageKind;
use forum_tests::harness::{Answer, Caller, Sent, TestApi};
use forum_tests::memory::plain_image;
use poem::http::Method;
use serde_json::{Value, json};

/// Who may call an operation.
#[derive(Clone, Copy, PartialEq)]
enum Who {
    Anybody,
    SignedIn,
    /// Nobody but applicants.
    Applicant,
    /// The object's owner and administrators.
    Owner,
    /// The object's owner, not even administrators.
    OwnerAlone,
    Admin,
}

/// Operation id, who may, method, path (`{id}` is an application of somebody else, `{headshot}` a photo of theirs), a
/// good body; an upload sends a photo.
type Row = (&'static str, Who, Method, &'static str, Option<Value>);

const UPLOAD: &str = "upload_headshot";

fn matrix() -> Vec<Row> {
    let sign_up = json!({"email": "new@school.example", "password": "Quiet-River-42", "first_name": "N", "last_name": "W"});
    let resend = json!({"email": "new@school.example", "purpose": "verify_email"});
    let credentials = json!({"email": "owner@school.example", "password": "Quiet-River-42"});
    let decision = json!({"decision": "rejected"});
    vec![
        ("sign_up", Who::Anybody, Method::POST, "/api/auth/signup", Some(sign_up)),
        (
            "redeem_verification",
            Who::Anybody,
            Method::POST,
            "/api/auth/verifications",
            Some(json!({"token": "x"})),
        ),
        ("resend_verification", Who::Anybody, Method::POST, "/api/auth/verifications/resend", Some(resend)),
        ("create_session", Who::Anybody, Method::POST, "/api/auth/sessions", Some(credentials)),
        (
            "refresh_session",
            Who::Anybody,
            Method::POST,
            "/api/auth/sessions/refresh",
            Some(json!({"refresh_token": "x"})),
        ),
        ("end_sessions", Who::SignedIn, Method::DELETE, "/api/auth/sessions?scope=others", None),
        ("get_current_user", Who::SignedIn, Method::GET, "/api/users/me", None),
        ("submit_application", Who::SignedIn, Method::POST, "/api/applications", Some(Caller::wizard())),
        ("list_my_applications", Who::SignedIn, Method::GET, "/api/applications/mine", None),
        ("get_application", Who::Owner, Method::GET, "/api/applications/{id}", None),
        (UPLOAD, Who::Applicant, Method::POST, "/api/headshots", None),
        ("list_headshots", Who::SignedIn, Method::GET, "/api/headshots", None),
        ("delete_headshot", Who::OwnerAlone, Method::DELETE, "/api/headshots/{headshot}", None),
        ("list_applications", Who::Admin, Method::GET, "/api/admin/applications", None),
        (
            "decide_application",
            Who::Admin,
            Method::POST,
            "/api/admin/applications/{id}/decision",
            Some(decision),
        ),
        ("get_health", Who::Anybody, Method::GET, "/api/health", None),
        ("get_readiness", Who::Anybody, Method::GET, "/api/ready", None),
    ]
}

async fn call(caller: &Caller<'_>, row: &Row, id: &str, headshot: &str) -> Answer {
    let path = row.3.replace("{id}", id).replace("{headshot}", headshot);
    let sent = Sent::new(row.2.clone(), &path);
    match &row.4 {
        Some(body) => caller.send(sent.json(body)).await,
        None if row.0 == UPLOAD => {
            let photo = plain_image(ImageKind::Png, 640, 480);
            caller.send(sent.photo("me.png", &photo)).await
        }
        None => caller.send(sent).await,
    }
}

#[test]
fn every_operation_of_the_document_stands_in_the_matrix_with_its_security() {
    let document = forum_tests::harness::Document::published();
    let mut published: Vec<(&str, bool)> = Vec::new();
    let operations = document.operations();
    for operation in &operations {
        published.push((operation.id(), operation.is_secured()));
    }
    let matrix = matrix();
    let mut known: Vec<(&str, bool)> = matrix.iter().map(|row| (row.0, row.1 != Who::Anybody)).collect();
    published.sort_unstable();
    known.sort_unstable();
    assert_eq!(known, published);
}

#[test]
fn every_row_of_the_matrix_sends_what_its_operation_id_says() {
    let document = forum_tests::harness::Document::published();
    for (id, _, method, path, _) in matrix() {
        let path = ["{id}", "{headshot}"]
            .iter()
            .fold(path.to_owned(), |path, hole| path.replace(hole, "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"));
        assert_eq!(
            document.operation(&method, &path).map(|found| found.id().to_owned()),
            Some(id.to_owned())
        );
    }
}

#[tokio::test]
async fn a_stranger_or_a_bad_token_gets_401_from_every_secured_operation_whatever_else_is_wrong() {
    let api = TestApi::memory();
    for (id, _, method, path, body) in matrix().into_iter().filter(|row| row.1 != Who::Anybody) {
        let (bad_path, bad_body) =
            (path.replace("{id}", "no-id").replace("{headshot}", "no-id"), json!({"unknown": 1}));
        for (token, code) in [(None, "authentication_required"), (Some("junk"), "invalid_token")] {
            let caller = token.map_or_else(|| api.anonymous(), |token| api.with_token(token));
            let sent = Sent::new(method.clone(), &bad_path);
            let sent = if body.is_some() { sent.json(&bad_body) } else { sent };
            let answer = caller.send(sent).await.problem(401, code);
            assert!(answer.json["errors"].is_null(), "{id}");
        }
        let basic = Sent::new(method, path).header("authorization", "Basic YTpi");
        api.anonymous().send(basic).await.problem(401, "authentication_required");
    }
}

#[tokio::test]
async fn each_role_gets_from_each_operation_what_the_matrix_says() {
    for role in Role::ALL {
        let api = TestApi::memory();
        let owner = api.applicant("owner@school.example").await;
        let id = owner.apply().await;
        let photo = owner.upload("me.png", &plain_image(ImageKind::Png, 640, 480)).await.expect(201);
        let headshot = photo.text_at("/id");
        let caller = api.user("caller@school.example", &[role]).await;
        for row in matrix() {
            let answer = call(&caller, &row, &id, &headshot).await;
            let refused = match row.1 {
                Who::Admin if role != Role::Admin => Some((403, "forbidden")),
                Who::Applicant if role != Role::Applicant => Some((403, "not_applicant")),
                Who::Owner if role != Role::Admin => Some((404, "not_found")),
                Who::OwnerAlone => Some((404, "not_found")),
                _ => None,
            };
            let seen = (answer.status, answer.code());
            match refused {
                Some(expected) => assert_eq!(seen, expected, "{} as {role:?}", row.0),
                None => assert!(
                    !["forbidden", "not_found", "authentication_required"].contains(&answer.code()),
                    "{} as {role:?}: {seen:?}",
                    row.0
                ),
            }
        }
    }
}

#[tokio::test]
async fn below_admin_everybody_else_gets_403_before_id_query_and_body_are_looked_at() {
    let api = TestApi::memory();
    let member = api.member("member@school.example").await;
    member.get("/api/admin/applications?limit=never").await.problem(403, "forbidden");
    let path = "/api/admin/applications/no-id/decision";
    member.post(path, &json!({"decision": 7})).await.problem(403, "forbidden");
    let text = Sent::new(Method::POST, path).header("content-type", "text/plain");
    member.send(text).await.problem(403, "forbidden");
}

#[tokio::test]
async fn the_application_of_somebody_else_answers_like_one_that_does_not_exist() {
    let api = TestApi::memory();
    let owner = api.applicant("owner@school.example").await;
    let id = owner.apply().await;
    let other = api.applicant("other@school.example").await;
    let theirs = other.get(&format!("/api/applications/{id}")).await.problem(404, "not_found");
    let nobodys = other.get("/api/applications/5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d").await;
    let malformed = other.get("/api/applications/no-id").await;
    for other in [nobodys, malformed] {
        let other = other.problem(404, "not_found");
        assert_eq!(other.json["detail"], theirs.json["detail"]);
    }
    owner.get(&format!("/api/applications/{id}")).await.expect(200);
}
