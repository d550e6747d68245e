//! The contact form, and its messages for administrators.

use forum_tests::harness::{Caller, TestApi, UNKNOWN_ID};
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::contact_form;

const FORM: &str = "/api/contact-messages";
const DESK: &str = "/api/admin/contact-messages";

async fn send(api: &TestApi, changes: Value) {
    let mut form = contact_form("ada@school.example");
    form.as_object_mut().expect("an object").extend(changes.as_object().expect("an object").clone());
    api.anonymous().post(FORM, &form).await.expect(202);
}

async fn listed(admin: &Caller, query: &str) -> Vec<String> {
    let list = admin.get(&format!("{DESK}{query}")).await.expect(200);
    list.each("full_name").iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

#[tokio::test]
async fn a_message_is_mailed_once_to_the_mailbox_of_its_subject_and_a_reply_goes_to_the_writer() {
    let api = TestApi::new().await;
    let form = contact_form("ada@school.example");
    for replayed in [false, true] {
        let receipt = api.anonymous().keyed("key", FORM, &form).await.expect(202);
        assert_eq!(receipt.json, json!({"department": "media"}));
        assert_eq!(receipt.header("idempotency-replayed") == "true", replayed);
        api.run_mail().await;
    }
    let mut other = form;
    other["full_name"] = json!("Bo Lopez");
    api.anonymous().keyed("key", FORM, &other).await.problem(422, "idempotency_key_reused");
    let sent = api.inbox().sent();
    let [mail] = sent.as_slice() else { panic!("one mail: {sent:?}") };
    assert_eq!(mail.to, "media@forum.example");
    let (name, address) = mail.content.reply_to.clone().expect("the writer");
    assert_eq!((name.as_str(), address.as_str()), ("Ada Lopez", "ada@school.example"));
    let parts =
        ["Media Request", "Name: Ada Lopez", "Phone: (555) 010-0100", "teacher", "> May I quote\n> <b>"];
    assert!(parts.iter().all(|part| mail.content.text.contains(part)), "{}", mail.content.text);
}

#[tokio::test]
async fn what_programs_write_looks_sent_and_is_mailed_only_after_an_administrator_says_that_it_is_no_spam() {
    let (api, admin) = TestApi::with_admin().await;
    send(&api, json!({"full_name": "Filled", "reference": "42"})).await;
    api.clock().advance(Duration::SECOND);
    send(&api, json!({"full_name": "Fast", "open_ms": 1_999})).await;
    api.run_mail().await;
    assert!(api.inbox().last_to("media@forum.example").is_none());
    assert_eq!(listed(&admin, "?state=spam").await, ["Fast", "Filled"]);
    let id = admin.get(DESK).await.expect(200).text_at("/items/0/id");
    let reopened = admin.call(&format!("{DESK}/{id}/reopen")).await.expect(200);
    assert_eq!((&reopened.json["state"], &reopened.json["handler_name"]), (&json!("new"), &json!("Ana Li")));
    api.run_mail().await;
    let mail = api.inbox().last_to("media@forum.example").expect("a late mail");
    assert!(mail.content.text.contains("Name: Fast\n"), "{}", mail.content.text);
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
    assert_eq!(listed(&ana, "?q=munoz%20REPORT").await, ["José Muñoz"]);
    assert_eq!(listed(&ana, "?subject=press-speaking").await, ["Ada Lopez"]);
    let first = ana.get(&format!("{DESK}?limit=2")).await.expect(200);
    assert_eq!((&first.json["total"], first.items().len()), (&json!(3), 2));
    let next = format!("limit=2&cursor={}", first.text_at("/next_cursor"));
    assert_eq!(listed(&ana, &format!("?{next}")).await, ["José Muñoz"]);
    for filter in ["state=new", "subject=press-speaking", "q=x"] {
        ana.get(&format!("{DESK}?{filter}&{next}")).await.problem(422, "invalid_cursor");
    }

    let id = first.text_at("/items/0/id");
    let act = async |admin: &Caller, act: &str| admin.call(&format!("{DESK}/{id}/{act}")).await;
    act(&ana, "owner").await.expect(200);
    let refused = act(&bo, "owner").await.problem(409, "conflict");
    assert_eq!(refused.json["detail"], "Ana Li has already taken this message.");
    let answered = act(&bo, "answered").await.expect(200);
    let list = ana.get(&format!("{DESK}?state=answered")).await.expect(200);
    assert_eq!(list.items()[0], answered.json);
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
    act(&ana, "spam").await.problem(409, "conflict");
    act(&ana, "reopen").await.expect(200);
    act(&ana, "spam").await.expect(200);
    act(&bo, "answered").await.problem(409, "conflict");
    let list = ana.get(&format!("{DESK}?state=new")).await.expect(200);
    assert_eq!(list.json["counts"], json!({"new": 2, "answered": 0, "spam": 1}));
    assert_eq!(list.each("full_name"), ["Ada Lopez", "José Muñoz"]);
    let audit = ana.get(&format!("/api/admin/audit-events?target={id}")).await.expect(200);
    let actions = ["marked_as_spam", "reopened", "answered", "taken"];
    let actions = actions.map(|act| json!(format!("contact_message.{act}")));
    assert_eq!(audit.each("action"), actions.iter().collect::<Vec<_>>());
    ana.call(&format!("{DESK}/{UNKNOWN_ID}/owner")).await.problem(404, "not_found");
}
