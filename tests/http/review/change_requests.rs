//! Requests for changes, edits by the applicant, and earlier versions.

use forum_domain::accounts::Role;
use forum_domain::applications::Field;
use forum_domain::headshots::ImageKind;
use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use forum_tests::memory::plain_image;
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::{id_of, with_readback};

const LIST: &str = "/api/admin/applications";

forum_tests::on_both_stores!(
    an_applicant_edits_the_requested_fields_once_and_administrators_see_both_versions,
    a_request_names_fields_in_the_order_of_the_form_and_no_name_means_all,
    a_message_has_1_to_2000_characters_and_each_field_exists,
    a_repeated_request_returns_the_first_one_and_sends_one_mail,
    a_field_that_was_not_asked_for_cannot_be_changed,
    an_edit_needs_the_current_version_and_an_open_request,
    an_edit_is_checked_like_a_submission,
    only_the_applicant_can_edit_and_only_other_administrators_can_ask,
    the_applicant_does_not_see_who_asked,
    a_request_taken_back_before_its_mail_is_sent_is_never_mailed,
    undoing_a_decision_opens_the_request_again,
    an_applicant_with_three_photos_can_replace_the_one_that_a_request_asks_for,
    the_list_marks_an_open_request_and_the_changes_made_until_the_decision,
    a_decision_on_earlier_answers_is_refused_and_changes_nothing,
    a_photo_that_an_edit_replaced_cannot_be_deleted,
    the_audit_log_has_each_act_without_message_and_answers,
    an_earlier_version_is_in_the_export_of_its_applicant,
);

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

async fn an_applicant_edits_the_requested_fields_once_and_administrators_see_both_versions(ports: Ports) {
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let before = read(&ana, &id).await;
    assert_eq!(before.header("etag"), "\"1\"");
    assert_eq!((&before.json["version"], &before.json["change_request"]), (&json!(1), &json!(null)));
    assert_eq!(versions(&admin, &id).await, json!({"items": [], "next_cursor": null}));

    let request = ask(&admin, &id, " Which city?\n", &["city"]).await.expect(201).json;
    let expected = json!({
        "id": request["id"], "message": "Which city?", "fields": ["city"], "created_at": "2026-11-20T12:00:00Z",
        "requested_by": {"id": id_of(&admin).await, "name": "Ana Li"}, "closed_at": null, "outcome": null,
    });
    assert_eq!(request, expected);
    assert_eq!(read(&admin, &id).await.json["change_request"], expected);
    ask(&admin, &id, "And?", &[]).await.problem(409, "change_request_open");

    api.clock().advance(Duration::minutes(10));
    let edited = edit(&ana, &id, "\"1\"", &wizard("Ávila")).await.expect(200);
    assert_eq!(edited.header("etag"), "\"2\"");
    let mut after = before.json.clone();
    (after["city"], after["version"]) = (json!("Ávila"), json!(2));
    assert_eq!(edited.json, after);
    assert_eq!(read(&ana, &id).await.json, after);

    let listed = versions(&admin, &id).await;
    let item = &listed["items"][0];
    assert_eq!((&item["number"], &item["replaced_at"]), (&json!(1), &json!("2026-11-20T12:10:00Z")));
    assert_eq!((&item["headshot_url"], &item["fields"]["headshot_id"]), (&json!(null), &json!(null)));
    for field in &Field::ALL {
        assert_eq!(item["fields"][field.name()], before.json[field.name()], "{}", field.name());
    }
    let closed = &item["change_request"];
    assert_eq!((&closed["outcome"], &closed["closed_at"]), (&json!("resubmitted"), &item["replaced_at"]));
    assert_eq!(closed["requested_by"], request["requested_by"]);

    edit(&ana, &id, "\"2\"", &wizard("Toledo")).await.problem(409, "not_editable");
    let history = admin.get(&format!("{LIST}/{id}/history")).await.expect(200).json;
    let acts: Vec<_> =
        history["items"].as_array().expect("items").iter().map(|item| &item["change"]).collect();
    assert_eq!(acts, [&json!(null), &json!("changes_requested"), &json!("resubmitted")]);
    assert_eq!(history["items"][1]["action"], "changed");
    let found = admin.get(&format!("{LIST}?q=avila")).await.expect(200).json;
    assert_eq!(found["total"], 1, "the search finds the new answer");
}

