//! What ends a session or changes its rights is felt by the very next request with the old token, on either
//! database.

use forum_domain::accounts::{Role, RoleChange};
use forum_tests::builders::{NOON, audit};
use forum_tests::harness::{Answer, Ports, TestApi};
use serde_json::json;
use uuid::Uuid;

const SESSIONS: &str = "/api/auth/sessions";
const ME: &str = "/api/users/me";

forum_tests::on_both_stores!(
    each_scope_of_signing_out_is_felt_by_the_next_request,
    ending_a_single_session_is_felt_by_its_next_request,
    a_change_of_roles_is_felt_by_the_next_request,
    disabling_an_account_is_felt_by_its_next_request,
);

#[track_caller]
fn judge(answer: Answer, lives: bool) {
    if lives {
        answer.expect(200);
    } else {
        answer.problem(401, "session_revoked");
    }
}

async fn each_scope_of_signing_out_is_felt_by_the_next_request(ports: Ports) {
    let api = TestApi::with(ports);
    let stranger = api.applicant("ben@school.example").await;
    // Scope, then whether the asking and the other session live on.
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
        for (caller, lives) in [(&first, own), (&second, other), (&stranger, true)] {
            judge(caller.get(ME).await, lives);
        }
        // Signing in again opens a session that none of it touches.
        let again = api.sign_in(&email).await;
        judge(first.get(ME).await, own);
        judge(again.get(ME).await, true);
        for _ in 0..2 {
            again.delete(&format!("{SESSIONS}?scope=others")).await.expect(204);
        }
        judge(again.get(ME).await, true);
    }
    let ana = api.applicant("ana@school.example").await;
    for wrong in ["mine", "GLOBAL", "global,local"] {
        let answer = ana.delete(&format!("{SESSIONS}?scope={wrong}")).await.problem(422, "invalid_scope");
        assert_eq!(answer.field_errors(), [("/scope", "invalid_scope")]);
    }
    judge(ana.get(ME).await, true);
}

/// A session ended by its id: its own user may, from this session or another.
async fn ending_a_single_session_is_felt_by_its_next_request(ports: Ports) {
    let api = TestApi::with(ports);
    let here = api.applicant("ana@school.example").await;
    let there = api.sign_in("ana@school.example").await;
    let stranger = api.applicant("ben@school.example").await;
    let list = there.get(SESSIONS).await.expect(200);
    let own = list.json["items"].as_array().expect("items").iter().find(|item| item["current"] == true);
    let path = format!("{SESSIONS}/{}", own.expect("the one that asks")["id"].as_str().expect("an id"));
    stranger.delete(&path).await.problem(404, "not_found");
    judge(there.get(ME).await, true);
    here.delete(&path).await.expect(204);
    judge(there.get(ME).await, false);
    judge(here.get(ME).await, true);
    // Ended is ended, however often it is asked for.
    here.delete(&path).await.expect(204);
    for unknown in [Uuid::nil().to_string(), "no-id".to_owned()] {
        here.delete(&format!("{SESSIONS}/{unknown}")).await.problem(404, "not_found");
    }
}

/// An administrator loses the role: the token in hand opens nothing any more, and the session lives on.
async fn a_change_of_roles_is_felt_by_the_next_request(ports: Ports) {
    let accounts = ports.program.accounts.clone();
    let api = TestApi::with(ports);
    let admin = api.admin("dana@forum.example").await;
    admin.get("/api/admin/applications").await.expect(200);
    let id: Uuid = admin.get(ME).await.text_at("/id").parse().expect("an id");
    let change = RoleChange { revoke: vec![Role::Admin], grant: vec![Role::Partner] };
    assert_eq!(accounts.change_roles(id, change, audit("role.revoked", id)).await, Ok(true));
    admin.get("/api/admin/applications").await.problem(403, "forbidden");
    assert_eq!(admin.get(ME).await.expect(200).json["roles"], json!(["partner"]));
}

/// A disabled account: every session of it is over at once, for requests and for refreshing.
async fn disabling_an_account_is_felt_by_its_next_request(ports: Ports) {
    let readback = ports.readback.clone();
    let api = TestApi::with(ports);
    let first = api.applicant("ana@school.example").await;
    let credentials = json!({"email": "ana@school.example", "password": forum_tests::harness::PASSWORD});
    let session = api.anonymous().post(SESSIONS, &credentials).await.expect(201);
    let second = api.with_token(&session.text_at("/access_token"));
    let id = first.get(ME).await.text_at("/id").parse().expect("an id");
    readback.disable(id, NOON).await;
    judge(first.get(ME).await, false);
    judge(second.get(ME).await, false);
    let refresh = json!({"refresh_token": session.text_at("/refresh_token")});
    api.anonymous().post(&format!("{SESSIONS}/refresh"), &refresh).await.problem(401, "session_revoked");
    api.anonymous().post(SESSIONS, &credentials).await.problem(403, "account_disabled");
}
