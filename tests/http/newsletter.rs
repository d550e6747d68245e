//! Subscribing to the newsletter, the links of its mails, and the subscribers for administrators.

use std::sync::Arc;

use forum_domain::mail::MailKind;
use forum_domain::site::Site;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi, everything, streamed};
use http::Method;
use http_body_util::{BodyExt, Empty};
use serde_json::{Value, json};
use time::Duration;

use crate::accounts::own_data::exported;
use crate::support::dump::{dump, holds};
use crate::support::sign_in_methods::link_to;

const SUBSCRIPTIONS: &str = "/api/newsletter/subscriptions";
const CONFIRMATIONS: &str = "/api/newsletter/confirmations";
const UNSUBSCRIPTIONS: &str = "/api/newsletter/unsubscriptions";
const PREFERENCES: &str = "/api/newsletter/preferences";
const SUBSCRIBERS: &str = "/api/admin/newsletter/subscribers";
const ANA: &str = "ana@school.example";

fn form(email: &str) -> Value {
    json!({"email": email, "first_name": "Ana", "is_educator": true, "form": "home"})
}

async fn request(api: &TestApi, email: &str) -> Answer {
    api.anonymous().post(SUBSCRIPTIONS, &form(email)).await.expect(202)
}

async fn with_token(api: &TestApi, path: &str, token: &str) -> Answer {
    api.anonymous().post(path, &json!({"token": token})).await
}

/// The token of the confirmation link.
async fn subscribe(api: &TestApi, email: &str) -> String {
    request(api, email).await;
    let token = link_to(api, email).await;
    with_token(api, CONFIRMATIONS, &token).await.expect(200);
    token
}

/// The path of `List-Unsubscribe` in the newest mail.
fn one_click_path(api: &TestApi, email: &str) -> String {
    let mail = api.inbox().last_to(email).expect("a mail");
    let url = mail.content.unsubscribe_url.expect("a URL");
    url.strip_prefix("https://forum.example").expect("a URL of the site").to_owned()
}

async fn states(admin: &Caller) -> Value {
    let list = admin.get(SUBSCRIBERS).await.expect(200);
    json!({"states": list.each("state"), "counts": list.json["counts"]})
}

