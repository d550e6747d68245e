//! Ending a session or changing its rights takes effect on the very next request with the old token, on both kinds of
//! stores.

use forum_tests::harness::{Answer, PASSWORD, Sent, TestApi, UNKNOWN_ID};
use http::Method;
use serde_json::json;

use crate::support::requests::new_session;

const SESSIONS: &str = "/api/auth/sessions";
const ME: &str = "/api/users/me";
const USERS: &str = "/api/admin/users";

#[track_caller]
fn expect_session(answer: Answer, is_active: bool) {
    if is_active {
        answer.expect(200);
    } else {
        answer.problem(401, "session_revoked");
    }
}

#[tokio::test]
async fn each_scope_of_signing_out_takes_effect_on_the_next_request() {
    let api = TestApi::new().await;
    let stranger = api.applicant("ben@school.example").await;
    // The scope, then whether the caller's session and the other session stay alive.
    let table = [
        ("", false, false),
        ("?scope=global", false, false),
        ("?scope=local", false, true),
        ("?scope=others", true, false),
    ];
    for (number, (scope, own, other)) in table.into_iter().enumerate() {
        let email = format!("ana{number}@school.example");
        let first = api.applicant(&email).await;
        let second = api.sign_in(&email).await;
        first.delete(&format!("{SESSIONS}{scope}")).await.expect(204);
        for (caller, is_active) in [(&first, own), (&second, other), (&stranger, true)] {
            expect_session(caller.get(ME).await, is_active);
        }
        // Signing in again opens a session that is not affected.
        let again = api.sign_in(&email).await;
        expect_session(first.get(ME).await, own);
        expect_session(again.get(ME).await, true);
    }
    let ana = api.applicant("ana@school.example").await;
    let refused = ana.delete(&format!("{SESSIONS}?scope=GLOBAL")).await;
    refused.invalid("invalid_scope", &[("/scope", "invalid_scope")]);
    expect_session(ana.get(ME).await, true);
}

/// A user may end each of their sessions by its id, from the same session or another one.
#[tokio::test]
async fn ending_a_single_session_takes_effect_on_its_next_request() {
    let api = TestApi::new().await;
    let here = api.applicant("ana@school.example").await;
    let there = api.sign_in("ana@school.example").await;
    let stranger = api.applicant("ben@school.example").await;
    let list = there.get(SESSIONS).await.expect(200);
    let own = list.items().iter().find(|item| item["current"] == true).expect("the current session");
    let path = format!("{SESSIONS}/{}", own["id"].as_str().expect("an id"));
    stranger.delete(&path).await.problem(404, "not_found");
    expect_session(there.get(ME).await, true);
    here.delete(&path).await.expect(204);
    expect_session(there.get(ME).await, false);
    expect_session(here.get(ME).await, true);
    // Ending a session repeatedly is no error.
    here.delete(&path).await.expect(204);
    for unknown in [UNKNOWN_ID, "no-id"] {
        here.delete(&format!("{SESSIONS}/{unknown}")).await.problem(404, "not_found");
    }
}

/// When an administrator loses the role, their access token no longer opens admin operations, but the session stays
/// alive.
#[tokio::test]
async fn a_change_of_roles_takes_effect_on_the_next_request() {
    let api = TestApi::new().await;
    let admin = api.admin("dana@forum.example").await;
    admin.get("/api/admin/applications").await.expect(200);
    let id = admin.get(ME).await.text_at("/id");
    let boss = api.admin("boss@forum.example").await;
    let partner = format!("{USERS}/{id}/roles/partner");
    let granted = boss.send(Sent::new(Method::PUT, &partner)).await.expect(200);
    assert_eq!(granted.json["roles"], json!(["admin", "partner"]));
    boss.delete(&format!("{USERS}/{id}/roles/admin?reason=left")).await.expect(204);
    admin.get("/api/admin/applications").await.problem(403, "forbidden");
    assert_eq!(admin.get(ME).await.expect(200).json["roles"], json!(["partner"]));
}

/// When an account is disabled, all its sessions end at once, for requests and for refreshing.
#[tokio::test]
async fn disabling_an_account_takes_effect_on_its_next_request() {
    let api = TestApi::new().await;
    let boss = api.admin("boss@forum.example").await;
    let first = api.applicant("ana@school.example").await;
    let session = new_session(&api, "ana@school.example").await;
    let second = api.with_token(&session.text_at("/access_token"));
    let id = first.get(ME).await.text_at("/id");
    boss.post(&format!("{USERS}/{id}/disable"), &json!({"reason": "left"})).await.expect(204);
    expect_session(first.get(ME).await, false);
    expect_session(second.get(ME).await, false);
    let refresh = json!({"refresh_token": session.text_at("/refresh_token")});
    api.anonymous().post(&format!("{SESSIONS}/refresh"), &refresh).await.problem(401, "session_revoked");
    let credentials = json!({"email": "ana@school.example", "password": PASSWORD});
    api.anonymous().post(SESSIONS, &credentials).await.problem(403, "account_disabled");
    // Enabling lets the user sign in again, and revives no session.
    boss.call(&format!("{USERS}/{id}/enable")).await.expect(204);
    expect_session(first.get(ME).await, false);
    expect_session(api.sign_in("ana@school.example").await.get(ME).await, true);
}
