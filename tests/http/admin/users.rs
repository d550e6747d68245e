//! The administration of users: the list, one user, roles, and disabled accounts.

use forum_domain::accounts::Role;
use forum_tests::harness::{Answer, Caller, Sent, TestApi, UNKNOWN_ID};
use http::Method;
use serde_json::json;
use time::Duration;

const USERS: &str = "/api/admin/users";

async fn put(caller: &Caller, path: &str) -> Answer {
    caller.send(Sent::new(Method::PUT, path)).await
}

/// An administrator, then three users at intervals of a minute.
async fn four_users(api: &TestApi) -> Caller {
    let admin = api.admin("boss@forum.example").await;
    for (email, role) in [
        ("ana@school.example", Role::Applicant),
        ("ben@school.example", Role::Member),
        ("cleo@forum.example", Role::Admin),
    ] {
        api.clock().advance(Duration::minutes(1));
        api.user(email, &[role]).await;
    }
    admin
}

#[tokio::test]
async fn the_list_is_filtered_and_sorted() {
    let api = TestApi::new().await;
    let admin = four_users(&api).await;
    let [boss, ana, ben, cleo] =
        ["boss@forum.example", "ana@school.example", "ben@school.example", "cleo@forum.example"];
    let table: [(&str, &[&str], u64); 4] = [
        ("?role=admin&sort=email&order=asc", &[boss, cleo], 2),
        ("?q=SCHOOL&sort=email&order=asc", &[ana, ben], 2),
        ("?q=%20&sort=email", &[cleo, boss, ben, ana], 4),
        ("?limit=1&offset=1&sort=email&order=asc", &[ben], 4),
    ];
    for (query, expected, total) in table {
        let list = admin.get(&format!("{USERS}{query}")).await.expect(200);
        assert_eq!(list.each("email"), expected, "{query}");
        assert_eq!(list.json["total"], total, "{query}");
        assert_eq!(list.json["total_is_exact"], true, "{query}");
    }
}

#[tokio::test]
async fn a_user_is_shown_with_applications_and_sessions() {
    let (api, admin) = TestApi::with_admin().await;
    let ana = api.applicant("ana@school.example").await;
    let (id, application) = (ana.id().await, ana.apply().await);
    api.clock().advance(Duration::minutes(5));
    let elsewhere = api.sign_in("ana@school.example").await;
    api.sign_in("ana@school.example").await;
    elsewhere.delete("/api/auth/sessions?scope=local").await.expect(204);
    let mut expected = json!({
        "id": id, "email": "ana@school.example", "first_name": "Ana", "last_name": "Li",
        "roles": ["applicant"], "created_at": "2026-11-20T12:00:00Z", "disabled_at": null,
        "last_sign_in_at": "2026-11-20T12:05:00Z",
    });
    let list = admin.get(&format!("{USERS}?role=applicant")).await.expect(200);
    assert_eq!(list.json["items"], json!([expected]));
    expected["applications"] = json!([{"id": application, "status": "pending"}]);
    expected["sessions"] = json!(2);
    assert_eq!(admin.get(&format!("{USERS}/{id}")).await.expect(200).json, expected);
}

#[tokio::test]
async fn roles_are_granted_and_revoked() {
    let (api, admin) = TestApi::with_admin().await;
    let ana = api.applicant("ana@school.example").await;
    let id = ana.id().await;
    let path = format!("{USERS}/{id}/roles/partner");
    for _ in 0..2 {
        let user = put(&admin, &path).await.expect(200);
        let roles = json!(["applicant", "partner"]);
        assert_eq!((&user.json["id"], &user.json["roles"]), (&json!(id), &roles));
        assert_eq!(ana.get("/api/users/me").await.expect(200).json["roles"], roles);
    }
    for _ in 0..2 {
        admin.delete(&format!("{path}?reason=left")).await.expect(204);
        assert_eq!(ana.get("/api/users/me").await.expect(200).json["roles"], json!(["applicant"]));
    }
    for path in [format!("{USERS}/{id}/roles/Admin"), format!("{USERS}/{id}/roles/%00")] {
        put(&admin, &path).await.problem(422, "unknown_role");
        admin.delete(&path).await.problem(422, "unknown_role");
    }
    put(&admin, &format!("{USERS}/{UNKNOWN_ID}/roles/partner")).await.problem(404, "not_found");
    let reason = json!({"reason": "back"});
    admin.post(&format!("{USERS}/{UNKNOWN_ID}/enable"), &reason).await.problem(404, "not_found");
}

#[tokio::test]
async fn own_roles_and_the_last_administrator_cannot_be_changed() {
    let (api, admin) = TestApi::with_admin().await;
    let own = admin.id().await;
    let reason = json!({"reason": "left"});
    put(&admin, &format!("{USERS}/{own}/roles/partner")).await.problem(409, "own_roles");
    // The same error takes precedence over `last_admin`.
    admin.delete(&format!("{USERS}/{own}/roles/admin")).await.problem(409, "own_roles");
    admin.post(&format!("{USERS}/{own}/disable"), &reason).await.problem(409, "last_admin");
    api.admin("cleo@forum.example").await;
    admin.post(&format!("{USERS}/{own}/disable"), &reason).await.expect(204);
    admin.get("/api/users/me").await.problem(401, "session_revoked");
}

#[tokio::test]
async fn a_body_without_required_members_may_be_omitted() {
    let (api, admin) = TestApi::with_admin().await;
    let id = api.applicant("ana@school.example").await.id().await;
    for (method, path, status) in [(Method::PUT, "roles/partner", 200), (Method::POST, "enable", 204)] {
        let path = format!("{USERS}/{id}/{path}");
        let sent = || Sent::new(method.clone(), &path);
        admin.send(sent()).await.expect(status);
        admin.send(sent().header("content-type", "application/json")).await.expect(status);
        for body in [json!({}), json!({"reason": null}), json!({"reason": ""})] {
            admin.send(sent().json(&body)).await.expect(status);
        }
        admin.send(sent().json(&json!([]))).await.problem(422, "validation_failed");
    }
    let disable = format!("{USERS}/{id}/disable");
    for body in [json!({"reason": null}), json!({"reason": " "})] {
        admin.post(&disable, &body).await.invalid("validation_failed", &[("/reason", "required")]);
    }
    admin.call(&disable).await.problem(415, "unsupported_media_type");
}
