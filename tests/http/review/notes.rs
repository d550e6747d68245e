//! What administrators see beside an application: notes, viewers, similar applications and mails.

use forum_domain::accounts::Role;
use forum_domain::mail::SendError;
use forum_tests::harness::{Answer, Caller, Sent, TestApi, UNKNOWN_ID};
use http::Method;
use serde_json::{Value, json};
use time::Duration;

const LIST: &str = "/api/admin/applications";

async fn patch(caller: &Caller, path: &str, text: &str) -> Answer {
    edit(caller, path, "*", text).await
}

async fn edit(caller: &Caller, path: &str, tag: &str, text: &str) -> Answer {
    caller.send(Sent::new(Method::PATCH, path).header("if-match", tag).json(&json!({"text": text}))).await
}

async fn add(caller: &Caller, application: &str, text: &str) -> Answer {
    caller.post(&format!("{LIST}/{application}/notes"), &json!({"text": text})).await
}

async fn texts(caller: &Caller, application: &str) -> Vec<Value> {
    let list = caller.get(&format!("{LIST}/{application}/notes")).await.expect(200);
    list.each("text").into_iter().cloned().collect()
}

#[tokio::test]
async fn a_note_is_added_changed_and_deleted_by_its_author() {
    let (api, _, admin, id) = TestApi::with_desk().await;
    let added = add(&admin, &id, "  Called the school.\n").await.expect(201);
    let note = added.text_at("/id");
    let mut expected = json!({
        "id": note, "author_id": admin.id().await, "author_name": "Ana Li", "text": "Called the school.",
        "created_at": "2026-11-20T12:00:00Z", "updated_at": "2026-11-20T12:00:00Z",
        "version": added.json["version"],
    });
    assert_eq!(added.json, expected);
    api.clock().advance(Duration::seconds(2));
    let path = format!("{LIST}/{id}/notes/{note}");
    let changed = patch(&admin, &path, "Called twice.").await.expect(200);
    expected["text"] = json!("Called twice.");
    expected["updated_at"] = json!("2026-11-20T12:00:02Z");
    expected["version"] = changed.json["version"].clone();
    assert_ne!(expected["version"], added.json["version"]);
    assert_eq!(changed.json, expected);
    let listed = admin.get(&format!("{LIST}/{id}/notes")).await.expect(200);
    assert_eq!(listed.json, json!({"items": [expected], "next_cursor": null}));
    admin.delete(&path).await.expect(204);
    admin.delete(&path).await.problem(404, "not_found");
    patch(&admin, &path, "Again.").await.problem(404, "not_found");
    assert_eq!(texts(&admin, &id).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_text_that_its_author_has_not_seen_is_neither_replaced_nor_deleted() {
    let (_, _, admin, id) = TestApi::with_desk().await;
    let added = add(&admin, &id, "Called.").await.expect(201);
    let path = format!("{LIST}/{id}/notes/{}", added.text_at("/id"));
    let first = format!("\"{}\"", added.text_at("/version"));
    let second = edit(&admin, &path, &first, "Called twice.").await.expect(200).header("etag").to_owned();
    edit(&admin, &path, &first, "Busy.").await.problem(412, "version_conflict");
    edit(&admin, &path, "\"1\"", "Busy.").await.problem(412, "version_conflict");
    let again = edit(&admin, &path, &first, "Called twice.").await.expect(200);
    assert_eq!(again.header("etag"), second, "a repeated edit");
    let without = Sent::new(Method::PATCH, &path).json(&json!({"text": "Busy."}));
    admin.send(without).await.problem(428, "precondition_required");
    assert_eq!(texts(&admin, &id).await, ["Called twice."]);
    let third = edit(&admin, &path, &format!("\"x\", W/{second}"), "Called again.").await.expect(200);
    let delete = |tag: &str| admin.send(Sent::new(Method::DELETE, &path).header("if-match", tag));
    delete(&second).await.problem(412, "version_conflict");
    delete(third.header("etag")).await.expect(204);
}

#[tokio::test]
async fn a_note_has_1_to_5000_characters_is_added_once_under_a_key_and_stays_its_authors() {
    let (api, ana, admin, id) = TestApi::with_desk().await;
    let path = format!("{LIST}/{id}/notes");
    for (text, code) in [("", "required"), (" \n", "required"), (&*"é".repeat(5_001), "too_long")] {
        add(&admin, &id, text).await.invalid("validation_failed", &[("/text", code)]);
    }
    add(&admin, &id, "a\u{0}b").await.problem(422, "invalid_text");
    let longest = json!({"text": "é".repeat(5_000)});
    let first = admin.keyed("key", &path, &longest).await.expect(201);
    assert_eq!(admin.keyed("key", &path, &longest).await.expect(201).json, first.json);
    admin.keyed("key", &path, &json!({"text": "Other."})).await.problem(422, "idempotency_key_reused");
    let note = format!("{path}/{}", first.text_at("/id"));
    patch(&admin, &note, "").await.problem(422, "validation_failed");
    patch(&admin, &note, "Called.").await.expect(200);
    // Another administrator reads it, the applicant never does, and the name goes with the account.
    let other = api.admin("other@forum.example").await;
    patch(&other, &note, "Mine.").await.problem(403, "forbidden");
    other.delete(&note).await.problem(403, "forbidden");
    add(&other, &id, "Agreed.").await.expect(201);
    for path in [format!("/api/applications/{id}"), "/api/applications/mine".to_owned()] {
        assert!(!ana.get(&path).await.expect(200).text.contains("Called."), "{path}");
    }
    admin.leave().await;
    let list = other.get(&path).await.expect(200);
    assert_eq!(list.each("text"), ["Called.", "Agreed."]);
    assert_eq!(list.each("author_name"), [&Value::Null, &json!("Ana Li")]);
}

#[tokio::test]
async fn an_administrator_never_sees_what_others_write_and_decide_about_their_own_application() {
    let api = TestApi::new().await;
    let both = api.user("both@forum.example", &[Role::Admin, Role::Applicant]).await;
    let admin = api.admin("admin@forum.example").await;
    let id = both.apply().await;
    let note = add(&admin, &id, "Called.").await.expect(201).text_at("/id");
    let notes = format!("{LIST}/{id}/notes");
    both.get(&notes).await.problem(409, "own_application");
    add(&both, &id, "Hire me.").await.problem(409, "own_application");
    patch(&both, &format!("{notes}/{note}"), "Hire me.").await.problem(403, "forbidden");
    both.send(Sent::new(Method::PUT, &format!("{LIST}/{id}/viewers/me")))
        .await
        .problem(409, "own_application");
    let body = json!({"decision": "rejected", "note": "Unmistakable."});
    admin.post(&format!("{LIST}/{id}/decision"), &body).await.expect(200);
    let own = both.get(&format!("/api/applications/{id}")).await.expect(200);
    for member in ["note", "decided_by", "similar", "messages"] {
        assert_eq!(own.json.get(member), None, "{member}");
    }
    both.get(&format!("{LIST}/{id}/history")).await.problem(409, "own_application");
    let export = format!("{LIST}/export?include_note=true&include_reviewer=true");
    for (reader, cells) in [(&admin, ",Unmistakable.,Ana Li"), (&both, ",,")] {
        let file = reader.get(&export).await.expect(200).text;
        assert!(file.trim_end().ends_with(cells), "{file}");
    }
}

async fn announce(admin: &Caller, id: &str) -> Answer {
    admin.send(Sent::new(Method::PUT, &format!("{LIST}/{id}/viewers/me"))).await
}

#[tokio::test]
async fn administrators_see_who_else_views_an_application_and_that_is_not_audited() {
    let (api, _, admin, id) = TestApi::with_desk().await;
    let other = api.admin("other@forum.example").await;
    let before = api.readback().audit().await.len();
    assert_eq!(announce(&admin, &id).await.expect(200).json, json!({"items": [], "next_cursor": null}));
    api.clock().advance(Duration::seconds(10));
    let expected = json!({"user_id": admin.id().await, "name": "Ana Li", "since": "2026-11-20T12:00:00Z"});
    assert_eq!(announce(&other, &id).await.expect(200).items(), [expected]);
    admin.delete(&format!("{LIST}/{id}/viewers/me")).await.expect(204);
    assert!(announce(&other, &id).await.expect(200).items().is_empty());
    announce(&admin, &id).await.expect(200);
    api.clock().advance(Duration::seconds(29));
    assert_eq!(announce(&other, &id).await.expect(200).items().len(), 1);
    api.clock().advance(Duration::seconds(1));
    assert!(announce(&other, &id).await.expect(200).items().is_empty(), "30 seconds of silence");
    announce(&admin, UNKNOWN_ID).await.problem(404, "not_found");
    assert_eq!(api.readback().audit().await.len(), before);
}

#[tokio::test]
async fn a_detail_names_similar_applications() {
    let (api, ana, admin, earlier) = TestApi::with_desk().await;
    admin.decide(&earlier, "rejected").await.expect(200);
    api.clock().advance(Duration::minutes(1));
    let id = ana.apply().await;
    let detail = admin.get(&format!("/api/applications/{id}")).await.expect(200);
    assert_eq!(
        detail.json["similar"],
        json!([{
            "application_id": earlier, "reason": "same_person", "first_name": "Ana", "last_name": "Li",
            "status": "rejected", "submitted_at": "2026-11-20T12:00:00Z",
        }])
    );
    let own = ana.get(&format!("/api/applications/{id}")).await.expect(200);
    assert_eq!((own.json.get("similar"), own.json.get("messages")), (None, None));
}

#[tokio::test]
async fn a_failed_mail_is_shown_with_its_application() {
    let api = TestApi::new().await;
    api.inbox().fail(1, SendError::Permanent("550 no such mailbox".into()));
    let (_, admin, id) = api.desk().await;
    let message = async || -> Value {
        let detail = admin.get(&format!("/api/applications/{id}")).await.expect(200);
        let messages = detail.json["messages"].as_array().cloned().expect("messages");
        let [message] = messages.as_slice() else { panic!("one mail: {messages:?}") };
        message.clone()
    };
    let queued = message().await;
    let expected = |state: &str, at: &str| json!({"id": queued["id"], "template": "application_submitted", "state": state, "at": at});
    assert_eq!(queued, expected("queued", "2026-11-20T12:00:00Z"));
    api.clock().advance(Duration::minutes(1));
    api.run_mail().await;
    assert_eq!(message().await, expected("failed", "2026-11-20T12:01:00Z"));
    let failed = admin.get("/api/admin/email-messages?state=failed").await.expect(200);
    assert_eq!(failed.each("id"), [&queued["id"]]);
}