#[tokio::test]
async fn requests_respond_and_write_alike_for_every_address_and_an_address_gets_three_mails_a_day() {
    use MailKind::{NewsletterConfirm, NewsletterSubscribed};
    let api = TestApi::new().await;
    request(&api, "pending@school.example").await;
    subscribe(&api, "subscribed@school.example").await;
    let ended = subscribe(&api, "unsubscribed@school.example").await;
    with_token(&api, UNSUBSCRIPTIONS, &ended).await.expect(200);
    api.run_mail().await;
    api.clock().advance(Duration::days(2));

    let mut seen = Vec::new();
    for (name, kind) in [
        ("new", NewsletterConfirm),
        ("pending", NewsletterConfirm),
        ("subscribed", NewsletterSubscribed),
        ("unsubscribed", NewsletterConfirm),
    ] {
        let email = format!("{name}@school.example");
        let already = api.inbox().sent().len();
        for number in 1..=5 {
            let before = api.readback().mails().await.len();
            let answer = request(&api, &email).await;
            assert_eq!(answer.json, json!({"status": "check_email"}));
            seen.push(answer.visible());
            assert_eq!(api.readback().mails().await.len(), before + 1, "{email} {number}");
            api.run_mail().await;
        }
        let sent = api.inbox().sent().split_off(already);
        assert_eq!(sent.iter().map(|mail| mail.kind).collect::<Vec<_>>(), [kind; 3], "{email}");
        assert!(sent.iter().all(|mail| mail.content.text.matches("https://").count() == 1), "{email}");
        api.clock().advance(Duration::DAY);
        request(&api, &email).await;
        api.run_mail().await;
        assert_eq!(api.inbox().sent().len(), already + 4, "{email}: the next day");
    }
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[tokio::test]
async fn a_confirmed_address_is_listed_and_exported_until_one_click_ends_it() {
    let (api, admin) = TestApi::with_admin().await;
    api.anonymous()
        .post(SUBSCRIPTIONS, &json!({"email": ANA, "first_name": "=Ana", "form": "blog"}))
        .await
        .expect(202);
    let token = link_to(&api, ANA).await;
    let path = one_click_path(&api, ANA);
    for method in [Method::GET, Method::HEAD] {
        let opened = api.send(Sent::new(method, &path)).await.expect(303);
        let page = format!("/newsletter/preferences#token={}", path.rsplit('/').next().expect("a token"));
        assert_eq!(opened.header("location"), page);
    }
    let odd = api.send(Sent::new(Method::GET, &format!("{UNSUBSCRIPTIONS}/a%0D%0Ab"))).await.expect(303);
    assert_eq!(odd.header("location"), "/newsletter/preferences");
    assert_eq!(states(&admin).await["states"], json!(["pending"]));
    assert!(!admin.get(&format!("{SUBSCRIBERS}/export")).await.expect(200).text.contains(ANA));

    with_token(&api, CONFIRMATIONS, &token).await.expect(200);
    with_token(&api, CONFIRMATIONS, &token).await.expect(200);
    let found = admin.get(&format!("{SUBSCRIBERS}?state=subscribed&q=ANA")).await.expect(200);
    let row = &found.items()[0];
    let expected = json!({
        "id": row["id"], "email": ANA, "first_name": "=Ana", "is_educator": false, "form": "blog",
        "state": "subscribed", "since": "2026-11-20T12:00:00Z",
    });
    assert_eq!(*row, expected);
    assert_eq!(found.json["counts"], json!({"pending": 0, "subscribed": 1, "unsubscribed": 0}));
    assert!(admin.get(&format!("{SUBSCRIBERS}?q=bo")).await.expect(200).items().is_empty());

    let csv = admin.get(&format!("{SUBSCRIBERS}/export?bom=true")).await.expect(200);
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"subscribers-2026-11-20.csv\"");
    let consent = "\"By subscribing, you agree that the Educators Forum emails you its newsletter. You can unsubscribe \
        at any time. (version 1)\"";
    let head = "email,first_name,is_educator,form,consented_at,consent,unsubscribe_url";
    assert_eq!(
        csv.text,
        format!(
            "\u{feff}{head}\r\n{ANA},'=Ana,false,blog,2026-11-20T12:00:00Z,{consent},https://forum.example{path}\r\n"
        )
    );
    let workbook = admin.get(&format!("{SUBSCRIBERS}/export?format=xlsx")).await.expect(200);
    assert!(workbook.body.starts_with(b"PK"));
    for (query, code) in
        [("cursor=x", "invalid_cursor"), ("limit=0", "validation_failed"), ("q=%00", "invalid_text")]
    {
        admin.get(&format!("{SUBSCRIBERS}?{query}")).await.problem(422, code);
    }
    admin.get(&format!("{SUBSCRIBERS}/export?format=xlsx&bom=true")).await.problem(422, "validation_failed");
    let audit = api.readback().audit().await;
    let entries: Vec<_> = audit.iter().filter(|entry| entry.action == "newsletter.exported").collect();
    assert_eq!(entries.len(), 3);
    assert_eq!(entries[1].detail, json!({"rows": "1"}));

    let click = |content_type: &str, body: &str| {
        let sent = Sent::new(Method::POST, &path).header("content-type", content_type);
        let (api, body) = (api.clone(), body.as_bytes().to_vec());
        async move { api.send(Sent { body, ..sent }).await }
    };
    let urlencoded = "application/x-www-form-urlencoded";
    click("text/plain", "List-Unsubscribe=One-Click").await.problem(415, "unsupported_media_type");
    click(urlencoded, &" ".repeat(5_000)).await.problem(413, "payload_too_large");
    let deadline = std::time::Duration::from_millis(100);
    let impatient = TestApi::with(api.ports.clone().set(|settings| settings.request_deadline = deadline));
    let begun = Sent::new(Method::POST, &path).header("content-type", urlencoded);
    let endless = streamed(futures_util::stream::pending::<std::io::Result<Vec<u8>>>());
    impatient.send_body(begun, endless).await.problem(408, "request_timeout");
    let other = format!("{UNSUBSCRIPTIONS}/x");
    let forged = Sent::new(Method::POST, &other).form(&[("List-Unsubscribe", "", b"One-Click")]);
    api.send(forged).await.problem(400, "token_invalid");
    click(urlencoded, "List-Unsubscribe=No").await.problem(400, "malformed_request");
    assert_eq!(states(&admin).await["states"], json!(["subscribed"]));
    click(urlencoded, "List-Unsubscribe=One-Click").await.expect(200);
    let parts = Sent::new(Method::POST, &path).form(&[("List-Unsubscribe", "", b"One-Click")]);
    assert_eq!(api.send(parts).await.expect(200).json, json!({"state": "unsubscribed"}));
    assert_eq!(
        states(&admin).await,
        json!({"states": ["unsubscribed"], "counts": {"pending": 0, "subscribed": 0, "unsubscribed": 1}})
    );
    assert_eq!(admin.get(&format!("{SUBSCRIBERS}/export")).await.expect(200).text, format!("{head}\r\n"));

    let growth = admin.get("/api/admin/newsletter/growth").await.expect(200);
    assert_eq!(growth.items().len(), 52);
    assert_eq!(growth.items()[0], json!({"week": "2025-11-24", "subscribed": 0, "unsubscribed": 0}));
    assert_eq!(growth.items()[51], json!({"week": "2026-11-16", "subscribed": 1, "unsubscribed": 1}));
}

