//! Filters of the list, and the numbers by state.

use forum_domain::shared::Clock;
use forum_tests::harness::{Caller, TestApi};
use serde_json::{Value, json};
use time::Duration;
use time::format_description::well_known::Rfc3339;

use crate::support::requests::ids as page_ids;

const LIST: &str = "/api/admin/applications";

/// Three applications from Florida with the subjects Science and Math, a minute apart. Returns their ids.
async fn three(api: &TestApi) -> (Caller<'_>, Vec<String>) {
    let admin = api.admin("admin@forum.example").await;
    let mut ids = Vec::new();
    for email in ["ana@school.example", "ben@school.example", "cleo@school.example"] {
        api.clock().advance(Duration::minutes(1));
        ids.push(api.applicant(email).await.apply().await);
    }
    (admin, ids)
}

async fn add_note(admin: &Caller<'_>, id: &str) {
    admin.post(&format!("{LIST}/{id}/notes"), &json!({"text": "Called."})).await.expect(201);
}

#[tokio::test]
async fn the_list_is_filtered_by_state_subject_and_time() {
    let api = TestApi::new().await;
    let (admin, all) = three(&api).await;
    let last = api.clock().now().format(&Rfc3339).expect("a timestamp");
    let first_two: Vec<String> = all[..2].to_vec();
    add_note(&admin, &all[1]).await;
    for (query, expected) in [
        ("state=FL".to_owned(), all.clone()),
        ("state=%20florida&subject=MATH".to_owned(), all.clone()),
        ("state=TX".to_owned(), vec![]),
        ("subject=mathematics".to_owned(), vec![]),
        (format!("submitted_after={last}"), all[2..].to_vec()),
        (format!("submitted_before={last}&state=fl"), first_two),
        (format!("submitted_before={last}&q=ben&subject=science&status=pending"), all[1..2].to_vec()),
        ("state=%20&subject=".to_owned(), all.clone()),
        ("has_notes=true".to_owned(), all[1..2].to_vec()),
        ("has_notes=false&state=FL".to_owned(), vec![all[0].clone(), all[2].clone()]),
    ] {
        for sort in ["submitted_at", "name", "status"] {
            let list = admin.get(&format!("{LIST}?{query}&sort={sort}&order=asc")).await.expect(200).json;
            let mut found = page_ids(&list);
            let mut expected = expected.clone();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{query} by {sort}");
            assert_eq!(list["total"], expected.len(), "{query}");
        }
    }
}

#[tokio::test]
async fn the_numbers_by_state_follow_every_filter_but_the_state() {
    let api = TestApi::new().await;
    let (admin, all) = three(&api).await;
    admin.decide(&all[0], "approved").await.expect(200);
    add_note(&admin, &all[1]).await;
    let last = api.clock().now().format(&Rfc3339).expect("a timestamp");
    let (after, before) = (format!("?submitted_after={last}"), format!("?submitted_before={last}"));
    for (query, count) in [
        ("", 3),
        ("?status=pending", 2),
        ("?status=rejected", 0),
        ("?q=ben", 1),
        ("?subject=math&status=approved", 1),
        ("?q=unknown", 0),
        ("?has_notes=true", 1),
        ("?has_notes=false&status=pending", 1),
        (&after, 1),
        (&before, 2),
    ] {
        let counts = admin.get(&format!("{LIST}/states{query}")).await.expect(200).json;
        let florida = json!({"state": "FL", "state_name": "Florida", "count": count});
        let items: Vec<Value> = if count == 0 { vec![] } else { vec![florida] };
        assert_eq!(counts, json!({"items": items, "next_cursor": null, "is_exact": true}), "{query}");
    }
}

#[tokio::test]
async fn malformed_filters_are_refused() {
    let api = TestApi::new().await;
    let (admin, _) = three(&api).await;
    admin.get(&format!("{LIST}?state=a%0Ab")).await.problem(422, "invalid_text");
    admin.get(&format!("{LIST}/states?subject=a%0Ab")).await.problem(422, "invalid_text");
    let long = "x".repeat(51);
    for query in [
        format!("state={long}"),
        format!("subject={long}{long}"),
        "submitted_after=yesterday".to_owned(),
        "submitted_before=2026-02-30T00:00:00Z".to_owned(),
        "submitted_after=9999-12-31T23:59:59-01:00".to_owned(),
    ] {
        for path in ["", "/states", "/export"] {
            if path == "/states" && query.starts_with("state=") {
                continue;
            }
            admin.get(&format!("{LIST}{path}?{query}")).await.problem(422, "validation_failed");
        }
    }
}
