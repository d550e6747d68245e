//! Requests for changes, the applicant's edits, and decisions on edited answers.

use forum_domain::accounts::Role;
use forum_domain::applications::{ChangeRequest, Field};
use forum_domain::headshots::ImageKind;
use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, Caller, TestApi};
use forum_tests::memory::plain_image;
use serde_json::{Value, json};
use time::Duration;

const LIST: &str = "/api/admin/applications";

async fn ask(admin: &Caller, id: &str, fields: &[&str]) -> Answer {
    let body = json!({"message": "Please.", "fields": fields});
    admin.post(&format!("{LIST}/{id}/change-requests"), &body).await
}

async fn edit(caller: &Caller, id: &str, version: &str, answers: Value) -> Answer {
    caller.replace(&format!("/api/applications/{id}"), version, &Caller::wizard_with(answers)).await
}

async fn read(caller: &Caller, id: &str) -> Answer {
    caller.get(&format!("/api/applications/{id}")).await.expect(200)
}

async fn versions(admin: &Caller, id: &str) -> Answer {
    admin.get(&format!("{LIST}/{id}/versions")).await.expect(200)
}

fn city(name: &str) -> Value {
    json!({"city": name})
}

async fn upload(caller: &Caller) -> Answer {
    caller.upload("me.png", &plain_image(ImageKind::Png, 64, 48)).await
}

/// The number of sent mails of a kind.
fn mailed(api: &TestApi, kind: MailKind) -> usize {
    api.inbox().sent().iter().filter(|mail| mail.kind == kind).count()
}

#[tokio::test]
async fn an_applicant_edits_the_requested_fields_once_and_administrators_see_both_versions() {
    let (api, ana, admin, id) = TestApi::with_desk().await;
    let before = read(&ana, &id).await;
    assert_eq!(before.header("etag"), "W/\"1\"");
    assert_eq!((&before.json["version"], &before.json["change_request"]), (&json!(1), &json!(null)));
    assert_eq!(versions(&admin, &id).await.json, json!({"items": [], "next_cursor": null}));

    edit(&ana, &id, "\"1\"", city("Tampa")).await.problem(409, "not_editable");
    let path = format!("{LIST}/{id}/change-requests");
    let asked = json!({"message": " Which city?\n", "fields": ["phone", "city", "phone"]});
    let request = admin.post(&path, &asked).await.expect(201).json;
    let mut expected = json!({
        "id": request["id"], "message": "Which city?", "fields": ["city", "phone"],
        "created_at": "2026-11-20T12:00:00Z", "requested_by": {"id": admin.id().await, "name": "Ana Li"},
        "closed_at": null, "outcome": null,
    });
    assert_eq!(request, expected);
    assert_eq!(read(&admin, &id).await.json["change_request"], expected);
    assert_eq!(admin.get(LIST).await.each("changes"), ["requested"]);
    ask(&admin, &id, &[]).await.problem(409, "change_request_open");
    // Who asked is not shown to the applicant.
    expected["requested_by"] = json!(null);
    assert_eq!(read(&ana, &id).await.json["change_request"], expected);

    let own = format!("/api/applications/{id}");
    ana.put(&own, &Caller::wizard()).await.problem(428, "precondition_required");
    for stale in ["\"0\"", "\"2\"", "1", ""] {
        edit(&ana, &id, stale, city("Tampa")).await.problem(412, "version_conflict");
    }
    for (answers, field, code) in
        [(city(" "), "/city", "required"), (json!({"state": "Ohio"}), "/state", "not_requested")]
    {
        edit(&ana, &id, "\"1\"", answers).await.invalid("validation_failed", &[(field, code)]);
    }
    assert_eq!(read(&ana, &id).await.json["version"], 1);
    api.clock().advance(Duration::minutes(10));
    let edited = edit(&ana, &id, "W/\"1\"", city("Ávila")).await.expect(200);
    assert_eq!(edited.header("etag"), "W/\"2\"");
    let mut after = before.json.clone();
    (after["city"], after["version"]) = (json!("Ávila"), json!(2));
    assert_eq!(edited.json, after);
    assert_eq!(read(&ana, &id).await.json, after);
    edit(&ana, &id, "\"2\"", city("Toledo")).await.problem(409, "not_editable");

    let listed = versions(&admin, &id).await;
    let item = &listed.items()[0];
    assert_eq!((&item["number"], &item["replaced_at"]), (&json!(1), &json!("2026-11-20T12:10:00Z")));
    let closed = &item["change_request"];
    assert_eq!((&closed["outcome"], &closed["closed_at"]), (&json!("resubmitted"), &item["replaced_at"]));
    assert_eq!(closed["requested_by"], request["requested_by"]);
    let history = admin.get(&format!("{LIST}/{id}/history")).await.expect(200);
    assert_eq!(history.each("change"), [&json!(null), &json!("changes_requested"), &json!("resubmitted")]);
    assert_eq!(history.items()[1]["action"], "changed");
    let found = admin.get(&format!("{LIST}?q=avila")).await.expect(200);
    assert_eq!(found.each("version"), [2], "the search finds the new answer");
    assert_eq!(found.each("changes"), ["made"]);
}

