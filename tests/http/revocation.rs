//! What ends a session or changes its rights is felt by the very next request with the old token, on either
//! database.

use std::sync::Arc;

use forum_domain::accounts::{AccountStore, Role, RoleChange};
use forum_tests::builders::audit;
use forum_tests::contract::Readback;
use forum_tests::harness::{Answer, Ports, TestApi};
use forum_tests::memory::{MemoryDatabase, MemoryReadback};
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

const SESSIONS: &str = "/api/auth/sessions";
const ME: &str = "/api/users/me";

#[track_caller]
fn judge(answer: Answer, lives: bool) {
    if lives {
        answer.expect(200);
    } else {
        answer.problem(401, "session_revoked");
    }
}

async fn scopes(api: TestApi) {
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

#[tokio::test]
async fn each_scope_of_signing_out_is_felt_by_the_next_request_in_memory() {
    scopes(TestApi::memory()).await;
}

#[sqlx::test(migrations = "../migrations")]
async fn each_scope_of_signing_out_is_felt_by_the_next_request_on_postgresql(pool: PgPool) {
    scopes(TestApi::postgres(&pool)).await;
}

/// A session ended by its id: its own user may, from this session or another.
async fn single(api: TestApi) {
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

#[tokio::test]
async fn ending_a_single_session_is_felt_by_its_next_request_in_memory() {
    single(TestApi::memory()).await;
}

#[sqlx::test(migrations = "../migrations")]
async fn ending_a_single_session_is_felt_by_its_next_request_on_postgresql(pool: PgPool) {
    single(TestApi::postgres(&pool)).await;
}

/// An administrator loses the role: the token in hand opens nothing any more, and the session lives on.
async fn demotion(api: TestApi, accounts: Arc<dyn AccountStore>) {
    let admin = api.admin("dana@forum.example").await;
    admin.get("/api/admin/applications").await.expect(200);
    let id: Uuid = admin.get(ME).await.text_at("/id").parse().expect("an id");
    let change = RoleChange { revoke: vec![Role::Admin], grant: vec![Role::Partner] };
    assert_eq!(accounts.change_roles(id, change, audit("role.revoked", id)).await, Ok(true));
    admin.get("/api/admin/applications").await.problem(403, "forbidden");
    assert_eq!(admin.get(ME).await.expect(200).json["roles"], json!(["partner"]));
}

#[tokio::test]
async fn a_change_of_roles_is_felt_by_the_next_request_in_memory() {
    let ports = Ports::memory();
    let accounts = ports.accounts.clone();
    demotion(TestApi::with(ports), accounts).await;
}

#[sqlx::test(migrations = "../migrations")]
async fn a_change_of_roles_is_felt_by_the_next_request_on_postgresql(pool: PgPool) {
    let ports = Ports::postgres(&pool);
    let accounts = ports.accounts.clone();
    demotion(TestApi::with(ports), accounts).await;
}

/// A disabled account: every session of it is over at once, for requests and for refreshing.
async fn disabling(api: TestApi, disable: impl AsyncFnOnce(Uuid)) {
    let first = api.applicant("ana@school.example").await;
    let credentials = json!({"email": "ana@school.example", "password": forum_tests::harness::PASSWORD});
    let session = api.anonymous().post(SESSIONS, &credentials).await.expect(201);
    let second = api.with_token(&session.text_at("/access_token"));
    disable(first.get(ME).await.text_at("/id").parse().expect("an id")).await;
    judge(first.get(ME).await, false);
    judge(second.get(ME).await, false);
    let refresh = json!({"refresh_token": session.text_at("/refresh_token")});
    api.anonymous().post(&format!("{SESSIONS}/refresh"), &refresh).await.problem(401, "session_revoked");
    api.anonymous().post(SESSIONS, &credentials).await.problem(403, "account_disabled");
}

#[tokio::test]
async fn disabling_an_account_is_felt_by_its_next_request_in_memory() {
    let database = MemoryDatabase::new();
    let readback = MemoryReadback::new(database.clone());
    let api = TestApi::with(Ports::memory_on(&database));
    disabling(api, async move |id| readback.disable(id, forum_tests::builders::NOON).await).await;
}

#[sqlx::test(migrations = "../migrations")]
async fn disabling_an_account_is_felt_by_its_next_request_on_postgresql(pool: PgPool) {
    let api = TestApi::postgres(&pool);
    disabling(api, async move |id| {
        let update = sqlx::query("update users set disabled_at = $2 where id = $1").bind(id);
        update.bind(forum_tests::builders::NOON).execute(&pool).await.expect("the account is disabled");
    })
    .await;
}
