//! The administration of users: the list, one user, roles, disabled accounts, sessions, factors, and confirmations.

use forum_domain::accounts::Role;
use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, Caller, Sent, TestApi, UNKNOWN_ID};
use http::Method;
use serde_json::json;
use time::Duration;

use crate::support::requests::{new_session, reauthenticate, sign_up_form};
use crate::support::sign_in_methods::{Enrolled, with_app};

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
        "roles": ["applicant"], "state": "active", "created_at": "2026-11-20T12:00:00Z", "disabled_at": null,
        "last_sign_in_at": "2026-11-20T12:05:00Z", "application_id": application,
    });
    let list = admin.get(&format!("{USERS}?role=applicant")).await.expect(200);
    assert_eq!(list.json["items"], json!([expected]));
    expected["applications"] = json!([{"id": application, "status": "pending"}]);
    expected["sessions"] = json!(2);
    expected["factors"] = json!([]);
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

#[tokio::test]
async fn every_act_on_another_account_needs_a_fresh_session() {
    let (api, admin) = TestApi::with_admin().await;
    let id = api.applicant("ana@school.example").await.id().await;
    api.clock().advance(Duration::minutes(10));
    let reason = json!({"reason": "left"});
    for (method, path) in [
        (Method::PUT, "roles/moderator"),
        (Method::DELETE, "roles/applicant"),
        (Method::POST, "disable"),
        (Method::POST, "enable"),
        (Method::DELETE, "sessions"),
        (Method::DELETE, "factors?reason=lost"),
        (Method::POST, "verification-mail"),
    ] {
        let path = format!("{USERS}/{id}/{path}");
        let sent = Sent::new(method, &path);
        let sent = if path.ends_with("disable") { sent.json(&reason) } else { sent };
        admin.send(sent).await.problem(403, "reauthentication_required");
    }
    let user = admin.get(&format!("{USERS}/{id}")).await.expect(200);
    assert_eq!((&user.json["roles"], &user.json["state"]), (&json!(["applicant"]), &json!("active")));
    reauthenticate(&admin).await;
    put(&admin, &format!("{USERS}/{id}/roles/moderator")).await.expect(200);
}

#[tokio::test]
async fn the_user_is_told_of_each_act_and_of_nothing_that_had_no_effect() {
    let (api, admin) = TestApi::with_admin().await;
    let email = "ana@school.example";
    let ana = api.applicant(email).await;
    let path = format!("{USERS}/{}", ana.id().await);
    let told = async || {
        api.run_mail().await;
        api.inbox().sent().into_iter().filter(|mail| mail.to == email).count()
    };
    put(&admin, &format!("{path}/roles/moderator")).await.expect(200);
    assert_eq!(told().await, 1);
    let mail = api.inbox().last_to(email).expect("a mail");
    assert_eq!(mail.kind, MailKind::AccountChanged);
    assert!(mail.content.text.contains("You now have the role of moderator."), "{}", mail.content.text);
    put(&admin, &format!("{path}/roles/moderator")).await.expect(200);
    assert_eq!(told().await, 1);
    let ends = async || admin.delete(&format!("{path}/sessions")).await.expect(204);
    ends().await;
    ana.get("/api/users/me").await.problem(401, "session_revoked");
    ends().await;
    admin.delete(&format!("{path}/factors?reason=lost")).await.expect(204);
    assert_eq!(told().await, 2);
    for unknown in ["sessions", "factors?reason=lost"] {
        admin.delete(&format!("{USERS}/{UNKNOWN_ID}/{unknown}")).await.problem(404, "not_found");
    }
    admin
        .delete(&format!("{path}/factors?reason=%20"))
        .await
        .invalid("validation_failed", &[("/reason", "required")]);
    admin.delete(&format!("{path}/factors?reason=%00")).await.problem(422, "invalid_text");
}

