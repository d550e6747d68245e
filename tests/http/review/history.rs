//! The history of an application.

use forum_tests::harness::TestApi;
use serde_json::{Value, json};
use time::Duration;

const LIST: &str = "/api/admin/applications";

#[tokio::test]
async fn a_history_names_the_applicant_and_the_administrator() {
    let api = TestApi::new().await;
    let (ana, admin, id) = api.desk().await;
    let (ana_id, admin_id) = (ana.id().await, admin.id().await);
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

    ana.leave().await;
    assert_eq!(read().await, json!([submission(Value::Null), decision]));
}
