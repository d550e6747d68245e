//! Edits by the applicant, and the earlier versions of the answers.

use forum_domain::applications::Field;
use forum_domain::headshots::ImageKind;
use forum_tests::harness::{Caller, TestApi};
use forum_tests::memory::plain_image;
use serde_json::{Value, json};
use time::Duration;

use super::{LIST, ask, edit, read, versions, wizard};
use crate::support::requests::id_of;

#[tokio::test]
async fn an_applicant_edits_the_requested_fields_once_and_administrators_see_both_versions() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let before = read(&ana, &id).await;
    assert_eq!(before.header("etag"), "W/\"1\"");
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
    assert_eq!(edited.header("etag"), "W/\"2\"");
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

/// Every field in turn, because a rule per field can be forgotten.
#[tokio::test]
async fn a_field_that_was_not_asked_for_cannot_be_changed() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let id = ana.apply().await;
    let upload = async || {
        ana.upload("me.png", &plain_image(ImageKind::Png, 64, 48)).await.expect(201).json["id"].clone()
    };
    let photo = upload().await;
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
    let mut body: Value = Field::ALL.iter().map(|field| (field.name().to_owned(), changed(field))).collect();
    // The photo that was uploaded for an earlier request went with it.
    body["headshot_id"] = upload().await;
    let before = read(&ana, &id).await.json;
    let edited = edit(&ana, &id, "\"1\"", &body).await.expect(200).json;
    assert_eq!(read(&ana, &id).await.json, edited);
    let replaced = versions(&admin, &id).await;
    for field in Field::ALL.iter().map(Field::name) {
        assert_eq!(edited[field], body[field], "{field}");
        assert_eq!(replaced["items"][0]["fields"][field], before[field], "{field}");
    }
}

#[tokio::test]
async fn an_edit_needs_the_current_version_and_an_open_request() {
    let api = TestApi::new().await;
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

#[tokio::test]
async fn an_edit_is_checked_like_a_submission() {
    let api = TestApi::new().await;
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

#[tokio::test]
async fn an_applicant_with_three_photos_can_replace_the_one_that_a_request_asks_for() {
    let api = TestApi::new().await;
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

#[tokio::test]
async fn a_photo_that_an_edit_replaced_cannot_be_deleted() {
    let api = TestApi::new().await;
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
