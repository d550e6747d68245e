//! The draft of an application: saved while the user types, shared by all devices, deleted by the submission.

use forum_domain::applications::{Field, FieldKind};
use forum_domain::headshots::ImageKind;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use forum_tests::memory::plain_image;
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::accounts::own_data::exported;
use crate::support::requests::with_readback;

const DRAFT: &str = "/api/applications/draft";

async fn save(caller: &Caller<'_>, fields: Value) -> Answer {
    caller.put(DRAFT, &json!({"fields": fields, "step": 2})).await
}

async fn read(caller: &Caller<'_>) -> Value {
    caller.get(DRAFT).await.expect(200).json
}

fn none() -> Value {
    json!({"fields": {}, "step": 1, "updated_at": null})
}

async fn upload(caller: &Caller<'_>) -> String {
    let photo = plain_image(ImageKind::Png, 640, 480);
    caller.upload("me.png", &photo).await.expect(201).text_at("/id")
}

#[tokio::test]
async fn a_draft_is_the_same_on_another_device_and_the_last_to_arrive_wins() {
    let api = TestApi::new().await;
    let laptop = api.applicant("ana@school.example").await;
    let phone = api.sign_in("ana@school.example").await;
    let other = api.applicant("bo@school.example").await;
    assert_eq!(read(&laptop).await, none());
    let typed = json!({"city": " Tam", "date_of_birth": "198", "subjects_taught": ["Math", ""]});
    let saved = save(&laptop, typed.clone()).await.expect(200);
    let expected = json!({"fields": typed, "step": 2, "updated_at": "2026-11-20T12:00:00Z"});
    assert_eq!(saved.json, expected);
    assert_eq!(saved.header("cache-control"), "no-store");
    assert_eq!(read(&phone).await, expected);

    api.clock().advance(Duration::SECOND);
    let newer = json!({"fields": {"phone": "8"}, "step": 3});
    phone.put(DRAFT, &newer).await.expect(200);
    let merged = read(&laptop).await;
    assert_eq!(merged, json!({"fields": {"phone": "8"}, "step": 3, "updated_at": "2026-11-20T12:00:01Z"}));
    assert_eq!(read(&other).await, none());
    laptop.delete(DRAFT).await.expect(204);
    laptop.delete(DRAFT).await.expect(204);
    assert_eq!(read(&phone).await, none());
}

#[tokio::test]
async fn every_field_is_kept_as_typed_up_to_its_limit() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let photo = upload(&ana).await;
    let mut typed = json!({});
    for field in &Field::ALL {
        let text = "é".repeat(field.draft_limit());
        typed[field.name()] = match field.kind {
            FieldKind::List { items, .. } => json!(vec![text; items]),
            FieldKind::Headshot => json!(photo),
            _ => json!(text),
        };
    }
    save(&ana, typed.clone()).await.expect(200);
    assert_eq!(read(&ana).await["fields"], typed);
    // Null and blank are the same as omitted.
    save(&ana, json!({"headshot_id": null, "city": null, "state": ""})).await.expect(200);
    assert_eq!(read(&ana).await["fields"], json!({"state": ""}));
    save(&ana, json!({"headshot_id": ""})).await.expect(200);
    assert_eq!(read(&ana).await["fields"], json!({}));
}

