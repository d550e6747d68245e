//! The contact form, and its messages for administrators.

use forum_tests::harness::{Caller, TestApi, UNKNOWN_ID};
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::contact_form;

const FORM: &str = "/api/contact-messages";
const DESK: &str = "/api/admin/contact-messages";

fn changed_form(changes: Value) -> Value {
    let mut form = contact_form("ada@school.example");
    let (Value::Object(form_members), Value::Object(changes)) = (&mut form, changes) else {
        panic!("objects")
    };
    form_members.extend(changes);
    form
}

async fn send(api: &TestApi, changes: Value) {
    let receipt = api.anonymous().post(FORM, &changed_form(changes)).await.expect(202);
    assert!(receipt.json["department"].is_string(), "{}", receipt.text);
}

async fn listed(admin: &Caller, query: &str) -> Vec<String> {
    let list = admin.get(&format!("{DESK}{query}")).await.expect(200);
    list.each("full_name").iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

#[tokio::test]
async fn a_message_is_mailed_once_to_the_mailbox_of_its_subject_and_a_reply_goes_to_the_writer() {
    let api = TestApi::new().await;
    let form = contact_form("ada@school.example");
    let first = api.anonymous().keyed("key", FORM, &form).await.expect(202);
    assert_eq!(first.json, json!({"department": "media"}));
    let again = api.anonymous().keyed("key", FORM, &form).await.expect(202);
    assert_eq!((again.header("idempotency-replayed"), &again.json), ("true", &first.json));
    let mut other = form.clone();
    other["message"] = json!("Another message.");
    api.anonymous().keyed("key", FORM, &other).await.problem(422, "idempotency_key_reused");
    api.run_mail().await;
    let sent = api.inbox().sent();
    let [mail] = sent.as_slice() else { panic!("one mail: {sent:?}") };
    assert_eq!(mail.to, "media@forum.example");
    let (name, address) = mail.content.reply_to.clone().expect("the writer");
    assert_eq!((name.as_str(), address.as_str()), ("Ada Lopez", "ada@school.example"));
    assert_eq!(mail.content.subject, "Educators Forum contact form: Media Request");
    assert!(mail.content.text.contains("> May I quote\n> <b>the report</b>?"), "{}", mail.content.text);
    assert!(mail.content.html.contains("&lt;b&gt;the report"), "{}", mail.content.html);
}

#[tokio::test]
async fn every_wrong_field_is_named_and_nothing_is_stored() {
    let api = TestApi::new().await;
    let refused = async |changes| api.anonymous().post(FORM, &changed_form(changes)).await;
    let wrong = refused(json!({"full_name": "see evil.com", "email": "ada", "phone": "1".repeat(41)})).await;
    let errors = [("/email", "invalid_email"), ("/full_name", "url_in_name"), ("/phone", "too_long")];
    wrong.invalid("validation_failed", &errors);
    refused(json!({"subject": "spam"})).await.invalid("validation_failed", &[("/subject", "invalid_choice")]);
    refused(json!({"full_name": "Ada\r\nBcc: Bo"})).await.problem(422, "invalid_text");
    refused(json!({"state": "answered"})).await.problem(422, "unknown_field");
    assert_eq!(api.readback().count("contact_messages").await, 0);
}

#[tokio::test]
async fn what_programs_write_looks_sent_and_is_mailed_only_after_an_administrator_says_that_it_is_no_spam() {
    let (api, admin) = TestApi::with_admin().await;
    api.run_mail().await;
    let before = api.inbox().sent().len();
    send(&api, json!({"full_name": "Filled", "reference": "42"})).await;
    api.clock().advance(Duration::SECOND);
    send(&api, json!({"full_name": "Fast", "open_ms": 1_999})).await;
    api.run_mail().await;
    assert_eq!(api.inbox().sent().len(), before);
    assert_eq!(listed(&admin, "?state=spam").await, ["Fast", "Filled"]);
    let id = admin.get(DESK).await.expect(200).text_at("/items/0/id");
    let path = format!("{DESK}/{id}");
    admin.call(&format!("{path}/answered")).await.problem(409, "conflict");
    for _ in 0..2 {
        let reopened = admin.call(&format!("{path}/reopen")).await.expect(200);
        assert_eq!(
            (&reopened.json["state"], &reopened.json["handler_name"]),
            (&json!("new"), &json!("Ana Li"))
        );
        api.run_mail().await;
    }
    assert_eq!(api.inbox().sent().len(), before + 1);
    assert_eq!(api.inbox().last_to("media@forum.example").map(|mail| mail.id.is_nil()), Some(false));
}

#[tokio::test]
async fn administrators_find_take_and_answer_messages_and_the_second_one_learns_of_the_first() {
    let (api, ana) = TestApi::with_admin().await;
    let bo = api.admin("bo@forum.example").await;
    bo.patch("/api/users/me", &json!({"first_name": "Bo"})).await.expect(200);
    for (name, subject) in
        [("José Muñoz", "general-question"), ("Ada Lopez", "press-speaking"), ("Cy", "media-request")]
    {
        send(&api, json!({"full_name": name, "subject": subject})).await;
        api.clock().advance(Duration::MINUTE);
    }
    assert_eq!(listed(&ana, "?state=new").await, ["Cy", "Ada Lopez", "José Muñoz"]);
    assert_eq!(listed(&ana, "?q=munoz%20REPORT").await, ["José Muñoz"]);
    assert_eq!(listed(&ana, "?subject=press-speaking").await, ["Ada Lopez"]);
    let first = ana.get(&format!("{DESK}?limit=2")).await.expect(200);
    assert_eq!((&first.json["total"], first.items().len()), (&json!(3), 2));
    let next = format!("limit=2&cursor={}", first.text_at("/next_cursor"));
    assert_eq!(listed(&ana, &format!("?{next}")).await, ["José Muñoz"]);
    ana.get(&format!("{DESK}?state=new&{next}"))
        .await
        .invalid("invalid_cursor", &[("/cursor", "invalid_cursor")]);
    ana.get(&format!("{DESK}?q=a%00b")).await.problem(422, "invalid_text");

    let id = first.text_at("/items/0/id");
    let path = format!("{DESK}/{id}");
    let act = async |admin: &Caller, act: &str| admin.call(&format!("{path}/{act}")).await;
    act(&ana, "owner").await.expect(200);
    let taken = act(&ana, "owner").await.expect(200);
    assert_eq!((&taken.json["owner_name"], &taken.json["handled_by"]), (&json!("Ana Li"), &Value::Null));
    let refused = act(&bo, "owner").await.problem(409, "conflict");
    assert_eq!(refused.json["detail"], "Ana Li has already taken this message.");
    act(&bo, "answered").await.expect(200);
    let answered = act(&bo, "answered").await.expect(200);
    assert_eq!(
        answered.json,
        json!({
            "id": id, "full_name": "Cy", "email": "ada@school.example", "phone": "(555) 010-0100",
            "subject": "media-request", "message": "May I quote\n<b>the report</b>?", "is_teacher": true,
            "state": "answered", "received_at": "2026-11-20T12:02:00Z", "owner_id": ana.id().await,
            "owner_name": "Ana Li", "handled_by": bo.id().await, "handler_name": "Bo Li",
            "handled_at": "2026-11-20T12:03:00Z",
        })
    );
    let refused = act(&ana, "answered").await.problem(409, "conflict");
    assert_eq!(refused.json["detail"], "Bo Li has already marked this message as answered.");
    act(&ana, "spam").await.problem(409, "conflict");
    act(&ana, "reopen").await.expect(200);
    act(&ana, "spam").await.expect(200);
    let counts = ana.get(&format!("{DESK}?state=answered")).await.expect(200);
    assert_eq!(counts.json["counts"], json!({"new": 2, "answered": 0, "spam": 1}));
    let audit = ana.get(&format!("/api/admin/audit-events?target={id}")).await.expect(200);
    let actions = ["marked_as_spam", "reopened", "answered", "taken"];
    let actions = actions.map(|act| json!(format!("contact_message.{act}")));
    assert_eq!(audit.each("action"), actions.iter().collect::<Vec<_>>());
    for act in ["owner", "answered", "spam", "reopen"] {
        ana.call(&format!("{DESK}/{UNKNOWN_ID}/{act}")).await.problem(404, "not_found");
    }
}