#[tokio::test]
async fn a_user_without_their_lost_factor_signs_in_by_password_and_only_sessions_with_it_end() {
    let (api, admin) = TestApi::with_admin().await;
    let email = "ana@school.example";
    let (ana, ..) = with_app(&api, email).await;
    let path = format!("{USERS}/{}", ana.id().await);
    assert_eq!(admin.get(&path).await.expect(200).json["factors"], json!(["totp"]));
    // The second time nothing is left, no recovery code either.
    for _ in 0..2 {
        admin.delete(&format!("{path}/factors?reason=lost")).await.expect(204);
    }
    ana.get("/api/users/me").await.problem(401, "session_revoked");
    assert_eq!(admin.get(&path).await.expect(200).json["factors"], json!([]));
    new_session(&api, email).await;
    let bo = api.applicant("bo@school.example").await;
    Enrolled::by(&bo).await;
    admin.delete(&format!("{USERS}/{}/factors?reason=lost", bo.id().await)).await.expect(204);
    bo.get("/api/users/me").await.expect(200);
    api.run_mail().await;
    let kinds: Vec<MailKind> = api.inbox().sent().iter().map(|mail| mail.kind).collect();
    assert!(kinds.contains(&MailKind::FactorRemoved), "{kinds:?}");
    let log = admin.get("/api/admin/audit-events?action=factors.reset").await.expect(200);
    assert_eq!(log.each("actor_id"), [&*admin.id().await; 2]);
}

#[tokio::test]
async fn an_unconfirmed_sign_up_is_listed_once_and_gets_its_mail_again() {
    let (api, admin) = TestApi::with_admin().await;
    api.applicant("ana@school.example").await;
    // The first two are one person, and the last one has an account.
    for email in ["dana@school.example", "Dana@school.example", "ana@school.example"] {
        api.anonymous().post("/api/auth/signup", &sign_up_form(email)).await.expect(202);
        api.clock().advance(Duration::SECOND);
    }
    api.run_mail().await;
    let list = async |query: &str| admin.get(&format!("{USERS}?state={query}")).await.expect(200);
    let unverified = list("unverified").await;
    assert_eq!(unverified.each("email"), ["Dana@school.example"]);
    for (query, total) in [
        ("unverified&q=dan&sort=name", 1),
        ("unverified&q=ana", 1),
        ("unverified&q=zoe&sort=email", 0),
        ("unverified&role=member", 0),
        ("active", 2),
        ("disabled", 0),
    ] {
        assert_eq!(list(query).await.json["total"], total, "{query}");
    }
    let id = unverified.json["items"][0]["id"].as_str().expect("an id").to_owned();
    let user = admin.get(&format!("{USERS}/{id}")).await.expect(200);
    assert_eq!((&user.json["state"], &user.json["roles"]), (&json!("unverified"), &json!([])));
    let path = format!("{USERS}/{id}/verification-mail");
    let resend = || Sent::new(Method::POST, &path).header("idempotency-key", "once");
    for _ in 0..2 {
        admin.send(resend()).await.expect(202);
    }
    let other = format!("{USERS}/{UNKNOWN_ID}/verification-mail");
    let reused = Sent::new(Method::POST, &other).header("idempotency-key", "once");
    admin.send(reused).await.problem(422, "idempotency_key_reused");
    let long = Sent::new(Method::POST, &path).header("idempotency-key", "k".repeat(65));
    admin.send(long).await.problem(422, "validation_failed");
    api.run_mail().await;
    let mails = api.inbox().sent().into_iter().filter(|mail| mail.to == "Dana@school.example");
    assert_eq!(mails.map(|mail| mail.kind).collect::<Vec<_>>(), [MailKind::VerifyEmail; 2]);
    let log = admin.get("/api/admin/audit-events?action=verification.resent").await.expect(200);
    assert_eq!(log.each("target_id"), [id.as_str()]);
    assert_eq!(log.each("actor_id"), [&*admin.id().await]);
    admin.call(&format!("{USERS}/{UNKNOWN_ID}/verification-mail")).await.problem(404, "not_found");
    put(&admin, &format!("{USERS}/{id}/roles/partner")).await.problem(404, "not_found");
}
