//! The stored templates of mails, the log of mails, and retries of failed mails.

use forum_domain::mail::SendError;
use forum_tests::harness::{Answer, Caller, Sent, TestApi, UNKNOWN_ID};
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::sign_up_form;

const LIST: &str = "/api/admin/email-templates";
const APPROVED: &str = "/api/admin/email-templates/application_approved";
const LOG: &str = "/api/admin/email-messages";
const REFUSED: &str = "550 <ana@school.example>: no such mailbox";

fn texts(subject: &str, html: &str) -> Value {
    json!({"subject": subject, "html_content": html})
}

async fn put(caller: &Caller, tag: &str, body: &Value) -> Answer {
    caller.replace(APPROVED, tag, body).await
}

#[tokio::test]
async fn templates_are_listed_and_shown_with_placeholders_and_version() {
    let (_, admin) = TestApi::with_admin().await;
    let list = admin.get(LIST).await.expect(200);
    let names = ["application_approved", "application_rejected", "application_submitted"];
    assert_eq!(list.each("template_name"), names);
    for item in list.items() {
        assert_eq!(
            (&item["placeholders"], &item["version"]),
            (&json!(["first_name", "last_name"]), &json!(1))
        );
        let path = format!("{LIST}/{}", item["template_name"].as_str().expect("a name"));
        let one = admin.get(&path).await.expect(200);
        assert_eq!((&one.json, one.header("etag")), (item, "\"1\""));
    }
    for name in ["verify_email", "Application_approved", "x"] {
        let (path, texts) = (format!("{LIST}/{name}"), texts("Hello", "<p>Hello</p>"));
        admin.get(&path).await.problem(404, "not_found");
        admin.replace(&path, "*", &texts).await.problem(404, "not_found");
        for act in ["preview", "test"] {
            admin.post(&format!("{path}/{act}"), &texts).await.problem(404, "not_found");
        }
    }
}

#[tokio::test]
async fn an_edit_is_shown_and_the_next_decision_is_mailed_with_it() {
    let api = TestApi::new().await;
    let (admin, ana) = (api.admin("boss@forum.example").await, api.applicant("ana@school.example").await);
    let id = ana.apply().await;
    api.run_mail().await;
    let edited =
        put(&admin, "\"1\"", &texts("  Hello {{last_name}} ", "<p>Well done, {{first_name}}.</p>")).await;
    let edited = edited.expect(200);
    assert_eq!((edited.header("etag"), &edited.json["version"]), ("\"2\"", &json!(2)));
    assert_eq!(edited.text_at("/subject"), "Hello {{last_name}}");
    assert_eq!(admin.get(APPROVED).await.expect(200).json, edited.json);
    // The same texts again have no effect.
    let same = put(&admin, "\"2\"", &texts("Hello {{last_name}}", "<p>Well done, {{first_name}}.</p>")).await;
    assert_eq!(same.expect(200).json["version"], 2);
    admin.decide(&id, "approved").await.expect(200);
    api.run_mail().await;
    let mail = api.inbox().last_to("ana@school.example").expect("a mail");
    assert_eq!(mail.content.subject, "Hello Li");
    assert!(mail.content.html.contains("Well done, Ana.</p>"), "{}", mail.content.html);
}

#[tokio::test]
async fn an_edit_without_the_current_version_is_refused() {
    let (_, admin) = TestApi::with_admin().await;
    let body = texts("Hello", "<p>Hello</p>");
    admin.put(APPROVED, &body).await.problem(428, "precondition_required");
    put(&admin, "\"2\"", &body).await.problem(412, "version_conflict");
    // Compressing proxies make tags weak. Each edit changes the texts and so creates a version.
    for (tag, subject) in [("W/\"1\"", "One"), ("*", "Two"), ("\"3\"", "Hello")] {
        put(&admin, tag, &texts(subject, "<p>Hello</p>")).await.expect(200);
    }
    put(&admin, "\"3\"", &texts("Other", "<p>Other</p>")).await.problem(412, "version_conflict");
    assert_eq!(admin.get(APPROVED).await.expect(200).text_at("/subject"), "Hello");
}