#[tokio::test]
async fn all_errors_of_a_draft_are_reported_together_and_nothing_is_saved() {
    let api = TestApi::new().await;
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let (photo, theirs) = (upload(&ana).await, upload(&bo).await);
    save(&ana, json!({"headshot_id": photo, "city": "Tampa"})).await.expect(200);
    let before = read(&ana).await;
    let long = json!({"fields": {"city": "é".repeat(101), "subjects_taught": vec!["a"; 21]}, "step": 4});
    let expected =
        [("/fields/city", "too_long"), ("/fields/subjects_taught", "too_many"), ("/step", "out_of_range")];
    ana.put(DRAFT, &long).await.invalid("validation_failed", &expected);
    for (fields, whole, place, code) in [
        (json!({"status": "approved"}), "unknown_field", "status", "unknown_field"),
        (json!({"city": "a\0"}), "invalid_text", "city", "invalid_text"),
        (json!({"subjects_taught": [7]}), "validation_failed", "subjects_taught/0", "invalid_type"),
        (json!({"headshot_id": theirs}), "validation_failed", "headshot_id", "unknown_headshot"),
        (json!({"headshot_id": "no-id"}), "validation_failed", "headshot_id", "unknown_headshot"),
    ] {
        save(&ana, fields).await.invalid(whole, &[(&format!("/fields/{place}"), code)]);
    }
    let surrogate = br#"{"fields": {"city": "\ud800"}, "step": 1}"#.to_vec();
    let sent = Sent::new(Method::PUT, DRAFT).header("content-type", "application/json");
    ana.send(Sent { body: surrogate, ..sent }).await.problem(400, "malformed_request");
    assert_eq!(read(&ana).await, before);
    // A photo in a draft can be deleted.
    ana.delete(&format!("/api/headshots/{photo}")).await.expect(204);
    assert_eq!(read(&ana).await["fields"], json!({"city": "Tampa"}));
    save(&ana, json!({"headshot_id": photo})).await.problem(422, "validation_failed");
}

#[tokio::test]
async fn a_submission_deletes_the_draft_and_a_late_save_does_not_recreate_it() {
    let api = TestApi::new().await;
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    save(&ana, json!({"city": "Tampa"})).await.expect(200);
    ana.apply_with(json!({"city": ""})).await.problem(422, "validation_failed");
    assert_eq!(read(&ana).await["fields"], json!({"city": "Tampa"}));
    let application = ana.apply().await;
    assert_eq!(read(&ana).await, none());
    save(&ana, json!({"city": "Tampa"})).await.problem(409, "application_pending_exists");
    assert_eq!(read(&ana).await, none());
    // A rejected applicant may start again.
    admin.decide(&application, "rejected").await.expect(200);
    save(&ana, json!({"city": "Orlando"})).await.expect(200);
    assert_eq!(read(&ana).await["fields"], json!({"city": "Orlando"}));
    let again = ana.apply().await;
    admin.decide(&again, "approved").await.expect(200);
    ana.get(DRAFT).await.problem(403, "not_applicant");
}

#[tokio::test]
async fn a_draft_survives_the_session_and_is_in_the_export() {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant("ana@school.example").await;
    let photo = upload(&ana).await;
    save(&ana, json!({"city": "Tampa", "headshot_id": photo})).await.expect(200);
    ana.delete("/api/auth/sessions").await.expect(204);
    ana.get(DRAFT).await.problem(401, "session_revoked");
    let ana = api.sign_in("ana@school.example").await;
    assert_eq!(read(&ana).await["fields"], json!({"city": "Tampa", "headshot_id": photo}));
    let (data, photos) = exported(&ana).await;
    let draft = json!({"fields": {"city": "Tampa"}, "headshot_id": photo, "step": 2,
        "updated_at": "2026-11-20T12:00:00Z"});
    assert_eq!((&data["draft"], photos.len()), (&draft, 1));
    ana.leave().await;
    assert_eq!(readback.count("application_drafts").await, 0);
}

#[tokio::test]
async fn who_lost_the_role_reads_and_deletes_the_draft_that_a_withdrawal_left() {
    let api = TestApi::new().await;
    let (ana, admin, id) = api.desk().await;
    let user_id = ana.id().await;
    admin.delete(&format!("/api/admin/users/{user_id}/roles/applicant")).await.expect(204);
    ana.get(DRAFT).await.problem(403, "not_applicant");
    ana.call(&format!("/api/applications/{id}/withdrawal")).await.expect(204);
    assert_eq!(read(&ana).await["step"], 3);
    save(&ana, json!({"city": "Tampa"})).await.problem(403, "not_applicant");
    ana.delete(DRAFT).await.expect(204);
    ana.get(DRAFT).await.problem(403, "not_applicant");
}
