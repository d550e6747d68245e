//! The administrators' list and their decisions.

use forum_tests::harness::{TestApi, UNKNOWN_ID};
use serde_json::{Value, json};
use time::Duration;
use time::format_description::well_known::Rfc3339;

use crate::support::requests::ids as page_ids;

const LIST: &str = "/api/admin/applications";

#[tokio::test]
async fn the_list_is_newest_first_has_unfiltered_counts_and_obeys_every_parameter() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    let mut ids = Vec::new();
    for email in ["ana@school.example", "ben@school.example", "cleo_100%@school.example"] {
        api.clock().advance(Duration::minutes(4));
        ids.push(api.applicant(email).await.apply().await);
    }
    let last = api.now().format(&Rfc3339).expect("a timestamp");
    admin.decide(&ids[0], "approved").await.expect(200);
    admin.decide(&ids[1], "rejected").await.expect(200);
    admin.post(&format!("{LIST}/{}/notes", ids[1]), &json!({"text": "Called."})).await.expect(201);
    let counts = json!({"total": 3, "pending": 1, "approved": 1, "rejected": 1});
    let [first, second, third] = [&ids[0], &ids[1], &ids[2]];
    for (query, expected, total) in [
        ("", vec![third, second, first], 3),
        ("order=asc", vec![first, second, third], 3),
        ("status=approved", vec![first], 1),
        ("q=BEN", vec![second], 1),
        ("q=100%25", vec![third], 1),
        ("q=%20&state=%20&subject=", vec![third, second, first], 3),
        ("limit=1&offset=1", vec![second], 3),
        ("sort=status&order=asc", vec![first, third, second], 3),
        ("state=florida&subject=MATH", vec![third, second, first], 3),
        ("state=TX", vec![], 0),
        ("subject=mathematics", vec![], 0),
        (&format!("submitted_after={last}"), vec![third], 1),
        (&format!("submitted_before={last}&state=fl"), vec![second, first], 2),
        ("has_notes=true", vec![second], 1),
        ("has_notes=false", vec![third, first], 2),
    ] {
        let list = admin.get(&format!("{LIST}?{query}")).await.expect(200).json;
        assert_eq!(page_ids(&list).iter().collect::<Vec<_>>(), expected, "{query}");
        assert_eq!((&list["total"], &list["counts"]), (&json!(total), &counts), "{query}");
        // The numbers by state follow every filter but the state.
        if !["state", "limit", "sort", "order"].iter().any(|name| query.starts_with(name)) {
            let query = query.replace("&state=fl", "").replace("&state=%20", "");
            let states = admin.get(&format!("{LIST}/states?{query}")).await.expect(200).json;
            let florida = json!({"state": "FL", "state_name": "Florida", "count": total});
            let items: Vec<Value> = if total == 0 { vec![] } else { vec![florida] };
            assert_eq!(states, json!({"items": items, "next_cursor": null, "is_exact": true}), "{query}");
        }
    }
    // A row contains no birth date, address or phone number.
    let expected = json!({
        "id": first, "first_name": "Ana", "last_name": "Li", "email": "ana@school.example",
        "teaching_position": "Grade 4 teacher", "status": "approved",
        "submitted_at": "2026-11-20T12:04:00Z", "reviewed_at": "2026-11-20T12:12:00Z",
        "version": 1, "changes": null,
    });
    assert_eq!(admin.get(&format!("{LIST}?status=approved")).await.json["items"], json!([expected]));
}

#[tokio::test]
async fn a_decision_is_final_and_a_second_one_gets_the_current_status() {
    let api = TestApi::new().await;
    let (_, admin, id) = api.desk().await;
    let other = api.admin("other@forum.example").await;
    api.clock().advance(Duration::minutes(10));
    let path = format!("{LIST}/{id}/decision");
    for (body, field, code) in [
        (json!({}), "/decision", "required"),
        (json!({"decision": "pending"}), "/decision", "invalid_choice"),
        (json!({"decision": "approved", "note": "x".repeat(2001)}), "/note", "too_long"),
        (json!({"decision": "approved", "note": "a\u{0}"}), "/note", "invalid_text"),
    ] {
        let whole = if code == "invalid_text" { code } else { "validation_failed" };
        admin.post(&path, &body).await.invalid(whole, &[(field, code)]);
    }
    for id in ["no-id", UNKNOWN_ID] {
        admin.decide(id, "approved").await.problem(404, "not_found");
    }
    let body = json!({"decision": "approved", "note": "  Strong.\nWell done. "});
    let decided = admin.post(&path, &body).await.expect(200);
    assert_eq!(decided.json["status"], "approved");
    assert_eq!(decided.json["reviewed_at"], "2026-11-20T12:10:00Z");
    assert_eq!(decided.json["note"], "Strong.\nWell done.");
    assert_eq!(decided.text_at("/decided_by"), admin.id().await);
    for decision in ["approved", "rejected"] {
        let answer = other.decide(&id, decision).await.problem(409, "application_already_decided");
        assert_eq!(answer.json["current_status"], "approved");
        assert_eq!(answer.json["detail"], "This application was already approved.");
    }
}
