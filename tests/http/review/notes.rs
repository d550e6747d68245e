//! Notes of administrators on an application.

use forum_domain::accounts::Role;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::with_readback;

const LIST: &str = "/api/admin/applications";

async fn patch(caller: &Caller<'_>, path: &str, text: &str) -> Answer {
    edit(caller, path, "*", text).await
}

async fn edit(caller: &Caller<'_>, path: &str, tag: &str, text: &str) -> Answer {
    caller.send(Sent::new(Method::PATCH, path).header("if-match", tag).json(&json!({"text": text}))).await
}

async fn add(caller: &Caller<'_>, application: &str, text: &str) -> Answer {
    caller.post(&format!("{LIST}/{application}/notes"), &json!({"text": text})).await
}

async fn texts(caller: &Caller<'_>, application: &str) -> Vec<Value> {
    let list = caller.get(&format!("{LIST}/{application}/notes")).await.expect(200);
    list.each("text").into_iter().cloned().collect()
}

#[tokio::test]
async fn a_note_is_added_changed_and_deleted_by_its_author() {
    let api = TestApi::new().await;
    let (_, admin, id) = api.desk().await;
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
    let api = TestApi::new().await;
    let (_, admin, id) = api.desk().await;
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
    let api = TestApi::new().await;
    let (ana, admin, id) = api.desk().await;
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

#[tokio::test]
async fn the_audit_log_has_one_edit_a_minute_and_no_text() {
    let (api, readback) = with_readback(Ports::new().await);
    let (_, admin, id) = api.desk().await;
    let note = add(&admin, &id, "Unmistakable.").await.expect(201).text_at("/id");
    for second in 0..150 {
        api.clock().advance(Duration::seconds(1));
        patch(&admin, &format!("{LIST}/{id}/notes/{note}"), &format!("Unmistakable {second}"))
            .await
            .expect(200);
        texts(&admin, &id).await;
    }
    let entries = readback.audit().await;
    let of = |action: &str| entries.iter().filter(|entry| entry.action == action).count();
    assert_eq!((of("note.added"), of("note.updated"), of("application.read")), (1, 2, 1));
    let added = entries.iter().find(|entry| entry.action == "note.added").expect("an entry");
    assert_eq!((added.target_id.to_string(), &added.detail), (id, &json!({"note_id": note})));
    assert!(entries.iter().all(|entry| !entry.detail.to_string().contains("Unmistakable")));
}
