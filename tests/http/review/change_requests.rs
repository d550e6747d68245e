//! Requests for changes.

mod decisions;
mod edits;

use forum_domain::accounts::Role;
use forum_domain::applications::Field;
use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};

use crate::support::requests::with_readback;

const LIST: &str = "/api/admin/applications";

async fn ask(admin: &Caller<'_>, id: &str, message: &str, fields: &[&str]) -> Answer {
    let body = json!({"message": message, "fields": fields});
    admin.post(&format!("{LIST}/{id}/change-requests"), &body).await
}

async fn edit(caller: &Caller<'_>, id: &str, version: &str, body: &Value) -> Answer {
    let path = format!("/api/applications/{id}");
    caller.send(Sent::new(Method::PUT, &path).header("if-match", version).json(body)).await
}

async fn read(caller: &Caller<'_>, id: &str) -> Answer {
    caller.get(&format!("/api/applications/{id}")).await.expect(200)
}

async fn versions(admin: &Caller<'_>, id: &str) -> Value {
    admin.get(&format!("{LIST}/{id}/versions")).await.expect(200).json
}

fn wizard(city: &str) -> Value {
    let mut wizard = Caller::wizard();
    wizard["city"] = json!(city);
    wizard
}

/// The number of sent mails about requests.
fn asked_by_mail(api: &TestApi, to: &str) -> usize {
    let mails = api.inbox().sent();
    mails.iter().filter(|mail| mail.to == to && mail.kind == MailKind::ChangesRequested).count()
}

#[tokio::test]
async fn a_request_names_fields_in_the_order_of_the_form_and_no_name_means_all() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    let id = api.applicant("ana@school.example").await.apply().await;
    let other = api.applicant("bo@school.example").await.apply().await;
    let request = ask(&admin, &id, "Please.", &["phone", "city", "phone"]).await.expect(201).json;
    assert_eq!(request["fields"], json!(["city", "phone"]));
    let path = format!("{LIST}/{other}/change-requests");
    let request = admin.post(&path, &json!({"message": "Please.", "fields": null})).await.expect(201).json;
    let all: Vec<&str> = Field::ALL.iter().map(Field::name).collect();
    assert_eq!(request["fields"], json!(all));
}

#[tokio::test]
async fn a_message_has_1_to_2000_characters_and_each_field_exists() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    let id = api.applicant("ana@school.example").await.apply().await;
    for (message, fields, place, code) in [
        (" \n", &[][..], "/message", "required"),
        (&*"é".repeat(2_001), &[], "/message", "too_long"),
        ("Please.", &["city", "email"], "/fields/1", "invalid_choice"),
    ] {
        let refused = ask(&admin, &id, message, fields).await.problem(422, "validation_failed");
        let error = &refused.json["errors"][0];
        assert_eq!((&error["field"], &error["code"]), (&json!(place), &json!(code)));
    }
    ask(&admin, &id, "a\u{0}b", &[]).await.problem(422, "invalid_text");
    let path = format!("{LIST}/{id}/change-requests");
    for body in [json!({"fields": ["city"]}), json!({"message": "x", "fields": "city"})] {
        admin.post(&path, &body).await.problem(422, "validation_failed");
    }
    assert_eq!(read(&admin, &id).await.json["change_request"], json!(null));
    ask(&admin, &id, &"é".repeat(2_000), &[]).await.expect(201);
}

#[tokio::test]
async fn a_repeated_request_returns_the_first_one_and_sends_one_mail() {
    let api = TestApi::new().await;
    let admin = api.admin("admin@forum.example").await;
    let id = api.applicant("ana@school.example").await.apply().await;
    let path = format!("{LIST}/{id}/change-requests");
    let sent = |message: &str| {
        Sent::new(Method::POST, &path).header("idempotency-key", "key").json(&json!({"message": message}))
    };
    let first = admin.send(sent("Please.")).await.expect(201);
    let again = admin.send(sent("Please.")).await.expect(201);
    assert_eq!((again.header("idempotency-replayed"), &again.json), ("true", &first.json));
    admin.send(sent("Other.")).await.problem(422, "idempotency_key_reused");
    api.run_mail().await;
    assert_eq!(asked_by_mail(&api, "ana@school.example"), 1);
}