/// Every field, because one can be forgotten. An applicant with three photos can replace the requested one.
#[tokio::test]
async fn a_request_that_names_no_field_means_all_and_each_answer_is_kept_in_both_versions() {
    let api = TestApi::new().await;
    let (ana, admin, mut id) = api.desk().await;
    for _ in 0..3 {
        admin.decide(&id, "rejected").await.expect(200);
        let photo = upload(&ana).await.expect(201).json["id"].clone();
        id = ana.apply_with(json!({"headshot_id": photo})).await.expect(201).text_at("/id");
    }
    upload(&ana).await.problem(409, "in_use");
    let path = format!("{LIST}/{id}/change-requests");
    let asked = admin.post(&path, &json!({"message": "Please.", "fields": null})).await.expect(201);
    let all: Vec<&str> = Field::ALL.iter().map(Field::name).collect();
    assert_eq!(asked.json["fields"], json!(all));
    let foreign = upload(&api.applicant("bo@school.example").await).await.expect(201).json["id"].clone();
    let refused = edit(&ana, &id, "\"1\"", json!({"headshot_id": foreign})).await;
    refused.invalid("validation_failed", &[("/headshot_id", "unknown_headshot")]);
    let photo = upload(&ana).await.expect(201).json["id"].clone();
    let changed = |name: &str| match name {
        "subjects_taught" => json!(["Chess"]),
        "date_of_birth" => json!("1977-07-07"),
        "t_shirt_size" => json!("XXL"),
        "headshot_id" => photo.clone(),
        _ => json!("Another 1"),
    };
    let before = read(&ana, &id).await.json;
    let body: Value = all.iter().map(|name| ((*name).to_owned(), changed(name))).collect();
    let edited = edit(&ana, &id, "\"1\"", body.clone()).await.expect(200).json;
    assert_eq!(read(&ana, &id).await.json, edited);
    let replaced = &versions(&admin, &id).await.json["items"][0];
    for field in all {
        assert_eq!(edited[field], body[field], "{field}");
        assert_eq!(replaced["fields"][field], before[field], "{field}");
    }
    assert_eq!(replaced["headshot_url"], before["headshot_url"]);
    upload(&ana).await.problem(409, "in_use");
}

#[tokio::test]
async fn only_the_applicant_can_edit_and_only_other_administrators_can_ask() {
    let (api, ana, admin, id) = TestApi::with_desk().await;
    let both = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let own = both.apply().await;
    both.decide(&own, "approved").await.problem(409, "own_application");
    ask(&both, &own, &[]).await.problem(409, "own_application");
    let request = ask(&admin, &own, &["city"]).await.expect(201).text_at("/id");
    both.delete(&format!("{LIST}/{own}/change-requests/{request}")).await.problem(409, "own_application");
    both.get(&format!("{LIST}/{own}/versions")).await.problem(409, "own_application");
    admin.delete(&format!("{LIST}/{id}/change-requests/{request}")).await.problem(404, "not_found");
    assert_eq!(read(&both, &own).await.json["change_request"]["requested_by"], json!(null));
    ask(&both, &id, &["city"]).await.expect(201);
    for stranger in [&admin, &both] {
        edit(stranger, &id, "\"1\"", city("Tampa")).await.problem(404, "not_found");
    }
    assert_eq!(read(&ana, &id).await.json["version"], 1);
    edit(&both, &own, "\"1\"", city("Tampa")).await.expect(200);
}

