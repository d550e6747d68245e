//! The public keys that verify access tokens.

use std::sync::Arc;

use forum_adapters::crypto::{KeyRing, PasetoIssuer, ScheduledKey, SigningKey};
use forum_tests::builders::NOON;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use http::Method;
use serde_json::json;
use time::{Duration, OffsetDateTime};

const KEYS: &str = "/api/auth/keys";

fn key() -> SigningKey {
    SigningKey::generate().expect("a key")
}

/// A site whose second key starts signing an hour after noon; the ids of both keys.
async fn changing() -> (TestApi, String, String) {
    let (old, new) = (key(), key());
    let names = (old.public().id().to_owned(), new.public().id().to_owned());
    let first = ScheduledKey { key: old, not_before: OffsetDateTime::UNIX_EPOCH };
    let second = ScheduledKey { key: new, not_before: NOON + Duration::HOUR };
    let issuer = Arc::new(PasetoIssuer::new(KeyRing::new(first, [second])));
    let ports = Ports::new().await.with(|program| program.issuer = issuer);
    (TestApi::with(ports), names.0, names.1)
}

async fn ask(caller: &Caller<'_>, copy: &str) -> Answer {
    caller.send(Sent::new(Method::GET, KEYS).header("if-none-match", copy)).await
}

#[tokio::test]
async fn the_key_set_lists_ids_keys_and_times_and_may_be_cached_for_ten_minutes() {
    let (api, old, new) = changing().await;
    let answer = api.anonymous().get(KEYS).await.expect(200);
    assert_eq!(answer.header("cache-control"), "public, max-age=600");
    assert_eq!(answer.media_type(), "application/json");
    let keys = answer.json["items"].as_array().expect("keys");
    for key in keys {
        assert!(key["paserk"].as_str().is_some_and(|text| text.starts_with("k4.public.")), "{key}");
    }
    let [first, second] = keys.as_slice() else { panic!("two keys in {}", answer.text) };
    assert_eq!((&first["kid"], &second["kid"]), (&json!(old), &json!(new)));
    assert_eq!(
        (&first["not_before"], &first["not_after"]),
        (&json!("1970-01-01T00:00:00Z"), &json!("2026-11-20T13:20:00Z"))
    );
    assert_eq!(
        (&second["not_before"], &second["not_after"]),
        (&json!("2026-11-20T13:00:00Z"), &json!("9999-12-31T23:59:59Z"))
    );
    assert!(!answer.text.contains("secret"));
}

#[tokio::test]
async fn a_cached_copy_that_is_still_current_is_not_sent_again() {
    let (api, _, _) = changing().await;
    let anyone = api.anonymous();
    let tag = anyone.get(KEYS).await.expect(200).header("etag").to_owned();
    assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() > 2, "{tag}");
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
    assert_eq!(later.json["items"].as_array().map(Vec::len), Some(1));
}
