//! The audit entries of complete operations: actor, action, target and time.

use forum_domain::shared::Clock;
use forum_tests::harness::{Caller, Ports, UNKNOWN_ID};
use forum_tests::readback::AuditRow;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::support::mailed::link_to;
use crate::support::requests::{sign_up_form, with_readback};

fn entry(at: OffsetDateTime, actor: Uuid, action: &str, target: (&str, Uuid), detail: Value) -> AuditRow {
    let (target_type, target_id) = (target.0.to_owned(), target.1);
    AuditRow { at, actor_id: Some(actor), action: action.into(), target_type, target_id, detail }
}

async fn uuid_of(caller: &Caller<'_>) -> Uuid {
    caller.id().await.parse().expect("an id")
}

#[tokio::test]
async fn confirming_an_address_is_audited_with_the_new_user_as_actor() {
    let (api, readback) = with_readback(Ports::new().await);
    let email = "ana@school.example";
    api.anonymous().post("/api/auth/signup", &sign_up_form(email)).await.expect(202);
    let token = json!({"token": link_to(&api, email).await});
    assert_eq!(readback.audit().await, []);
    api.clock().advance(Duration::minutes(3));
    api.anonymous().post("/api/auth/verifications", &token).await.expect(200);
    let id = uuid_of(&api.sign_in(email).await).await;
    assert_eq!(
        readback.audit().await,
        [entry(api.clock().now(), id, "user.verified", ("user", id), json!({}))]
    );
}

#[tokio::test]
async fn submitting_and_deciding_are_audited_with_actor_and_outcome() {
    let (api, readback) = with_readback(Ports::new().await);
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let admin = api.admin("admin@forum.example").await;
    let before = readback.audit().await.len();
    let mut expected = Vec::new();
    for (applicant, decision) in [(&ana, "approved"), (&bo, "rejected")] {
        let (applicant_id, admin_id) = (uuid_of(applicant).await, uuid_of(&admin).await);
        api.clock().advance(Duration::minutes(1));
        let id: Uuid = applicant.apply().await.parse().expect("an id");
        let target = ("application", id);
        let pending = json!({"status": "pending"});
        expected.push(entry(api.clock().now(), applicant_id, "application.submitted", target, pending));
        api.clock().advance(Duration::minutes(1));
        admin.decide(&id.to_string(), decision).await.expect(200);
        let decided = json!({"status": decision});
        expected.push(entry(api.clock().now(), admin_id, "application.decided", target, decided));
    }
    assert_eq!(readback.audit().await[before..], expected);
}

#[tokio::test]
async fn reading_is_audited_once_in_a_quarter_of_an_hour_and_not_for_owners() {
    let (api, readback) = with_readback(Ports::new().await);
    let (ana, admin, id) = api.desk().await;
    let before = readback.audit().await.len();
    let path = format!("/api/applications/{id}");
    ana.get(&path).await.expect(200);
    admin.get("/api/admin/applications").await.expect(200);
    assert_eq!(readback.audit().await.len(), before);
    let mut expected = Vec::new();
    let desk = format!("/api/admin/applications/{id}");
    let paths = [path, format!("{desk}/notes"), format!("{desk}/history"), format!("{desk}/versions")];
    let target = ("application", id.parse().expect("an id"));
    for (turn, first) in paths.iter().enumerate() {
        let reader = api.admin(&format!("admin{turn}@forum.example")).await;
        api.clock().advance(Duration::minutes(1));
        for path in [first].into_iter().chain(&paths) {
            reader.get(path).await.expect(200);
        }
        expected.push(entry(api.now(), uuid_of(&reader).await, "application.read", target, json!({})));
    }
    let mut entries = readback.audit().await.split_off(before);
    entries.retain(|entry| entry.action != "user.created");
    assert_eq!(entries, expected);
    api.clock().advance(Duration::minutes(15));
    // The access token has expired.
    let reader = api.sign_in("admin3@forum.example").await;
    reader.get(&paths[0]).await.expect(200);
    let entries = readback.audit().await;
    assert_eq!(entries.iter().filter(|entry| entry.action == "application.read").count(), 5);
}

#[tokio::test]
async fn a_refused_operation_is_not_audited() {
    let (api, readback) = with_readback(Ports::new().await);
    let (ana, admin, id) = api.desk().await;
    admin.decide(&id, "approved").await.expect(200);
    let before = readback.audit().await;
    admin.decide(&id, "rejected").await.problem(409, "application_already_decided");
    ana.decide(&id, "rejected").await.problem(403, "forbidden");
    ana.apply_with(json!({})).await.problem(409, "already_member");
    admin.get(&format!("/api/admin/applications/{UNKNOWN_ID}/history")).await.problem(404, "not_found");
    assert_eq!(readback.audit().await, before);
}
