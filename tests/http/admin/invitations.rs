//! Invitations of administrators.

use forum_domain::accounts::Role;
use forum_tests::harness::{Answer, Caller, TestApi};
use serde_json::json;
use time::Duration;

use crate::support::sign_in_methods::{Enrolled, id_token, link_to};

const INVITATIONS: &str = "/api/admin/invitations";

async fn invite(admin: &Caller, email: &str) -> Answer {
    admin.post(INVITATIONS, &json!({"email": email})).await
}

async fn accept(caller: &Caller, token: &str) -> Answer {
    caller.post("/api/invitations/acceptances", &json!({"token": token})).await
}

#[tokio::test]
async fn the_owner_of_the_address_accepts_after_setting_up_a_second_factor() {
    let (api, admin) = TestApi::with_admin().await;
    let invited = invite(&admin, "New@forum.example").await.expect(201);
    let list = admin.get(INVITATIONS).await.expect(200);
    assert_eq!(list.each("email"), ["New@forum.example"]);
    assert_eq!(list.items()[0]["id"], invited.json["id"]);
    let token = link_to(&api, "New@forum.example").await;

    let thief = api.applicant("thief@school.example").await;
    Enrolled::by(&thief).await.verify(&thief).await.expect(200);
    accept(&thief, &token).await.problem(400, "token_invalid");
    api.anonymous()
        .post("/api/auth/verifications", &json!({"token": token}))
        .await
        .problem(400, "token_invalid");

    let owner = api.applicant("new@forum.example").await;
    accept(&owner, &token).await.problem(403, "second_factor_required");
    Enrolled::by(&owner).await.verify(&owner).await.expect(200);
    accept(&owner, &token).await.expect(204);
    assert_eq!(owner.get("/api/users/me").await.expect(200).json["roles"], json!(["admin", "applicant"]));
    accept(&owner, &token).await.expect(204);
    assert!(admin.get(INVITATIONS).await.expect(200).items().is_empty());
    let granted = admin.get("/api/admin/audit-events?action=role.granted").await.expect(200);
    assert_eq!(granted.items()[0]["detail"], json!({"role": "admin", "invitation": invited.json["id"]}));
    assert_eq!(granted.each("actor_id"), [&*owner.id().await]);
    invite(&admin, "new@forum.example").await.problem(409, "conflict");
}

#[tokio::test]
async fn a_replaced_a_withdrawn_an_expired_and_a_former_administrators_invitation_are_void() {
    let (api, admin) = TestApi::with_admin().await;
    let cleo = api.user("cleo@forum.example", &[Role::Admin, Role::Member]).await;
    let email = "new@forum.example";
    let owner = api.applicant(email).await;
    invite(&admin, email).await.expect(201);
    let replaced = link_to(&api, email).await;
    let second = invite(&admin, email).await.expect(201).text_at("/id");
    let withdrawn = link_to(&api, email).await;
    accept(&owner, &replaced).await.problem(400, "token_invalid");
    accept(&owner, &withdrawn).await.problem(403, "second_factor_required");
    cleo.delete(&format!("{INVITATIONS}/{second}")).await.expect(204);
    cleo.delete(&format!("{INVITATIONS}/{second}")).await.problem(404, "not_found");
    accept(&owner, &withdrawn).await.problem(400, "token_invalid");

    invite(&cleo, email).await.expect(201);
    let of_cleo = link_to(&api, email).await;
    let path = format!("/api/admin/users/{}", cleo.id().await);
    let is_void = async || {
        accept(&owner, &of_cleo).await.problem(400, "token_invalid");
        assert!(admin.get(INVITATIONS).await.expect(200).items().is_empty());
    };
    admin.post(&format!("{path}/disable"), &json!({"reason": "left"})).await.expect(204);
    is_void().await;
    admin.call(&format!("{path}/enable")).await.expect(204);
    admin.delete(&format!("{path}/roles/admin")).await.expect(204);
    is_void().await;

    invite(&admin, email).await.expect(201);
    let expired = link_to(&api, email).await;
    for (after, status) in [(Duration::days(3) - Duration::SECOND, 403), (Duration::SECOND, 400)] {
        api.clock().advance(after);
        accept(&api.sign_in(email).await, &expired).await.expect(status);
    }
}

#[tokio::test]
async fn an_invitation_and_its_acceptance_need_a_fresh_proof() {
    let (api, admin) = TestApi::with_admin().await;
    invite(&admin, "new@forum.example").await.expect(201);
    let token = link_to(&api, "new@forum.example").await;
    let owner = api.user("new@forum.example", &[Role::Applicant]).await;
    Enrolled::by(&owner).await.verify(&owner).await.expect(200);
    api.clock().advance(Duration::minutes(11));
    invite(&admin, "other@forum.example").await.problem(403, "reauthentication_required");
    accept(&owner, &token).await.problem(403, "reauthentication_required");
}

#[tokio::test]
async fn an_account_without_a_password_is_no_administrators() {
    let (api, admin) = TestApi::with_admin().await;
    let by_school = id_token(&api, "ina", Some("ina@forum.example")).await;
    let opened = api.anonymous().post("/api/auth/sessions/id_token", &by_school).await.expect(201);
    let ina = api.with_token(&opened.text_at("/access_token"));
    invite(&admin, "ina@forum.example").await.expect(201);
    let token = link_to(&api, "ina@forum.example").await;
    accept(&ina, &token).await.problem(409, "conflict");
}