#[tokio::test]
async fn a_link_confirms_for_a_week_and_unsubscribes_for_ever() {
    let (api, _) = TestApi::with_admin().await;
    request(&api, ANA).await;
    let token = link_to(&api, ANA).await;
    let path = one_click_path(&api, ANA);
    let ends = path.rsplit('/').next().expect("a token").to_owned();
    with_token(&api, CONFIRMATIONS, &ends).await.problem(400, "token_invalid");
    for path in [CONFIRMATIONS, UNSUBSCRIPTIONS, PREFERENCES] {
        with_token(&api, path, &format!("{token}A")).await.problem(400, "token_invalid");
    }
    let stored = dump(api.ports.pool()).await;
    for secret in [&token, &ends] {
        assert!(stored.iter().all(|stored| !holds(&stored.value, secret.as_bytes())));
    }
    api.clock().advance(Duration::days(7));
    with_token(&api, CONFIRMATIONS, &token).await.problem(400, "token_invalid");

    assert_eq!(subscribe(&api, ANA).await, token);
    let wanted =
        |first_name: Option<&str>| json!({"token": ends, "first_name": first_name, "is_educator": false});
    let changed = api.anonymous().put(PREFERENCES, &wanted(Some(" Ann "))).await.expect(200);
    let preferences = json!({"first_name": "Ann", "is_educator": false, "state": "subscribed"});
    assert_eq!(changed.json, preferences);
    assert_eq!(with_token(&api, PREFERENCES, &token).await.expect(200).json, preferences);
    let refused = api.anonymous().put(PREFERENCES, &wanted(Some("www.ann.example"))).await;
    refused.invalid("validation_failed", &[("/first_name", "url_in_name")]);
    api.anonymous()
        .put(PREFERENCES, &json!({"token": "x", "is_educator": true}))
        .await
        .problem(400, "token_invalid");

    api.clock().advance(Duration::days(1_000));
    with_token(&api, UNSUBSCRIPTIONS, &ends).await.expect(200);
    with_token(&api, UNSUBSCRIPTIONS, &token).await.expect(200);
    with_token(&api, CONFIRMATIONS, &token).await.problem(400, "token_invalid");

    // Of a request that is not confirmed, unsubscribing leaves nothing.
    request(&api, "bo@school.example").await;
    let bo = link_to(&api, "bo@school.example").await;
    with_token(&api, UNSUBSCRIPTIONS, &bo).await.expect(200);
    with_token(&api, UNSUBSCRIPTIONS, &bo).await.expect(200);
    with_token(&api, CONFIRMATIONS, &bo).await.problem(400, "token_invalid");
    with_token(&api, PREFERENCES, &bo).await.problem(400, "token_invalid");
    let admin = api.sign_in("admin@forum.example").await;
    assert_eq!(states(&admin).await["states"], json!(["unsubscribed"]));
}

#[tokio::test]
async fn invalid_fields_are_reported_at_once_and_nothing_is_stored() {
    let api = TestApi::new().await;
    let wrong = json!({"email": "ana", "first_name": "www.ana.example", "form": "home"});
    let refused = api.anonymous().post(SUBSCRIPTIONS, &wrong).await;
    refused.invalid("validation_failed", &[("/email", "invalid_email"), ("/first_name", "url_in_name")]);
    assert!(api.readback().mails().await.is_empty());
}

#[tokio::test]
async fn without_the_feature_there_are_no_such_operations() {
    let site = Site { features: Vec::new(), ..everything() };
    let api = TestApi::with(Ports::new().await.set(|settings| settings.site = Arc::new(site)));
    for path in [SUBSCRIPTIONS, SUBSCRIBERS] {
        let body = Empty::new().map_err(|never| match never {}).boxed();
        assert_eq!(api.begin(&Sent::new(Method::GET, path), body).await.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn the_subscription_of_an_address_is_in_the_copy_of_its_account_and_deleted_with_it() {
    let (api, ana) = TestApi::with_applicant().await;
    let (data, _) = exported(&ana).await;
    assert_eq!(data.get("newsletter"), None);
    let email = data["profile"]["email"].as_str().expect("an address").to_owned();
    subscribe(&api, &email).await;
    let (data, _) = exported(&ana).await;
    assert_eq!(data["newsletter"]["state"], "subscribed");
    assert_eq!(data["newsletter"]["consent_version"], 1);
    ana.leave().await;
    assert_eq!(api.readback().count("newsletter_subscribers").await, 0);
}
