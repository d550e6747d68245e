//! The main journey from end to end, on both kinds of stores.

use forum_tests::harness::{Caller, PASSWORD, TestApi};
use serde_json::json;

use crate::support::mailed::link_to;

#[tokio::test]
async fn a_teacher_becomes_a_member() {
    let api = TestApi::new().await;
    let stranger = api.anonymous();
    let email = "Mary.Ann@School.example";
    let sign_up = json!({"email": email, "password": PASSWORD, "first_name": "Mary", "last_name": "Ann"});
    let credentials = json!({"email": "mary.ann@school.example", "password": PASSWORD});

    stranger.post("/api/auth/signup", &sign_up).await.expect(202);
    stranger.post("/api/auth/sessions", &credentials).await.problem(403, "email_not_verified");

    let token = json!({"token": link_to(&api, email).await});
    let redeemed = stranger.post("/api/auth/verifications", &token).await.expect(200);
    assert_eq!(redeemed.json, json!({"purpose": "verify_email", "verified": true, "email": email}));
    stranger.post("/api/auth/verifications", &token).await.problem(400, "token_invalid");

    let session = stranger.post("/api/auth/sessions", &credentials).await.expect(201);
    assert_eq!(session.json["user"]["roles"], json!(["applicant"]));
    let mary = api.with_token(&session.text_at("/access_token"));
    let none = mary.get("/api/applications/mine?status=pending&limit=1").await.expect(200);
    let empty = json!({
        "items": [], "total": 0, "limit": 1, "offset": 0, "next_cursor": null, "prev_cursor": null,
    });
    assert_eq!(none.json, empty);

    let receipt = mary.post("/api/applications", &Caller::wizard()).await.expect(201);
    assert_eq!(receipt.json["status"], "pending");
    let id = receipt.text_at("/id");
    api.run_mail().await;
    assert_eq!(api.inbox().last_to(email).expect("a mail").kind.as_str(), "application_submitted");

    let admin = api.admin("admin@forum.example").await;
    let list = admin.get("/api/admin/applications?status=pending").await.expect(200);
    assert_eq!(list.text_at("/items/0/id"), id);
    let decided = admin.decide(&id, "approved").await.expect(200);
    assert_eq!((&decided.json["status"], &decided.json["email"]), (&json!("approved"), &json!(email)));
    api.run_mail().await;
    assert_eq!(api.inbox().last_to(email).expect("a mail").kind.as_str(), "application_approved");
    assert_eq!(api.inbox().sent().len(), 3);

    // The original session has the new role.
    let me = mary.get("/api/users/me").await.expect(200);
    assert_eq!(me.json["roles"], json!(["member"]));
    mary.post("/api/applications", &Caller::wizard()).await.problem(409, "already_member");
}
