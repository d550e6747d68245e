//! The history of an application.

use forum_tests::harness::{Ports, TestApi};
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::with_readback;

const LIST: &str = "/api/admin/applications";

#[tokio::test]
async fn a_history_names_the_applicant_and_the_administrator() {
    let api = TestApi::new().await;
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let id_of = async |email: &str| api.sign_in(email).await.get("/api/users/me").await.text_at("/id");
    let (ana_id, admin_id) = (id_of("ana@school.example").await, id_of("admin@forum.example").await);
    let id = ana.apply().await;
    let path = format!("{LIST}/{id}/history");
    let submission = |name: Value| {
        json!({"created_at": "2026-11-20T12:00:00Z", "actor_id": ana_id,
            "actor_name": name, "action": "submitted", "from_status": null, "to_status": "pending",
            "change": null})
    };
    let read = async || {
        let mut items = admin.get(&path).await.expect(200).json["items"].take();
        for item in items.as_array_mut().expect("items") {
            let id = item.as_object_mut().expect("an event").shift_remove("id");
            assert!(id.is_some_and(|id| id.as_str().is_some_and(|id| id.len() == 36)));
        }
        items
    };
    assert_eq!(read().await, json!([submission(json!("Ana Li"))]));

    api.clock().advance(Duration::minutes(1));
    admin.decide(&id, "rejected").await.expect(200);
    let decision = json!({"created_at": "2026-11-20T12:01:00Z",
        "actor_id": admin_id, "actor_name": "Ana Li", "action": "decided", "from_status": "pending",
        "to_status": "rejected", "change": null});
    assert_eq!(read().await, json!([submission(json!("Ana Li")), decision]));

    let body = json!({"current_password": forum_tests::harness::PASSWORD});
    let leave = forum_tests::harness::Sent::new(http::Method::DELETE, "/api/users/me").json(&body);
    ana.send(leave).await.expect(202);
    assert_eq!(read().await, json!([submission(Value::Null), decision]));
}

#[tokio::test]
async fn each_read_of_a_history_is_audited_as_a_read_of_the_application() {
    let (api, readback) = with_readback(Ports::new().await);
    let id = api.applicant("ana@school.example").await.apply().await;
    let admin = api.admin("admin@forum.example").await;
    let before = readback.audit().await.len();
    admin.get(&format!("{LIST}/{id}/history")).await.expect(200);
    admin
        .get(&format!("{LIST}/5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d/history"))
        .await
        .problem(404, "not_found");
    let entries = readback.audit().await.split_off(before);
    let [entry] = entries.as_slice() else { panic!("one read: {entries:?}") };
    assert_eq!((entry.action.as_str(), entry.target_type.as_str()), ("application.read", "application"));
    assert_eq!((entry.target_id.to_string(), &entry.detail), (id, &json!({})));
}