async fn a_request_names_fields_in_the_order_of_the_form_and_no_name_means_all(ports: Ports) {
    let api = TestApi::with(ports);
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

async fn a_message_has_1_to_2000_characters_and_each_field_exists(ports: Ports) {
    let api = TestApi::with(ports);
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

async fn a_repeated_request_returns_the_first_one_and_sends_one_mail(ports: Ports) {
    let api = TestApi::with(ports);
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

/// Every field in turn, because a rule per field can be forgotten.
async fn a_field_that_was_not_asked_for_cannot_be_changed(ports: Ports) {
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let photo =
        ana.upload("me.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201).json["id"].clone();
    let changed = |field: &Field| match field.name() {
        "subjects_taught" => json!(["Chess"]),
        "date_of_birth" => json!("1977-07-07"),
        "t_shirt_size" => json!("XXL"),
        "headshot_id" => photo.clone(),
        _ => json!("Another 1"),
    };
    for field in &Field::ALL {
        let others: Vec<&str> =
            Field::ALL.iter().map(Field::name).filter(|name| *name != field.name()).collect();
        let request = ask(&admin, &id, "Please.", &others).await.expect(201).text_at("/id");
        let mut body = Caller::wizard();
        body[field.name()] = changed(field);
        let refused = edit(&ana, &id, "\"1\"", &body).await.problem(422, "validation_failed");
        let errors = refused.json["errors"].as_array().expect("errors");
        assert_eq!(errors.len(), 1, "{}", refused.text);
        assert_eq!(
            (&errors[0]["field"], &errors[0]["code"]),
            (&json!(field.pointer), &json!("not_requested"))
        );
        admin.delete(&format!("{LIST}/{id}/change-requests/{request}")).await.expect(204);
    }
    assert_eq!(versions(&admin, &id).await["items"], json!([]));
    ask(&admin, &id, "Please.", &[]).await.expect(201);
    let body: Value = Field::ALL.iter().map(|field| (field.name().to_owned(), changed(field))).collect();
    let before = read(&ana, &id).await.json;
    let edited = edit(&ana, &id, "\"1\"", &body).await.expect(200).json;
    assert_eq!(read(&ana, &id).await.json, edited);
    let replaced = versions(&admin, &id).await;
    for field in Field::ALL.iter().map(Field::name) {
        assert_eq!(edited[field], body[field], "{field}");
        assert_eq!(replaced["items"][0]["fields"][field], before[field], "{field}");
    }
}

async fn an_edit_needs_the_current_version_and_an_open_request(ports: Ports) {
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let path = format!("/api/applications/{id}");
    edit(&ana, &id, "\"1\"", &wizard("Tampa")).await.problem(409, "not_editable");
    ask(&admin, &id, "Please.", &["city"]).await.expect(201);
    ana.put(&path, &wizard("Tampa")).await.problem(428, "precondition_required");
    for stale in ["\"0\"", "\"2\"", "1", ""] {
        edit(&ana, &id, stale, &wizard("Tampa")).await.problem(412, "version_conflict");
    }
    assert_eq!(read(&ana, &id).await.json["version"], 1);
    edit(&ana, &id, "W/\"1\"", &wizard("Tampa")).await.expect(200);
    ask(&admin, &id, "Please.", &["city"]).await.expect(201);
    edit(&ana, &id, "\"1\"", &wizard("Miami")).await.problem(412, "version_conflict");
    assert_eq!(read(&ana, &id).await.json["city"], "Tampa");
    admin.decide(&id, "rejected").await.expect(200);
    edit(&ana, &id, "\"2\"", &wizard("Miami")).await.problem(409, "not_editable");
    assert_eq!(read(&ana, &id).await.json["city"], "Tampa");
}

async fn an_edit_is_checked_like_a_submission(ports: Ports) {
    let api = TestApi::with(ports);
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    ask(&admin, &id, "Please.", &[]).await.expect(201);
    let foreign =
        bo.upload("me.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201).json["id"].clone();
    for (field, value, code) in [
        ("city", json!(" "), "required"),
        ("zip_code", json!("1".repeat(21)), "too_long"),
        ("headshot_id", foreign.clone(), "unknown_headshot"),
    ] {
        let mut body = Caller::wizard();
        body[field] = value;
        let refused = edit(&ana, &id, "\"1\"", &body).await.problem(422, "validation_failed");
        assert_eq!(refused.json["errors"][0]["code"], code);
    }
    let mut body = wizard(" ");
    body["headshot_id"] = foreign;
    let refused = edit(&ana, &id, "\"1\"", &body).await.problem(422, "validation_failed");
    assert_eq!(refused.field_errors(), [("/city", "required"), ("/headshot_id", "unknown_headshot")]);
    let mut body = Caller::wizard();
    body["status"] = json!("approved");
    edit(&ana, &id, "\"1\"", &body).await.problem(422, "unknown_field");
    assert_eq!(read(&ana, &id).await.json["version"], 1);
}

async fn only_the_applicant_can_edit_and_only_other_administrators_can_ask(ports: Ports) {
    let api = TestApi::with(ports);
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
async fn the_applicant_does_not_see_who_asked(ports: Ports) {
    let api = TestApi::with(ports);
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

async fn a_request_taken_back_before_its_mail_is_sent_is_never_mailed(ports: Ports) {
    let api = TestApi::with(ports);
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

async fn undoing_a_decision_opens_the_request_again(ports: Ports) {
    let api = TestApi::with(ports.with(|program| program.undo_window = Duration::seconds(10)));
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let request = ask(&admin, &id, "Please.", &["city"]).await.expect(201).json;
    admin.decide(&id, "approved").await.expect(200);
    assert_eq!(read(&admin, &id).await.json["change_request"], json!(null));
    admin.post(&format!("{LIST}/{id}/decision/undo"), &json!({})).await.expect(200);
    assert_eq!(read(&admin, &id).await.json["change_request"], request);
    edit(&ana, &id, "\"1\"", &wizard("Tampa")).await.expect(200);
}

async fn an_applicant_with_three_photos_can_replace_the_one_that_a_request_asks_for(ports: Ports) {
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let picture = plain_image(ImageKind::Png, 64, 48);
    let mut body = Caller::wizard();
    let mut id = String::new();
    for number in 1..=3 {
        body["headshot_id"] = ana.upload("me.png", &picture).await.expect(201).json["id"].clone();
        id = ana.post("/api/applications", &body).await.expect(201).text_at("/id");
        if number < 3 {
            admin.decide(&id, "rejected").await.expect(200);
        }
    }
    ana.upload("other.png", &picture).await.problem(409, "in_use");
    ask(&admin, &id, "Please.", &["headshot_id"]).await.expect(201);
    body["headshot_id"] = ana.upload("other.png", &picture).await.expect(201).json["id"].clone();
    let edited = edit(&ana, &id, "\"1\"", &body).await.expect(200);
    assert_eq!(edited.json["headshot_id"], body["headshot_id"]);
    ana.upload("third.png", &picture).await.problem(409, "in_use");
}

async fn the_list_marks_an_open_request_and_the_changes_made_until_the_decision(ports: Ports) {
    let api = TestApi::with(ports.with(|program| program.undo_window = Duration::seconds(10)));
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let admin = api.admin("admin@forum.example").await;
    let (id, other) = (ana.apply().await, bo.apply().await);
    let listed = async || {
        let items = admin.get(LIST).await.expect(200).json["items"].take();
        let marks = items.as_array().expect("items").iter().map(|item| {
            let is_other = item["id"] == other.as_str();
            assert!(!is_other || (item["version"] == 1 && item["changes"].is_null()), "{item}");
            (is_other, item["version"].clone(), item["changes"].clone())
        });
        let own: Vec<_> = marks.filter(|(is_other, ..)| !is_other).collect();
        (own[0].1.clone(), own[0].2.clone())
    };
    assert_eq!(listed().await, (json!(1), json!(null)));
    let request = ask(&admin, &id, "Please.", &["city"]).await.expect(201).text_at("/id");
    assert_eq!(listed().await, (json!(1), json!("requested")));
    admin.delete(&format!("{LIST}/{id}/change-requests/{request}")).await.expect(204);
    assert_eq!(listed().await, (json!(1), json!(null)));
    ask(&admin, &id, "Please.", &["city"]).await.expect(201);
    edit(&ana, &id, "\"1\"", &wizard("Tampa")).await.expect(200);
    assert_eq!(listed().await, (json!(2), json!("made")));
    admin.decide(&id, "approved").await.expect(200);
    assert_eq!(listed().await, (json!(2), json!(null)));
    admin.post(&format!("{LIST}/{id}/decision/undo"), &json!({})).await.expect(200);
    assert_eq!(listed().await, (json!(2), json!("made")));
    ask(&admin, &id, "Again.", &["city"]).await.expect(201);
    assert_eq!(listed().await, (json!(2), json!("requested")));
    admin.decide(&id, "rejected").await.expect(200);
    assert_eq!(listed().await, (json!(2), json!(null)));
}

async fn a_decision_on_earlier_answers_is_refused_and_changes_nothing(ports: Ports) {
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let path = format!("{LIST}/{id}/decision");
    let decide = async |version: Value| {
        admin.post(&path, &json!({"decision": "approved", "note": "Good.", "version": version})).await
    };
    ask(&admin, &id, "Please.", &["city"]).await.expect(201);
    edit(&ana, &id, "\"1\"", &wizard("Tampa")).await.expect(200);
    let request = ask(&admin, &id, "Again.", &["city"]).await.expect(201).json;
    let before = read(&admin, &id).await.json;
    for version in [0, 1, 3] {
        decide(json!(version)).await.problem(412, "version_conflict");
    }
    for malformed in [json!("2"), json!(-1), json!(2.5)] {
        let refused = decide(malformed).await.problem(422, "validation_failed");
        assert_eq!(refused.json["errors"][0]["field"], "/version");
    }
    assert_eq!(read(&admin, &id).await.json, before);
    assert_eq!((&before["status"], &before["change_request"]), (&json!("pending"), &request));
    api.run_mail().await;
    assert!(api.inbox().sent().iter().all(|mail| mail.kind != MailKind::ApplicationApproved));
    assert_eq!(decide(json!(2)).await.expect(200).json["status"], "approved");
    decide(json!(1)).await.problem(409, "application_already_decided");
}

async fn a_photo_that_an_edit_replaced_cannot_be_deleted(ports: Ports) {
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let photo = ana.upload("me.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201);
    let mut body = Caller::wizard();
    body["headshot_id"] = photo.json["id"].clone();
    let id = ana.post("/api/applications", &body).await.expect(201).text_at("/id");
    assert_eq!(read(&ana, &id).await.json["headshot_id"], photo.json["id"]);
    ask(&admin, &id, "Please.", &["headshot_id"]).await.expect(201);
    let edited = edit(&ana, &id, "\"1\"", &Caller::wizard()).await.expect(200);
    assert_eq!((&edited.json["headshot_id"], &edited.json["headshot_url"]), (&json!(null), &json!(null)));
    ana.delete(&format!("/api/headshots/{}", photo.text_at("/id"))).await.problem(409, "in_use");
    // Another upload replaces the oldest unused photo.
    for _ in 0..4 {
        api.clock().advance(Duration::SECOND);
        ana.upload("other.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201);
    }
    api.anonymous().get(&photo.text_at("/headshot_url")).await.expect(200);
    let listed = versions(&admin, &id).await;
    assert_eq!(listed["items"][0]["headshot_url"], photo.json["headshot_url"]);
}

async fn the_audit_log_has_each_act_without_message_and_answers(ports: Ports) {
    let (api, readback) = with_readback(ports);
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

async fn an_earlier_version_is_in_the_export_of_its_applicant(ports: Ports) {
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    ask(&admin, &id, "Which city?", &["city"]).await.expect(201);
    edit(&ana, &id, "\"1\"", &wizard("Ávila")).await.expect(200);
    let (data, _) = crate::accounts::own_data::exported(&ana).await;
    let own = &data["applications"][0];
    assert_eq!((&own["city"], &own["versions"][0]["number"]), (&json!("Ávila"), &json!(1)));
    assert_eq!(own["versions"][0]["city"], Caller::wizard()["city"]);
    let request = &own["change_requests"][0];
    assert_eq!(request["id"], own["versions"][0]["change_request_id"]);
    assert_eq!((&request["message"], &request["outcome"]), (&json!("Which city?"), &json!("resubmitted")));
    assert_eq!(
        (&own["history"][1]["change"], request.get("requested_by")),
        (&json!("changes_requested"), None)
    );
}