#[tokio::test]
async fn forbidden_content_is_named_in_the_refusal_and_nothing_is_changed() {
    let (api, admin) = TestApi::with_admin().await;
    let before = admin.get(APPROVED).await.expect(200);
    let (content, subject) = ("/html_content", "/subject");
    for (texts, code, errors, sentence) in [
        (
            texts("Hello", "<{{first_name}}>"),
            "html_rejected",
            &[(content, "html_rejected")][..],
            "<ana> is not allowed in an email.",
        ),
        (
            texts("{{user}}", "<p>a</p>"),
            "unknown_placeholder",
            &[(subject, "unknown_placeholder")],
            "There is no placeholder {{user}}.",
        ),
        (
            texts("a\r\nb", "<p>a</p>"),
            "invalid_subject",
            &[(subject, "invalid_subject")],
            "The subject must be a single line",
        ),
        (
            json!({"subject": " ", "html_content": "<p>a</p>"}),
            "validation_failed",
            &[(subject, "required")],
            "Subject is required.",
        ),
    ] {
        for answer in [
            put(&admin, "\"1\"", &texts).await,
            admin.post(&format!("{APPROVED}/preview"), &texts).await,
            admin.post(&format!("{APPROVED}/test"), &texts).await,
        ] {
            let detail = answer.invalid(code, errors).text_at("/errors/0/detail");
            assert!(detail.starts_with(sentence), "{texts}: {detail}");
        }
    }
    let answer = put(&admin, "\"1\"", &texts("{{a}}\n", "<b onclick=x>{{b}}</b>")).await.expect(422);
    let all = [
        (content, "html_rejected"),
        (content, "unknown_placeholder"),
        (subject, "invalid_subject"),
        (subject, "unknown_placeholder"),
    ];
    assert_eq!(answer.field_errors(), all, "all are reported at once");
    assert_eq!(admin.get(APPROVED).await.expect(200).json, before.json);
    api.run_mail().await;
    assert!(api.inbox().sent().is_empty());
}

#[tokio::test]
async fn each_version_is_kept_with_its_author_and_time_and_can_be_read() {
    let (api, admin) = TestApi::with_admin().await;
    let versions = format!("{APPROVED}/versions");
    let shipped = admin.get(APPROVED).await.expect(200);
    api.clock().advance(Duration::minutes(10));
    put(&admin, "\"1\"", &texts("Two", "<p>Two</p>")).await.expect(200);
    let list = admin.get(&versions).await.expect(200);
    let [now, before] = list.items() else { panic!("{}", list.text) };
    let expected = json!({
        "version": 2, "subject": "Two", "edited_at": "2026-11-20T12:10:00Z",
        "edited_by": admin.id().await, "edited_by_name": "Ana Li",
    });
    assert_eq!(now, &expected);
    assert_eq!(before["version"], 1);
    assert!(before["edited_by"].is_null() && before["edited_by_name"].is_null(), "{before}");
    assert_eq!(admin.get(&format!("{versions}/1")).await.expect(200).json, shipped.json);
    for unknown in ["0", "3", "4294967295", "4294967296", "-1", "x"] {
        admin.get(&format!("{versions}/{unknown}")).await.problem(404, "not_found");
    }
    admin.get(&format!("{LIST}/x/versions")).await.problem(404, "not_found");
}

async fn page(api: &TestApi, path: &str) -> Answer {
    api.anonymous().get(path).await
}