#[tokio::test]
async fn only_the_applicant_can_edit_and_only_other_administrators_can_ask() {
    let api = TestApi::new().await;
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let both = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let admin = api.admin("admin@forum.example").await;
    let (id, own) = (ana.apply().await, both.apply().await);
    ask(&ana, &id, "Please.", &[]).await.problem(403, "forbidden");
    ask(&both, &own, "Please.", &[]).await.problem(409, "own_application");
    let request = ask(&admin, &own, "Please.", &["city"]).await.expect(201).text_at("/id");
    let path = format!("{LIST}/{own}/change-requests/{request}");
    both.delete(&path).await.problem(409, "own_application");
    both.get(&format!("{LIST}/{own}/versions")).await.problem(409, "own_application");
    let elsewhere = format!("{LIST}/{id}/change-requests/{request}");
    admin.delete(&elsewhere).await.problem(404, "not_found");
    ask(&both, &id, "Please.", &["city"]).await.expect(201);
    for stranger in [&bo, &admin, &both] {
        edit(stranger, &id, "\"1\"", &wizard("Tampa")).await.problem(404, "not_found");
    }
    assert_eq!(read(&ana, &id).await.json["version"], 1);
    edit(&both, &own, "\"1\"", &wizard("Tampa")).await.expect(200);
}

/// Like the deciding administrator. An administrator who applied is an applicant here.
#[tokio::test]
async fn the_applicant_does_not_see_who_asked() {
    let api = TestApi::new().await;
    let both = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    for applicant in [&ana, &both] {
        let id = applicant.apply().await;
        ask(&admin, &id, "Please.", &["city"]).await.expect(201);
        let seen = read(applicant, &id).await.json["change_request"].clone();
        assert_eq!((&seen["message"], &seen["requested_by"]), (&json!("Please."), &json!(null)));
        assert_eq!(read(&admin, &id).await.json["change_request"]["requested_by"]["name"], "Ana Li");
    }
}

#[tokio::test]
async fn a_request_taken_back_before_its_mail_is_sent_is_never_mailed() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let request = ask(&admin, &id, "Please.", &["city"]).await.expect(201).text_at("/id");
    let path = format!("{LIST}/{id}/change-requests/{request}");
    admin.delete(&path).await.expect(204);
    admin.delete(&path).await.problem(404, "not_found");
    api.run_mail().await;
    assert_eq!(asked_by_mail(&api, "ana@school.example"), 0);
    edit(&ana, &id, "\"1\"", &wizard("Tampa")).await.problem(409, "not_editable");
    ask(&admin, &id, "Please.", &["city"]).await.expect(201);
    api.run_mail().await;
    assert_eq!(asked_by_mail(&api, "ana@school.example"), 1);
    let detail = read(&admin, &id).await.json;
    let templates: Vec<_> =
        detail["messages"].as_array().expect("messages").iter().map(|mail| &mail["template"]).collect();
    assert_eq!(templates, ["application_submitted", "changes_requested"]);
}

#[tokio::test]
async fn the_audit_log_has_each_act_without_message_and_answers() {
    let (api, readback) = with_readback(Ports::new().await);
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let before = readback.audit().await.len();
    let request = ask(&admin, &id, "Telltale", &["city"]).await.expect(201).text_at("/id");
    admin.delete(&format!("{LIST}/{id}/change-requests/{request}")).await.expect(204);
    ask(&admin, &id, "Telltale", &["city"]).await.expect(201);
    edit(&ana, &id, "\"1\"", &wizard("Telltaleville")).await.expect(200);
    versions(&admin, &id).await;
    let entries = readback.audit().await.split_off(before);
    let actions: Vec<_> =
        entries.iter().map(|entry| entry.action.trim_start_matches("application.")).collect();
    let asked = "changes_requested";
    assert_eq!(actions, [asked, "request_taken_back", asked, "resubmitted", "read"]);
    for entry in entries {
        assert_eq!(entry.target_id.to_string(), id);
        assert!(!format!("{entry:?}").contains("Telltale"), "{entry:?}");
    }
}
