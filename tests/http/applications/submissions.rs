//! Submitting an application, and reading one's own applications.

use forum_tests::harness::{Caller, TestApi};
use serde_json::{Value, json};
use time::Duration;

const APPLICATIONS: &str = "/api/applications";

#[tokio::test]
async fn an_application_is_pending_and_its_owner_reads_all_but_internal_fields() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let receipt = ana.post(APPLICATIONS, &Caller::wizard()).await.expect(201);
    assert_eq!(receipt.json["submitted_at"], "2026-11-20T12:00:00Z");
    let id = receipt.text_at("/id");

    let read = ana.get(&format!("{APPLICATIONS}/{id}")).await.expect(200);
    for (name, value) in Caller::wizard().as_object().expect("an object") {
        assert_eq!(&read.json[name], value, "{name}");
    }
    assert_eq!(read.json["email"], "ana@school.example");
    let shown = read.json.as_object().expect("an object");
    for absent in ["note", "decided_by"] {
        assert!(!shown.contains_key(absent), "{absent}");
    }
    for empty in ["reviewed_at", "address_line2", "headshot_url"] {
        assert_eq!(shown.get(empty), Some(&Value::Null), "{empty}");
    }
}

#[tokio::test]
async fn every_invalid_field_of_the_wizard_is_reported_at_once() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let wrong = json!({"city": null, "date_of_birth": "2027-01-01", "subjects_taught": ["Math", " Math ", ""],
        "zip_code": "1".repeat(21)});
    let expected = [
        ("/city", "required"),
        ("/date_of_birth", "out_of_range"),
        ("/subjects_taught/1", "duplicate"),
        ("/subjects_taught/2", "required"),
        ("/zip_code", "too_long"),
    ];
    ana.apply_with(wrong).await.invalid("validation_failed", &expected);
    let control = ana.apply_with(json!({"state": "Flo\u{7}rida"})).await;
    control.invalid("invalid_text", &[("/state", "invalid_text")]);
    assert_eq!(ana.get("/api/applications/mine").await.expect(200).json["total"], 0);
    ana.apply().await;
    ana.apply_with(json!({})).await.problem(409, "application_pending_exists");
    api.run_mail().await;
    assert_eq!(api.inbox().sent().len(), 1);
}

#[tokio::test]
async fn a_rejected_applicant_may_apply_again() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let first = ana.apply().await;
    api.admin("admin@forum.example").await.decide(&first, "rejected").await.expect(200);
    api.clock().advance(Duration::days(1));
    let ana = api.sign_in("ana@school.example").await;
    let second = ana.apply().await;

    let mine = ana.get("/api/applications/mine").await.expect(200);
    assert_eq!((mine.text_at("/items/0/id"), mine.text_at("/items/1/id")), (second.clone(), first));
    assert_eq!(mine.text_at("/items/1/reviewed_at"), "2026-11-20T12:00:00Z");
    let pending = ana.get("/api/applications/mine?status=pending&limit=1").await.expect(200);
    assert_eq!((&pending.json["total"], pending.text_at("/items/0/id")), (&json!(1), second));
    let page = ana.get("/api/applications/mine?limit=1&offset=1").await.expect(200);
    assert_eq!((page.json["items"].as_array().map(Vec::len), &page.json["total"]), (Some(1), &json!(2)));
}

#[tokio::test]
async fn the_note_of_a_decision_is_shown_to_administrators_and_never_to_the_applicant() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let other = api.admin("other@forum.example").await;
    let admin_id = admin.id().await;
    let note = "Asks for money in the phone call.";
    // Rejected first, so that the applicant keeps the role and may call everything applicants may.
    for decision in ["rejected", "approved"] {
        let receipt = ana.keyed(decision, APPLICATIONS, &Caller::wizard()).await.expect(201);
        let id = receipt.text_at("/id");
        let path = format!("/api/admin/applications/{id}/decision");
        let body = json!({"decision": decision, "note": note});
        let decided = admin.post(&path, &body).await.expect(200);
        let read = other.get(&format!("{APPLICATIONS}/{id}")).await.expect(200);
        for shown in [decided, read] {
            assert_eq!((&shown.json["note"], &shown.json["decided_by"]), (&json!(note), &json!(admin_id)));
        }
        let own = [
            ana.get(&format!("{APPLICATIONS}/{id}")).await.expect(200),
            ana.get("/api/applications/mine").await.expect(200),
            ana.keyed(decision, APPLICATIONS, &Caller::wizard()).await.expect(201),
            ana.get("/api/users/me").await.expect(200),
            ana.get("/api/headshots").await.expect(200),
            ana.post(&path, &body).await.problem(403, "forbidden"),
        ];
        for answer in own {
            assert!(!answer.text.contains(note), "{}", answer.text);
            assert!(!answer.text.contains(&admin_id), "{}", answer.text);
        }
    }
    api.run_mail().await;
    for mail in api.inbox().sent() {
        assert!(!format!("{mail:?}").contains(note), "{mail:?}");
    }
}