#[tokio::test]
async fn a_preview_has_a_page_for_ten_minutes_that_needs_no_token_and_runs_no_script() {
    let (api, admin) = TestApi::with_admin().await;
    let before = admin.get(APPROVED).await.expect(200);
    let body = texts("Hello {{first_name}}", "<p>Dear {{first_name}} {{last_name}}</p>");
    let preview = admin.post(&format!("{APPROVED}/preview"), &body).await.expect(200);
    assert_eq!(preview.text_at("/subject"), "Hello Ana");
    assert!(preview.text_at("/text").starts_with("Dear Ana Li\n"), "{}", preview.text);
    assert!(preview.text_at("/html").contains("Dear Ana Li</p>"));
    assert_eq!(admin.get(APPROVED).await.expect(200).json, before.json);
    let url = preview.text_at("/preview_url");
    let shown = page(&api, &url).await.expect(200);
    let inert = shown.text.replacen("\n<base target=\"_blank\">", "", 1);
    assert!(inert.len() < shown.text.len(), "links would lead out of the frame: {}", shown.text);
    assert_eq!((inert, shown.media_type()), (preview.text_at("/html"), "text/html"));
    let policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'none'; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'self'";
    assert_eq!(shown.header("content-security-policy"), policy);
    assert_eq!((shown.header("cache-control"), shown.header("referrer-policy")), ("no-store", "no-referrer"));
    assert_eq!((shown.header("x-robots-tag"), shown.header("x-frame-options")), ("noindex", ""));
    api.send(Sent::new(Method::HEAD, &url)).await.expect(200);
    api.send(Sent::new(Method::POST, &url)).await.expect(405);
    for other in [&format!("/email-previews/{UNKNOWN_ID}"), "/email-previews/no-id", &format!("{url}/x")] {
        page(&api, other).await.expect(404);
    }
    api.clock().advance(Duration::minutes(10) - Duration::microseconds(1));
    page(&api, &url).await.expect(200);
    api.clock().advance(Duration::microseconds(1));
    page(&api, &url).await.expect(404);
}

#[tokio::test]
async fn a_test_mail_is_sent_only_to_the_caller_and_is_marked_and_audited() {
    let api = TestApi::new().await;
    let admin = api.admin("boss@forum.example").await;
    api.admin("chief@forum.example").await;
    let before = admin.get(APPROVED).await.expect(200);
    let body = texts("Hello {{first_name}}", "<p>Dear {{first_name}} {{last_name}}</p>");
    let answer = admin.post(&format!("{APPROVED}/test"), &body).await.expect(202);
    assert!(answer.body.is_empty());
    let mut with_address = body.clone();
    with_address["to"] = json!("victim@school.example");
    admin.post(&format!("{APPROVED}/test"), &with_address).await.problem(422, "unknown_field");
    // The mail has the texts of the request, even if the template changes.
    put(&admin, "\"1\"", &texts("Stored", "<p>Stored</p>")).await.expect(200);
    api.run_mail().await;
    let sent = api.inbox().sent();
    let [mail] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!((mail.to.as_str(), mail.content.subject.as_str()), ("boss@forum.example", "[Test] Hello Ana"));
    assert!(mail.content.html.contains("Dear Ana Li</p>"), "{}", mail.content.html);
    assert_eq!(before.json["version"], 1);
    let audit = admin.get("/api/admin/audit-events?action=email_template.tested").await.expect(200);
    let me = admin.id().await;
    assert_eq!(audit.each("actor_id"), [&json!(me)]);
    assert_eq!(audit.each("detail"), [&json!({"template": "application_approved", "recipient": me})]);
}

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

async fn log(admin: &Caller, query: &str) -> Vec<Value> {
    let page = admin.get(&format!("{LOG}{query}")).await.expect(200);
    page.items().to_vec()
}

async fn retry(admin: &Caller, id: &str) -> Answer {
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
    let cursor = admin.get(&format!("{LOG}?limit=2")).await.expect(200).text_at("/next_cursor");
    assert_eq!(to(&log(&admin, &format!("?limit=2&cursor={cursor}")).await), ["c", "b"]);
    let other = format!("{LOG}?limit=2&cursor={cursor}&state=failed");
    admin.get(&other).await.problem(422, "invalid_cursor");
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
