//! Signing in, refreshing and signing out, and the keys of access tokens.

use std::sync::Arc;

use forum_adapters::crypto::{KeyRing, PasetoIssuer, ScheduledKey, SigningKey};
use forum_domain::accounts::Role;
use forum_domain::mail::MailKind;
use forum_http::TrustedProxies;
use forum_tests::builders::NOON;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent, TestApi};
use forum_tests::stores::Stores;
use http::Method;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

use crate::support::requests::new_session;

const SESSIONS: &str = "/api/auth/sessions";
const REFRESH: &str = "/api/auth/sessions/refresh";
const ME: &str = "/api/users/me";
const KEYS: &str = "/api/auth/keys";

fn credentials(email: &str, password: &str) -> Value {
    json!({"email": email, "password": password})
}

#[tokio::test]
async fn a_session_response_contains_both_tokens_their_expiry_and_the_user() {
    let api = TestApi::new().await;
    api.user("ana@school.example", &[Role::Member, Role::Partner]).await;
    let body = credentials("ANA@school.example", PASSWORD);
    let session = api.anonymous().post(SESSIONS, &body).await.expect(201);
    assert_eq!(session.json["token_type"], "bearer");
    assert_eq!(session.json["expires_in"], 900);
    assert_eq!(session.json["expires_at"], "2026-11-20T12:15:00Z");
    assert_eq!(session.json["aal"], "aal1");
    assert_eq!(session.json["amr"], json!([{"method": "password", "at": "2026-11-20T12:00:00Z"}]));
    let user = &session.json["user"];
    assert_eq!(user["email"], "ana@school.example");
    assert_eq!(user["roles"], json!(["member", "partner"]));
    assert_eq!(user["email_verified"], true);

    let me = api.with_token(&session.text_at("/access_token")).get(ME).await.expect(200);
    for member in ["id", "email", "email_verified", "first_name", "last_name", "roles"] {
        assert_eq!(me.json[member], user[member], "{member}");
    }
    assert_eq!(me.json["created_at"], "2026-11-20T12:00:00Z");
}

#[tokio::test]
async fn only_the_first_session_of_an_account_says_so_even_after_all_sessions_were_deleted() {
    let ports = Ports::on(Stores::fresh().await);
    let plain = ports.clone().with(|program| program.site = Arc::default());
    let (api, plain) = (TestApi::with(ports), TestApi::with(plain));
    let first = |answer: Answer| answer.json.get("first_sign_in").cloned();
    for (greets, email) in [(true, "ana@school.example"), (false, "bo@school.example")] {
        let api = if greets { &api } else { &plain };
        api.ports.user(email, &[Role::Applicant]).await;
        // Two devices at the same time.
        let sessions = tokio::join!(new_session(api, email), new_session(api, email));
        let said = [sessions.0, sessions.1].map(first);
        let times = said.iter().filter(|said| **said == Some(json!(true))).count();
        assert_eq!(times, usize::from(greets), "{said:?}");
        sqlx::query("delete from sessions").execute(api.ports.pool()).await.expect("no sessions");
        assert_eq!(first(new_session(api, email).await), None);
    }
}

