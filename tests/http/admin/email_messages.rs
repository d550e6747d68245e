//! The log of mails, and retries of failed mails.

use forum_domain::mail::SendError;
use forum_tests::harness::{Answer, Caller, TestApi, UNKNOWN_ID};
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::sign_up_form;

const LOG: &str = "/api/admin/email-messages";
const REFUSED: &str = "550 <ana@school.example>: no such mailbox";

/// The first `mails` mails are refused.
async fn refusing(mails: usize) -> TestApi {
    let api = TestApi::new().await;
    api.inbox().fail(mails, SendError::Permanent(REFUSED.into()));
    api
}

async fn sign_up(api: &TestApi, name: &str) {
    let form = sign_up_form(&format!("{name}@school.example"));
    api.anonymous().post("/api/auth/signup", &form).await.expect(202);
    api.clock().advance(Duration::minutes(1));
}

async fn log(admin: &Caller<'_>, query: &str) -> Vec<Value> {
    let page = admin.get(&format!("{LOG}{query}")).await.expect(200);
    page.items().to_vec()
}

async fn retry(admin: &Caller<'_>, id: &str) -> Answer {
    admin.call(&format!("{LOG}/{id}/retry")).await
}

#[tokio::test]
async fn mails_are_listed_newest_first_with_masked_addresses() {
    let api = refusing(1).await;
    let admin = api.admin("boss@forum.example").await;
    sign_up(&api, "ana").await;
    api.run_mail().await;
    sign_up(&api, "bo").await;
    let items = log(&admin, "").await;
    let ids: Vec<&Value> = items.iter().map(|item| &item["id"]).collect();
    assert_eq!(
        items,
        [
            json!({
                "id": ids[0], "to": "b***@school.example", "template": "verify_email", "state": "queued",
                "attempts": 0, "created_at": "2026-11-20T12:01:00Z", "last_error": null,
            }),
            json!({
                "id": ids[1], "to": "a***@school.example", "template": "verify_email", "state": "failed",
                "attempts": 1, "created_at": "2026-11-20T12:00:00Z", "last_error": "550 <a***@school.example>: no such mailbox",
            }),
        ]
    );
    let page = admin.get(LOG).await.expect(200);
    assert!(!page.text.contains("ana@") && page.json["next_cursor"].is_null());
}

#[tokio::test]
async fn mails_can_be_filtered_by_state_and_paged_by_cursor() {
    let api = refusing(2).await;
    let admin = api.admin("boss@forum.example").await;
    for name in ["a", "b", "c", "d", "e"] {
        sign_up(&api, name).await;
        if name <= "c" {
            api.run_mail().await;
        }
    }
    let to = |items: &[Value]| -> Vec<String> {
        items.iter().map(|item| item["to"].as_str().expect("an address")[..1].to_owned()).collect()
    };
    for (state, expected) in [("failed", vec!["b", "a"]), ("sent", vec!["c"]), ("queued", vec!["e", "d"])] {
        assert_eq!(to(&log(&admin, &format!("?state={state}")).await), expected, "{state}");
    }
    let mut page = admin.get(&format!("{LOG}?limit=2")).await.expect(200);
    let mut seen = to(page.items());
    while let Some(cursor) = page.json["next_cursor"].as_str() {
        sign_up(&api, "late").await;
        let query = format!("{LOG}?limit=2&cursor={cursor}");
        admin.get(&format!("{query}&state=failed")).await.problem(422, "invalid_cursor");
        page = admin.get(&query).await.expect(200);
        seen.extend(to(page.items()));
    }
    assert_eq!(seen, ["e", "d", "c", "b", "a"]);
}

#[tokio::test]
async fn a_failed_mail_is_sent_again_with_its_message_id_and_the_retry_is_audited() {
    let api = refusing(1).await;
    let admin = api.admin("boss@forum.example").await;
    let me = admin.id().await;
    sign_up(&api, "ana").await;
    api.run_mail().await;
    let failed = log(&admin, "?state=failed").await.remove(0);
    let id = failed["id"].as_str().expect("an id");
    let answer = retry(&admin, id).await.expect(202);
    assert!(answer.body.is_empty());
    let queued = log(&admin, "?state=queued").await.remove(0);
    assert_eq!((&queued["id"], &queued["attempts"]), (&failed["id"], &json!(0)));
    api.run_mail().await;
    assert_eq!(log(&admin, "?state=sent").await.remove(0)["id"], failed["id"]);
    let sent: Vec<String> = api.inbox().sent().into_iter().map(|mail| mail.message_id).collect();
    assert_eq!(sent, api.inbox().refused());
    let retried = format!("/api/admin/audit-events?target={id}&action=email_message.retried");
    let audit = admin.get(&retried).await.expect(200);
    assert_eq!(
        (audit.each("target_type"), audit.each("actor_id")),
        (vec![&json!("email_message")], vec![&json!(me)])
    );
}

#[tokio::test]
async fn only_a_failed_mail_can_be_retried() {
    let api = refusing(0).await;
    let admin = api.admin("boss@forum.example").await;
    sign_up(&api, "ana").await;
    let id = log(&admin, "").await[0]["id"].as_str().expect("an id").to_owned();
    for state in ["queued", "sent"] {
        let refused = retry(&admin, &id).await.problem(409, "conflict");
        let detail = format!("Only failed emails can be retried; this one is {state}.");
        assert_eq!(refused.text_at("/detail"), detail);
        api.run_mail().await;
    }
    for unknown in ["no-id", UNKNOWN_ID] {
        retry(&admin, unknown).await.problem(404, "not_found");
    }
}
