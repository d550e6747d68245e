//! Subscribing to the newsletter, the links of its mails, and the subscribers for administrators.

use forum_domain::mail::MailKind;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::accounts::own_data::exported;
use crate::support::dump::{dump, holds};
use crate::support::requests::limited;
use crate::support::sign_in_methods::link_to;

const SUBSCRIPTIONS: &str = "/api/newsletter/subscriptions";
const CONFIRMATIONS: &str = "/api/newsletter/confirmations";
const UNSUBSCRIPTIONS: &str = "/api/newsletter/unsubscriptions";
const PREFERENCES: &str = "/api/newsletter/preferences";
const SUBSCRIBERS: &str = "/api/admin/newsletter/subscribers";
const ANA: &str = "ana@school.example";

async fn request(api: &TestApi, email: &str) -> Answer {
    let form = json!({"email": email, "first_name": "=Ana", "is_educator": true, "form": "blog"});
    api.anonymous().post(SUBSCRIPTIONS, &form).await.expect(202)
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

/// The path of `List-Unsubscribe` in the newest mail, which ends with the token.
fn one_click_path(api: &TestApi, email: &str) -> String {
    let mail = api.inbox().last_to(email).expect("a mail");
    let url = mail.content.unsubscribe_url.expect("a URL");
    url.strip_prefix("https://forum.example").expect("a URL of the site").to_owned()
}

async fn states(admin: &Caller) -> Value {
    let list = admin.get(SUBSCRIBERS).await.expect(200);
    json!([list.each("state"), list.json["counts"]])
}

#[tokio::test]
async fn requests_respond_and_write_alike_for_every_address_which_gets_three_mails_at_once() {
    use MailKind::{NewsletterConfirm, NewsletterSubscribed};
    let api = limited(Ports::new().await);
    request(&api, "pending@school.example").await;
    subscribe(&api, "subscribed@school.example").await;
    let ended = subscribe(&api, "unsubscribed@school.example").await;
    with_token(&api, UNSUBSCRIPTIONS, &ended).await.expect(200);
    api.run_mail().await;
    api.clock().advance(Duration::DAY);

    let mut seen = Vec::new();
    for (name, kind) in [
        ("new", NewsletterConfirm),
        ("pending", NewsletterConfirm),
        ("subscribed", NewsletterSubscribed),
        ("unsubscribed", NewsletterConfirm),
    ] {
        let email = format!("{name}@school.example");
        let (already, mut rows) = (api.inbox().sent().len(), vec![api.readback().mails().await.len()]);
        for _ in 0..4 {
            let answer = request(&api, &email).await;
            assert_eq!(answer.json, json!({"status": "check_email"}));
            seen.push(answer.visible());
            rows.push(api.readback().mails().await.len());
        }
        let added: Vec<_> = rows.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(added, [1, 1, 1, 0], "{email}");
        api.run_mail().await;
        let sent = api.inbox().sent().split_off(already);
        assert_eq!(sent.iter().map(|mail| mail.kind).collect::<Vec<_>>(), [kind; 3], "{email}");
        assert!(sent.iter().all(|mail| mail.content.text.matches("https://").count() == 1), "{email}");
    }
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[tokio::test]
async fn a_repeated_request_under_a_key_sends_one_mail() {
    let api = TestApi::new().await;
    for (name, status) in [("Ana", 202), ("Ana", 202), ("Eve", 422)] {
        let form = json!({"email": ANA, "first_name": name, "is_educator": false, "form": "home"});
        let sent = Sent::new(Method::POST, SUBSCRIPTIONS).header("idempotency-key", "k").json(&form);
        api.send(sent).await.expect(status);
    }
    assert_eq!(api.readback().mails().await.len(), 1);
}

#[tokio::test]
async fn a_confirmed_address_is_listed_and_exported_until_one_click_ends_it() {
    let (api, admin) = TestApi::with_admin().await;
    join_all([ANA; 4].map(|email| request(&api, email))).await;
    let token = link_to(&api, ANA).await;
    let path = one_click_path(&api, ANA);
    let opened = api.send(Sent::new(Method::GET, &path)).await.expect(303);
    let page = format!("/newsletter/preferences#token={}", path.rsplit('/').next().expect("a token"));
    assert_eq!(opened.header("location"), page);
    let odd = api.send(Sent::new(Method::GET, &format!("{UNSUBSCRIPTIONS}/a%0D%0Ab"))).await.expect(303);
    assert_eq!(odd.header("location"), "/newsletter/preferences");
    let long = format!("{UNSUBSCRIPTIONS}/{}", "a".repeat(1_000));
    api.send(Sent::new(Method::GET, &long)).await.problem(404, "not_found");
    assert_eq!(states(&admin).await[0], json!(["pending"]));
    assert!(!admin.get(&format!("{SUBSCRIBERS}/export")).await.expect(200).text.contains(ANA));

    with_token(&api, CONFIRMATIONS, &token).await.expect(200);
    subscribe(&api, "bo@school.example").await;
    let found = admin.get(&format!("{SUBSCRIBERS}?state=subscribed&q=BO%20school")).await.expect(200);
    let row = &found.items()[0];
    let expected = json!([{
        "id": row["id"], "email": "bo@school.example", "first_name": "=Ana", "is_educator": true, "form": "blog",
        "state": "subscribed", "since": "2026-11-20T12:00:00Z",
    }]);
    assert_eq!(found.json["items"], expected);
    assert_eq!(found.json["counts"], json!({"pending": 0, "subscribed": 2, "unsubscribed": 0}));
    assert!(admin.get(&format!("{SUBSCRIBERS}?state=pending")).await.expect(200).items().is_empty());
    let first = admin.get(&format!("{SUBSCRIBERS}?limit=1")).await.expect(200);
    let next = first.text_at("/next_cursor");
    let other = format!("{SUBSCRIBERS}?limit=1&state=subscribed&cursor={next}");
    admin.get(&other).await.problem(422, "invalid_cursor");

    let bo = one_click_path(&api, "bo@school.example");
    api.anonymous().post(&bo, &json!({})).await.expect(200);
    let csv = admin.get(&format!("{SUBSCRIBERS}/export?bom=true")).await.expect(200);
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"subscribers-2026-11-20.csv\"");
    let consent = "\"By subscribing, you agree that the Educators Forum emails you its newsletter. You can unsubscribe \
        at any time. (version 1)\"";
    let head = "email,first_name,is_educator,form,consented_at,consent,unsubscribe_url";
    assert_eq!(
        csv.text,
        format!(
            "\u{feff}{head}\r\n{ANA},'=Ana,true,blog,2026-11-20T12:00:00Z,{consent},https://forum.example{path}\r\n"
        )
    );
    let workbook = admin.get(&format!("{SUBSCRIBERS}/export?format=xlsx")).await.expect(200);
    assert!(workbook.body.starts_with(b"PK"));
    let audit = api.readback().audit().await;
    let entries: Vec<_> = audit.iter().filter(|entry| entry.action == "newsletter.exported").collect();
    assert_eq!(entries.iter().map(|entry| &entry.detail["rows"]).collect::<Vec<_>>(), ["0", "1", "1"]);

    let click = async |path: &str| {
        let click = Sent::new(Method::POST, path).form(&[("List-Unsubscribe", "", b"One-Click")]);
        api.send(click).await
    };
    click(&format!("{UNSUBSCRIPTIONS}/x")).await.problem(400, "token_invalid");
    assert_eq!(click(&path).await.expect(200).json, json!({"state": "unsubscribed"}));
    let counts = json!({"pending": 0, "subscribed": 0, "unsubscribed": 2});
    assert_eq!(states(&admin).await, json!([["unsubscribed", "unsubscribed"], counts]));
    let growth = admin.get("/api/admin/newsletter/growth").await.expect(200);
    assert_eq!(growth.items().len(), 52);
    assert_eq!(growth.items()[0], json!({"week": "2025-11-24", "subscribed": 0, "unsubscribed": 0}));
    assert_eq!(growth.items()[51], json!({"week": "2026-11-16", "subscribed": 2, "unsubscribed": 2}));
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

    api.clock().advance(Duration::days(1_000));
    for token in [&ends, &token] {
        with_token(&api, UNSUBSCRIPTIONS, token).await.expect(200);
    }
    with_token(&api, CONFIRMATIONS, &token).await.problem(400, "token_invalid");

    // Of a request that is not confirmed, unsubscribing leaves nothing.
    request(&api, "bo@school.example").await;
    let bo = link_to(&api, "bo@school.example").await;
    for _ in 0..2 {
        with_token(&api, UNSUBSCRIPTIONS, &bo).await.expect(200);
    }
    for path in [CONFIRMATIONS, PREFERENCES] {
        with_token(&api, path, &bo).await.problem(400, "token_invalid");
    }
    assert_eq!(api.readback().count("newsletter_subscribers").await, 1);
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