#[tokio::test]
async fn nothing_in_the_response_distinguishes_a_wrong_password_from_an_unknown_address() {
    let api = TestApi::new().await;
    api.applicant("ana@school.example").await;
    let mut answers = Vec::new();
    for (email, password) in [
        ("ana@school.example", "Wrong-River-42"),
        ("unknown@school.example", "Wrong-River-42"),
        ("unknown@school.example", PASSWORD),
        ("no address", PASSWORD),
        ("ana@school.example\u{0}", PASSWORD),
        ("unknown@school.example", ""),
        ("", ""),
    ] {
        let answer = api.anonymous().post(SESSIONS, &credentials(email, password)).await;
        let answer = answer.problem(401, "invalid_credentials");
        assert_eq!(answer.json["detail"], "Invalid login credentials");
        answers.push(answer.visible());
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[tokio::test]
async fn any_user_agent_can_sign_in_and_two_hundred_characters_of_it_are_kept() {
    let api = TestApi::new().await;
    api.applicant("ana@school.example").await;
    for length in [0, 200, 201] {
        let name: String = "Browser/1.0 ".chars().cycle().take(length).collect();
        let body = credentials("ana@school.example", PASSWORD);
        let sent = Sent::new(Method::POST, SESSIONS).header("user-agent", &name).json(&body);
        let session = api.send(sent).await.expect(201);
        let list = api.with_token(&session.text_at("/access_token")).get(SESSIONS).await.expect(200).json;
        let current = list["items"].as_array().into_iter().flatten().find(|item| item["current"] == true);
        assert_eq!(current.expect("this session")["user_agent"], name[..length.min(200)], "{length}");
    }
}

#[tokio::test]
async fn an_access_token_expires_after_fifteen_minutes_and_can_be_refreshed() {
    let api = TestApi::new().await;
    api.applicant("ana@school.example").await;
    let session = new_session(&api, "ana@school.example").await;
    let token = session.text_at("/access_token");
    for damaged in ["", "x", &token[1..], &format!("{token}0"), &session.text_at("/refresh_token")] {
        api.with_token(damaged).get(ME).await.problem(401, "invalid_token");
    }
    let ana = api.with_token(&token);

    api.clock().advance(Duration::minutes(15) - Duration::SECOND);
    ana.get(ME).await.expect(200);
    api.clock().advance(Duration::SECOND);
    ana.get(ME).await.problem(401, "token_expired");
    let refresh = json!({"refresh_token": session.text_at("/refresh_token")});
    let next = api.anonymous().post(REFRESH, &refresh).await.expect(200);
    assert_eq!((&next.json["aal"], &next.json["amr"]), (&session.json["aal"], &session.json["amr"]));
    api.with_token(&next.text_at("/access_token")).get(ME).await.expect(200);
    api.clock().advance(Duration::days(31));
    let late = json!({"refresh_token": next.text_at("/refresh_token")});
    api.anonymous().post(REFRESH, &late).await.problem(401, "session_expired");
}

#[tokio::test]
async fn a_users_own_sessions_are_listed_with_browser_and_last_use() {
    let (api, first) = TestApi::with_applicant().await;
    api.applicant("ben@school.example").await;
    api.clock().advance(Duration::hours(1));
    let body = credentials("ana@school.example", PASSWORD);
    let phone = Sent::new(Method::POST, SESSIONS).header("user-agent", "Phone/1.0").json(&body);
    let phone = api.send(phone).await.expect(201);
    api.clock().advance(Duration::minutes(5));
    let second = api.with_token(&phone.text_at("/access_token"));
    first.get(SESSIONS).await.problem(401, "token_expired");

    let list = second.get(SESSIONS).await.expect(200).json;
    assert_eq!((&list["total"], &list["limit"], &list["offset"]), (&json!(2), &json!(25), &json!(0)));
    let expected = json!({
        "id": list["items"][0]["id"], "created_at": "2026-11-20T13:00:00Z",
        "last_used_at": "2026-11-20T13:05:00Z", "ip_prefix": "203.0.113.0/24", "user_agent": "Phone/1.0", "aal": "aal1",
        "amr": [{"method": "password", "at": "2026-11-20T13:00:00Z"}], "current": true,
    });
    assert_eq!(list["items"][0], expected);
    assert_eq!(list["items"][1]["current"], false);
    assert_eq!(list["items"][1]["last_used_at"], "2026-11-20T12:00:00Z");
}

#[tokio::test]
async fn a_reused_refresh_token_is_reported_to_the_owner_once() {
    let api = TestApi::new().await;
    api.applicant("ana@school.example").await;
    let open = new_session(&api, "ana@school.example").await;
    let refresh = async |token: &Value| api.anonymous().post(REFRESH, &json!({"refresh_token": token})).await;
    let next = refresh(&open.json["refresh_token"]).await.expect(200);
    api.with_token(&next.text_at("/access_token")).get(ME).await.expect(200);
    api.clock().advance(Duration::seconds(10));
    refresh(&open.json["refresh_token"]).await.problem(401, "refresh_token_reused");
    refresh(&open.json["refresh_token"]).await.problem(401, "session_revoked");
    api.run_mail().await;
    let sent = api.inbox().sent();
    let notices: Vec<_> = sent.iter().filter(|mail| mail.kind == MailKind::SessionStopped).collect();
    assert_eq!(notices.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["ana@school.example"]);
}

fn key() -> SigningKey {
    SigningKey::generate().expect("a key")
}

async fn ask(caller: &Caller, copy: &str) -> Answer {
    caller.send(Sent::new(Method::GET, KEYS).header("if-none-match", copy)).await
}

#[tokio::test]
async fn the_key_set_lists_ids_keys_and_times_and_a_current_copy_is_not_sent_again() {
    let (old, new) = (key(), key());
    let (old_id, new_id) = (old.id().to_owned(), new.id().to_owned());
    let first = ScheduledKey { key: old, not_before: OffsetDateTime::UNIX_EPOCH };
    let second = ScheduledKey { key: new, not_before: NOON + Duration::HOUR };
    let issuer = Arc::new(PasetoIssuer::new(KeyRing::new(first, [second])));
    let api = TestApi::with(Ports::new().await.with(|program| program.issuer = issuer));
    let anyone = api.anonymous();
    let answer = anyone.get(KEYS).await.expect(200);
    assert_eq!(answer.header("cache-control"), "public, max-age=600");
    for key in answer.each("paserk") {
        assert!(key.as_str().is_some_and(|text| text.starts_with("k4.public.")), "{key}");
    }
    assert_eq!(answer.each("kid"), [&*old_id, &*new_id]);
    assert_eq!(answer.each("not_before"), ["1970-01-01T00:00:00Z", "2026-11-20T13:00:00Z"]);
    assert_eq!(answer.each("not_after"), ["2026-11-20T13:20:00Z", "9999-12-31T23:59:59Z"]);
    assert!(!answer.text.contains("secret"));

    let tag = answer.header("etag").to_owned();
    for copy in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
        let same = ask(&anyone, &copy).await.expect(304);
        assert_eq!((same.text.as_str(), same.header("etag")), ("", tag.as_str()));
        assert_eq!(same.header("cache-control"), "public, max-age=600");
    }
    ask(&anyone, "\"other\"").await.expect(200);
    // The first key has expired: another set, another ETag.
    api.clock().advance(Duration::minutes(80));
    let later = ask(&anyone, &tag).await.expect(200);
    assert_ne!(later.header("etag"), tag);
    assert_eq!(later.each("kid"), [&*new_id]);
}

/// `request::network` in `forum-http` has every form of the header.
#[tokio::test]
async fn a_session_shows_the_forwarded_address_only_behind_a_configured_proxy() {
    let proxies = TrustedProxies::parse("192.0.2.0/24").expect("a network");
    let api = TestApi::with(Ports::new().await.set(|settings| settings.trusted_proxies = proxies));
    api.applicant("ana@school.example").await;
    let body = credentials("ana@school.example", PASSWORD);
    for (peer, network) in [([192, 0, 2, 1], "198.51.100.0/24"), ([203, 0, 113, 9], "203.0.113.0/24")] {
        let sent = Sent { peer: peer.into(), ..Sent::new(Method::POST, SESSIONS) };
        let sent = sent.header("x-forwarded-for", "203.0.113.9, 198.51.100.7").json(&body);
        let session = api.send(sent).await.expect(201);
        let list = api.with_token(&session.text_at("/access_token")).get(SESSIONS).await.expect(200);
        let mut items = list.items().iter();
        let current = items.find(|item| item["current"] == true).expect("this session");
        assert_eq!(current["ip_prefix"], network);
    }
}
