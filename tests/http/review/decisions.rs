//! The administrators' list and their decisions.

use forum_tests::harness::{Caller, TestApi};
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::ids as page_ids;

const LIST: &str = "/api/admin/applications";

/// Three applications at intervals of four minutes, the first approved and the second rejected.
async fn three_applications(api: &TestApi) -> (Caller<'_>, Vec<String>) {
    let admin = api.admin("admin@forum.example").await;
    let mut ids = Vec::new();
    for email in ["ana@school.example", "ben@school.example", "cleo_100%@school.example"] {
        api.clock().advance(Duration::minutes(4));
        ids.push(api.applicant(email).await.apply().await);
    }
    admin.decide(&ids[0], "approved").await.expect(200);
    admin.decide(&ids[1], "rejected").await.expect(200);
    (admin, ids)
}

#[tokio::test]
async fn the_list_is_newest_first_with_unfiltered_counts() {
    let api = TestApi::new().await;
    let (admin, ids) = three_applications(&api).await;
    let counts = json!({"total": 3, "pending": 1, "approved": 1, "rejected": 1});
    let (first, second, third) = (ids[0].clone(), ids[1].clone(), ids[2].clone());
    let table = [
        ("", vec![&third, &second, &first], 3),
        ("?order=asc", vec![&first, &second, &third], 3),
        ("?status=pending", vec![&third], 1),
        ("?status=approved", vec![&first], 1),
        ("?q=BEN", vec![&second], 1),
        ("?q=%25", vec![], 0),
        ("?q=100%25", vec![&third], 1),
        ("?q=school%20ben%20florida", vec![&second], 1),
        ("?q=_100", vec![&third], 1),
        ("?q=unknown", vec![], 0),
        ("?q=%20", vec![&third, &second, &first], 3),
        ("?limit=1&offset=1", vec![&second], 3),
        ("?sort=status&order=asc", vec![&first, &third, &second], 3),
    ];
    for (query, expected, total) in table {
        let list = admin.get(&format!("{LIST}{query}")).await.expect(200);
        let expected: Vec<String> = expected.into_iter().cloned().collect();
        assert_eq!(page_ids(&list.json), expected, "{query}");
        assert_eq!(list.json["total"], total, "{query}");
        assert_eq!(list.json["counts"], counts, "{query}");
    }
}

#[tokio::test]
async fn a_row_of_the_list_contains_no_birth_date_address_or_phone() {
    let api = TestApi::new().await;
    let (admin, ids) = three_applications(&api).await;
    let list = admin.get(&format!("{LIST}?status=approved")).await.expect(200);
    let expected = json!({
        "id": ids[0], "first_name": "Ana", "last_name": "Li", "email": "ana@school.example",
        "teaching_position": "Grade 4 teacher", "status": "approved",
        "submitted_at": "2026-11-20T12:04:00Z", "reviewed_at": "2026-11-20T12:12:00Z",
        "version": 1, "changes": null,
    });
    assert_eq!(list.json["items"], json!([expected]));
}

#[tokio::test]
async fn a_decision_is_final_and_a_second_one_gets_the_current_status() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    let other = api.admin("other@forum.example").await;
    let id = api.applicant("ana@school.example").await.apply().await;
    api.clock().advance(Duration::minutes(10));
    let path = format!("{LIST}/{id}/decision");
    let body = json!({"decision": "approved", "note": "  Strong.\nWell done. "});
    let decided = admin.post(&path, &body).await.expect(200);
    assert_eq!(decided.json["status"], "approved");
    assert_eq!(decided.json["reviewed_at"], "2026-11-20T12:10:00Z");
    assert_eq!(decided.json["note"], "Strong.\nWell done.");
    assert_eq!(decided.json["decided_by"], admin.get("/api/users/me").await.json["id"]);

    for decision in ["approved", "rejected"] {
        let answer = other.decide(&id, decision).await.problem(409, "application_already_decided");
        assert_eq!(answer.json["current_status"], "approved");
        assert_eq!(answer.json["detail"], "This application was already approved.");
    }
}

#[tokio::test]
async fn a_decision_with_invalid_fields_or_an_unknown_id_is_refused() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    let id = api.applicant("ana@school.example").await.apply().await;
    let path = format!("{LIST}/{id}/decision");
    let table = [
        (json!({}), "/decision", "required", "validation_failed"),
        (json!({"decision": "pending"}), "/decision", "invalid_choice", "validation_failed"),
        (json!({"decision": "approved", "note": "x".repeat(2001)}), "/note", "too_long", "validation_failed"),
        (json!({"decision": "approved", "note": "a\u{0}"}), "/note", "invalid_text", "invalid_text"),
        (
            json!({"decision": "approved", "reviewed_at": "now"}),
            "/reviewed_at",
            "unknown_field",
            "unknown_field",
        ),
    ];
    for (body, field, code, whole) in table {
        let answer = admin.post(&path, &body).await.problem(422, whole);
        assert_eq!(answer.field_errors(), [(field, code)]);
    }
    for id in ["no-id", "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"] {
        admin.decide(id, "approved").await.problem(404, "not_found");
    }
    let counts = admin.get(LIST).await.expect(200);
    assert_eq!(counts.json["counts"]["pending"], 1);
    let blank = admin.post(&path, &json!({"decision": "approved", "note": "  \n "})).await.expect(200);
    assert_eq!(blank.json["note"], Value::Null);
}