#[tokio::test]
async fn a_request_is_mailed_once_unless_it_is_taken_back_and_each_act_is_audited_without_texts() {
    let (api, ana, admin, id) = TestApi::with_desk().await;
    let path = format!("{LIST}/{id}/change-requests");
    for (message, fields, place, code) in [
        (" \n", &[][..], "/message", "required"),
        (&*"é".repeat(2_001), &[], "/message", "too_long"),
        ("Please.", &["city", "email"], "/fields/1", "invalid_choice"),
    ] {
        let body = json!({"message": message, "fields": fields});
        admin.post(&path, &body).await.invalid("validation_failed", &[(place, code)]);
    }
    let before = api.readback().audit().await.len();
    let telltale = json!({"message": "Telltale"});
    let first = admin.keyed("key", &path, &telltale).await.expect(201);
    let again = admin.keyed("key", &path, &telltale).await.expect(201);
    assert_eq!((again.header("idempotency-replayed"), &again.json), ("true", &first.json));
    admin.keyed("key", &path, &json!({"message": "x"})).await.problem(422, "idempotency_key_reused");
    let request = format!("{path}/{}", first.text_at("/id"));
    admin.delete(&request).await.expect(204);
    admin.delete(&request).await.problem(404, "not_found");
    api.run_mail().await;
    assert_eq!(mailed(&api, MailKind::ChangesRequested), 0);
    admin.post(&path, &telltale).await.expect(201);
    api.run_mail().await;
    assert_eq!(mailed(&api, MailKind::ChangesRequested), 1);
    edit(&ana, &id, "\"1\"", city("Telltaleville")).await.expect(200);
    let detail = read(&admin, &id).await.json;
    let messages = detail["messages"].as_array().expect("messages").iter();
    let templates: Vec<_> = messages.map(|mail| &mail["template"]).collect();
    assert_eq!(templates, ["application_submitted", "changes_requested"]);
    let entries = api.readback().audit().await.split_off(before);
    let actions: Vec<_> =
        entries.iter().map(|entry| entry.action.trim_start_matches("application.")).collect();
    let asked = "changes_requested";
    assert_eq!(actions, [asked, "request_taken_back", asked, "resubmitted", "read"]);
    for entry in entries {
        assert_eq!(entry.target_id.to_string(), id);
        assert!(!format!("{entry:?}").contains("Telltale"), "{entry:?}");
    }
}

#[tokio::test]
async fn a_decision_on_earlier_answers_is_refused_or_skipped_and_changes_nothing() {
    let (api, ana, admin, id) = TestApi::with_desk().await;
    let other = api.applicant("bo@school.example").await.apply().await;
    ask(&admin, &id, &["city"]).await.expect(201);
    edit(&ana, &id, "\"1\"", city("Tampa")).await.expect(200);
    let request = ask(&admin, &id, &["city"]).await.expect(201).text_at("/id");
    let before = read(&ana, &id).await.json;
    let path = format!("{LIST}/{id}/decision");
    for version in [0, 1, 3] {
        let body = json!({"decision": "approved", "note": "Good.", "version": version});
        admin.post(&path, &body).await.problem(412, "version_conflict");
    }
    let decide = async |versions: Value| {
        let body = json!({"ids": [id, other], "decision": "approved", "versions": versions});
        admin.post(&format!("{LIST}/decisions"), &body).await
    };
    for incomplete in [json!([]), json!([2]), json!([2, 1, 1])] {
        decide(incomplete).await.invalid("validation_failed", &[("/versions", "invalid_value")]);
    }
    let answer = decide(json!([1, 1])).await.expect(200).json;
    assert_eq!(answer["decided"], json!([other]));
    assert_eq!(answer["skipped"], json!([{"id": id, "code": "version_conflict"}]));
    assert_eq!(read(&ana, &id).await.json, before);
    assert_eq!((&before["status"], &before["change_request"]["id"]), (&json!("pending"), &json!(request)));
    api.run_mail().await;
    assert_eq!(mailed(&api, MailKind::ApplicationApproved), 1);
    assert_eq!(decide(json!([2, 1])).await.expect(200).json["decided"], json!([id]));
    let late = json!({"decision": "approved", "version": 1});
    admin.post(&path, &late).await.problem(409, "application_already_decided");
}

#[tokio::test]
async fn changes_are_requested_at_most_twenty_times_and_not_after_the_decision() {
    let (_, ana, admin, id) = TestApi::with_desk().await;
    for _ in 0..ChangeRequest::MAX_EDITS {
        ask(&admin, &id, &[]).await.expect(201);
        edit(&ana, &id, "*", json!({})).await.expect(200);
    }
    ask(&admin, &id, &[]).await.problem(409, "too_many_edits");
    admin.decide(&id, "rejected").await.expect(200);
    ask(&admin, &id, &[]).await.problem(409, "application_already_decided");
}
