//! Submitting and withdrawing an application, and its draft.

use std::sync::Arc;

use forum_domain::applications::{Field, FieldKind};
use forum_domain::headshots::ImageKind;
use forum_domain::site::{Season, Site};
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi, UNKNOWN_ID, everything};
use forum_tests::memory::plain_image;
use http::Method;
use serde_json::{Value, json};
use time::macros::date;
use uuid::Uuid;

use crate::accounts::own_data::exported;

const APPLICATIONS: &str = "/api/applications";
const DRAFT: &str = "/api/applications/draft";

#[tokio::test]
async fn an_application_is_pending_and_its_owner_reads_all_but_internal_fields() {
    let (_, ana) = TestApi::with_applicant().await;
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
    let (api, ana) = TestApi::with_applicant().await;
    let wrong = json!({"city": null, "date_of_birth": "2027-01-01", "subjects_taught": ["Math", " Math ", ""],
        "zip_code": "1".repeat(21), "headshot_id": UNKNOWN_ID});
    let expected = [
        ("/city", "required"),
        ("/date_of_birth", "out_of_range"),
        ("/headshot_id", "unknown_headshot"),
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
async fn after_the_season_nothing_is_submitted_drafts_stay_and_requested_changes_are_answered() {
    let ports = Ports::new().await;
    let season = Season { closes_on: Some(date!(2026 - 11 - 19)), decides_by: None };
    let after = ports.clone().with(|program| program.site = Arc::new(Site { season, ..everything() }));
    let (open, closed) = (TestApi::with(ports), TestApi::with(after));
    let (ana, admin, id) = open.desk().await;
    let bo = open.applicant("bo@school.example").await.at(&closed);
    let draft = json!({"fields": {"city": "Tampa"}, "step": 1});
    bo.replace(DRAFT, "*", &draft).await.expect(200);
    bo.apply_with(json!({})).await.problem(409, "season_closed");
    assert_eq!(bo.get(DRAFT).await.expect(200).json["fields"]["city"], "Tampa");

    let ask = format!("/api/admin/applications/{id}/change-requests");
    admin.post(&ask, &json!({"message": "Which city?", "fields": ["city"]})).await.expect(201);
    let edited = Caller::wizard_with(json!({"city": "Tampa"}));
    ana.at(&closed).replace(&format!("{APPLICATIONS}/{id}"), "\"1\"", &edited).await.expect(200);
}

#[tokio::test]
async fn the_receipt_and_its_preview_end_with_the_dates_of_the_season_even_if_it_was_edited() {
    let (api, ana) = TestApi::with_applicant().await;
    let admin = api.admin("admin@forum.example").await;
    let template = "/api/admin/email-templates/application_submitted";
    let text = json!({"subject": "Thank you", "html_content": "<p>My own text</p>"});
    admin.replace(template, "\"1\"", &text).await.expect(200);
    let preview = admin.post(&format!("{template}/preview"), &text).await.expect(200);
    ana.apply().await;
    api.run_mail().await;
    let sent = api.inbox().sent();
    let dates = "My own text\n\nApplications close March 31, 2027. We decide by May 15, 2027.";
    for text in [preview.text_at("/text"), sent[0].content.text.clone()] {
        assert!(text.contains(dates), "{text}");
    }
}

#[tokio::test]
async fn the_note_of_a_decision_is_shown_to_administrators_and_never_to_the_applicant() {
    let (api, ana) = TestApi::with_applicant().await;
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

async fn withdraw(caller: &Caller, id: &str) -> Answer {
    caller.call(&format!("/api/applications/{id}/withdrawal")).await
}

#[tokio::test]
async fn a_withdrawn_application_is_gone_for_everyone_and_its_answers_are_the_draft() {
    let api = TestApi::new().await;
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let admin = api.admin("admin@forum.example").await;
    let (id, _) = (ana.apply().await, bo.apply().await);
    for stranger in [&bo, &admin] {
        withdraw(stranger, &id).await.problem(404, "not_found");
    }
    let sent = ana.get(&format!("/api/applications/{id}")).await.expect(200).json;
    withdraw(&ana, &id).await.expect(204);
    for reader in [&ana, &admin] {
        reader.get(&format!("/api/applications/{id}")).await.problem(404, "not_found");
    }
    assert_eq!(ana.get("/api/applications/mine").await.expect(200).json["total"], 0);
    let listed = admin.get("/api/admin/applications").await.expect(200).json;
    assert_eq!((&listed["total"], &listed["counts"]["pending"]), (&json!(1), &json!(1)));
    let draft = ana.get("/api/applications/draft").await.expect(200).json;
    assert_eq!(draft["step"], 3);
    let fields = draft["fields"].as_object().expect("fields");
    for (name, value) in fields {
        assert_eq!(value, &sent[name], "{name}");
    }
    assert!(fields.len() >= 11, "{fields:?}");
    withdraw(&ana, &id).await.problem(404, "not_found");
    let actions = api.readback().audit_actions().await;
    assert_eq!(actions.iter().filter(|action| *action == "application.withdrawn").count(), 1);
    // The confirmation of the withdrawn application is still sent.
    api.run_mail().await;
    assert_eq!(api.inbox().sent().len(), 2);
}

#[tokio::test]
async fn a_withdrawal_takes_no_body_is_repeated_under_its_key_and_frees_the_key_of_the_submission() {
    let api = TestApi::new().await;
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let submit = async || ana.keyed("k", "/api/applications", &Caller::wizard()).await.expect(201);
    let first = submit().await.text_at("/id");
    let other = ana.keyed("k", "/api/applications", &Caller::wizard_with(json!({"city": "Miami"}))).await;
    other.problem(422, "idempotency_key_reused");
    let path = format!("/api/applications/{first}/withdrawal");
    let refused = ana.post(&path, &json!({"reason": "Moved away."})).await;
    refused.invalid("unknown_field", &[("/reason", "unknown_field")]);
    for replayed in ["", "true"] {
        let answer =
            ana.send(Sent::new(Method::POST, &path).header("idempotency-key", "w")).await.expect(204);
        assert_eq!((answer.header("idempotency-replayed"), answer.text.as_str()), (replayed, ""));
    }
    admin.decide(&first, "approved").await.problem(404, "not_found");
    let again = submit().await;
    assert_eq!(again.header("idempotency-replayed"), "");
    assert_ne!(again.text_at("/id"), first);
    admin.decide(&again.text_at("/id"), "rejected").await.expect(200);
    let refused = withdraw(&ana, &again.text_at("/id")).await.problem(409, "application_already_decided");
    assert_eq!(refused.json["current_status"], "rejected");
}

async fn save(caller: &Caller, fields: Value) -> Answer {
    caller.replace(DRAFT, "*", &json!({"fields": fields, "step": 2})).await
}

async fn read(caller: &Caller) -> Value {
    caller.get(DRAFT).await.expect(200).json
}

fn none() -> Value {
    json!({"fields": {}, "step": 1, "updated_at": null, "version": Uuid::nil()})
}

async fn upload(caller: &Caller) -> String {
    let photo = plain_image(ImageKind::Png, 640, 480);
    caller.upload("me.png", &photo).await.expect(201).text_at("/id")
}

#[tokio::test]
async fn a_draft_is_the_same_on_another_device_and_replaces_only_a_version_that_was_read() {
    let (api, laptop) = TestApi::with_applicant().await;
    let phone = api.sign_in("ana@school.example").await;
    let other = api.applicant("bo@school.example").await;
    let [mine, lost, never] = [1, 2, 3].map(Uuid::from_u128);
    let put = async |caller: &Caller, seen: &[Uuid], fields: &Value, version: Option<Uuid>| {
        let seen: Vec<_> = seen.iter().map(|seen| format!("\"{seen}\"")).collect();
        let body = json!({"fields": fields, "step": 2, "version": version});
        caller.replace(DRAFT, &seen.join(", "), &body).await
    };
    assert_eq!(read(&laptop).await, none());
    let typed = json!({"city": " Tam", "date_of_birth": "198", "subjects_taught": ["Math", ""]});
    laptop.put(DRAFT, &json!({"fields": typed, "step": 2})).await.problem(428, "precondition_required");
    let saved = put(&laptop, &[Uuid::nil()], &typed, Some(mine)).await.expect(200);
    let expected = json!({"fields": typed, "step": 2, "updated_at": "2026-11-20T12:00:00Z", "version": mine});
    assert_eq!(saved.json, expected);
    assert_eq!(saved.header("cache-control"), "no-store");
    let seen = phone.get(DRAFT).await.expect(200);
    assert_eq!((seen.header("etag"), &seen.json), (saved.header("etag"), &expected));
    assert_eq!(saved.header("etag"), format!("W/\"{mine}\""));

    // The response is lost. The next save names the version that it may have stored.
    put(&laptop, &[mine], &json!({"phone": "8"}), Some(lost)).await.expect(200);
    let newer = put(&laptop, &[mine, lost], &json!({"phone": "81"}), None).await.expect(200).json;
    for stale in [[mine, lost], [Uuid::nil(), never]] {
        put(&phone, &stale, &typed, None).await.problem(412, "version_conflict");
    }
    assert_eq!(read(&phone).await, newer);
    assert_eq!(newer["fields"], json!({"phone": "81"}));
    assert_eq!(read(&other).await, none());
    laptop.delete(DRAFT).await.expect(204);
    laptop.delete(DRAFT).await.expect(204);
    assert_eq!(read(&phone).await, none());
    put(&phone, &[mine, lost], &typed, None).await.problem(412, "version_conflict");
    put(&phone, &[Uuid::nil()], &typed, None).await.expect(200);
}

#[tokio::test]
async fn every_field_is_kept_as_typed_up_to_its_limit() {
    let (_, ana) = TestApi::with_applicant().await;
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
    ana.replace(DRAFT, "*", &long).await.invalid("validation_failed", &expected);
    for (fields, whole, place, code) in [
        (json!({"city": "a\0"}), "invalid_text", "city", "invalid_text"),
        (json!({"headshot_id": theirs}), "validation_failed", "headshot_id", "unknown_headshot"),
    ] {
        save(&ana, fields).await.invalid(whole, &[(&format!("/fields/{place}"), code)]);
    }
    for version in ["", "no-id", "00000000-0000-0000-0000-000000000000"] {
        let body = json!({"fields": {}, "step": 1, "version": version});
        let invalid = [("/version", "invalid_value")];
        ana.replace(DRAFT, "*", &body).await.invalid("validation_failed", &invalid);
    }
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
async fn a_draft_is_in_the_export_and_deleted_with_the_account() {
    let (api, ana) = TestApi::with_applicant().await;
    let photo = upload(&ana).await;
    save(&ana, json!({"city": "Tampa", "headshot_id": photo})).await.expect(200);
    let (data, photos) = exported(&ana).await;
    let draft = json!({"fields": {"city": "Tampa"}, "headshot_id": photo, "step": 2,
        "updated_at": "2026-11-20T12:00:00Z"});
    assert_eq!((&data["draft"], photos.len()), (&draft, 1));
    ana.leave().await;
    assert_eq!(api.readback().count("application_drafts").await, 0);
}

#[tokio::test]
async fn who_lost_the_role_reads_and_deletes_the_draft_that_a_withdrawal_left() {
    let (_, ana, admin, id) = TestApi::with_desk().await;
    let user_id = ana.id().await;
    admin.delete(&format!("/api/admin/users/{user_id}/roles/applicant")).await.expect(204);
    ana.get(DRAFT).await.problem(403, "not_applicant");
    ana.call(&format!("/api/applications/{id}/withdrawal")).await.expect(204);
    assert_eq!(read(&ana).await["step"], 3);
    save(&ana, json!({"city": "Tampa"})).await.problem(403, "not_applicant");
    ana.delete(DRAFT).await.expect(204);
    ana.get(DRAFT).await.problem(403, "not_applicant");
}
