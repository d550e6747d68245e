//! Providers over the network: their metadata and keys are found, kept, renewed when they change, and given up when they
//! are somebody else's.

use std::sync::{Arc, Mutex};

use jsonwebtoken::Algorithm;
use serde_json::{Value, json};
use time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::openid::signing::{FOREIGN, OWN, elliptic, jwk, token};
use crate::tls::Trust;

const NONCE: &str = "n-0S6_WzA2Mj";
const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH.saturating_add(Duration::days(20_000));

/// A provider on this machine; what it publishes can be changed.
struct Server {
    issuer: Url,
    published: Arc<Mutex<Published>>,
}

#[derive(Default)]
struct Published {
    metadata: Value,
    keys: Value,
    /// The paths that were asked for.
    asked: Vec<String>,
}

impl Server {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let issuer: Url =
            format!("http://{}", listener.local_addr().expect("an address")).parse().expect("an address");
        let published = Arc::<Mutex<Published>>::default();
        let shared = published.clone();
        #[expect(clippy::disallowed_methods, reason = "ends with the runtime of its test")]
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut request = [0; 4096];
                let read = stream.read(&mut request).await.expect("a request");
                let line = String::from_utf8_lossy(&request[..read]).into_owned();
                let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
                let body = {
                    let mut published = shared.lock().expect("nobody panics with it");
                    published.asked.push(path.clone());
                    if path == "/keys" { published.keys.to_string() } else { published.metadata.to_string() }
                };
                let length = body.len();
                let answer =
                    format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        let server = Self { issuer, published };
        server.publish(|published, issuer| {
            published.metadata = json!({"issuer": issuer, "jwks_uri": format!("{issuer}/keys")});
            published.keys = json!({"keys": [jwk(&elliptic(OWN), Algorithm::ES256, "own")]});
        });
        server
    }

    fn name(&self) -> String {
        self.issuer.as_str().trim_end_matches('/').to_owned()
    }

    fn publish(&self, change: impl FnOnce(&mut Published, &str)) {
        change(&mut self.published.lock().expect("nobody panics with it"), &self.name());
    }

    fn times_asked(&self) -> usize {
        self.published.lock().expect("nobody panics with it").asked.len()
    }

    fn providers(&self) -> OpenIdProviders {
        let settings = ProviderSettings {
            name: "school".to_owned(),
            title: "Continue with School".to_owned(),
            issuer: self.issuer.clone(),
            client_id: "forum".to_owned(),
        };
        OpenIdProviders::new(vec![settings], &Documents::new(&Trust::default()).expect("a client"))
    }

    fn token(&self, kid: &str, key: &str, now: OffsetDateTime) -> String {
        let (issued, expires) = (now.unix_timestamp(), now.unix_timestamp() + 300);
        let claims = json!({"iss": self.name(), "sub": "1", "aud": "forum", "nonce": NONCE, "iat": issued, "exp": expires});
        token(&json!({"alg": "ES256", "kid": kid}), &claims, key)
    }
}

#[test]
fn providers_are_told_as_a_list_and_a_doubtful_one_is_refused() {
    let school = json!({"name": "school", "title": "Springfield Schools", "issuer": "https://id.school.example/oidc",
        "client_id": "forum"});
    let list = ProviderSettings::list(&json!([school]).to_string()).expect("a list");
    assert_eq!(
        (list[0].name.as_str(), list[0].issuer.as_str()),
        ("school", "https://id.school.example/oidc")
    );
    assert_eq!(ProviderSettings::list("[]"), Some(vec![]));
    for (member, value) in [
        ("name", json!("")),
        ("name", json!("School")),
        ("name", json!("a/b")),
        ("name", json!("a".repeat(41))),
        ("title", json!(" ")),
        ("client_id", json!("")),
        ("issuer", json!("http://id.school.example")),
        ("issuer", json!("https://id.school.example?x=1")),
        ("issuer", json!("ftp://id.school.example")),
        ("issuer", json!("id.school.example")),
        ("client_secret", json!("x")),
    ] {
        let mut doubtful = school.clone();
        doubtful[member] = value;
        assert_eq!(ProviderSettings::list(&json!([doubtful]).to_string()), None, "{member}: {doubtful}");
    }
    for text in [json!([school, school]).to_string(), school.to_string(), "school".to_owned(), String::new()]
    {
        assert_eq!(ProviderSettings::list(&text), None, "{text}");
    }
    let mut local = school;
    local["issuer"] = json!("http://127.0.0.1:3000");
    assert!(ProviderSettings::list(&json!([local]).to_string()).is_some());
}

#[tokio::test]
async fn a_token_is_checked_with_the_keys_that_the_provider_publishes() {
    let server = Server::start().await;
    let providers = server.providers();
    assert_eq!(
        providers.list().iter().map(|provider| provider.name.as_str()).collect::<Vec<_>>(),
        ["school"]
    );
    let token = server.token("own", OWN, NOW);
    let identity = providers.identity("school", &token, NONCE, NOW).await.expect("an identity");
    assert_eq!((identity.subject.as_str(), identity.email), ("1", None));
    let refused = providers.identity("school", &token, "other", NOW).await;
    assert_eq!(refused, Err(ProviderError::Refused(IdTokenRefused::Nonce)));
    assert_eq!(providers.identity("other", &token, NONCE, NOW).await, Err(ProviderError::Unknown));
    // Both documents once, whatever tokens come.
    assert_eq!(server.times_asked(), 2);
}

#[tokio::test]
async fn new_keys_are_asked_for_when_one_is_missing_but_once_a_minute() {
    let server = Server::start().await;
    let providers = server.providers();
    let judged = async |kid, key, now| {
        let read = providers.identity("school", &server.token(kid, key, now), NONCE, now).await;
        read.map(|identity| identity.subject)
    };
    let unknown = Err(ProviderError::Refused(IdTokenRefused::UnknownKey));
    judged("own", OWN, NOW).await.expect("an identity");
    server.publish(|published, _| {
        published.keys = json!({"keys": [jwk(&elliptic(FOREIGN), Algorithm::ES256, "next")]});
    });
    assert_eq!(judged("next", FOREIGN, NOW + Duration::seconds(59)).await, unknown);
    assert_eq!(server.times_asked(), 2);
    assert_eq!(judged("next", FOREIGN, NOW + Duration::MINUTE).await, Ok("1".to_owned()));
    assert_eq!(server.times_asked(), 4);
    // What is gone signs no more.
    assert_eq!(judged("own", OWN, NOW + Duration::minutes(2)).await, unknown);
    // Keys are not kept for ever, even if they fit.
    server.publish(|published, _| published.keys = json!({"keys": []}));
    let later = NOW + Duration::minutes(2) + Duration::HOUR;
    assert!(judged("next", FOREIGN, later - Duration::SECOND).await.is_ok());
    assert_eq!(judged("next", FOREIGN, later).await, unknown);
}

#[tokio::test]
async fn metadata_of_another_provider_is_given_up() {
    for metadata in [
        json!({"issuer": "https://evil.example", "jwks_uri": "http://127.0.0.1:1/keys"}),
        json!({"issuer": "ISSUER/", "jwks_uri": "ISSUER/keys"}),
        json!({"issuer": "ISSUER", "jwks_uri": "ftp://127.0.0.1/keys"}),
        json!({"issuer": "ISSUER"}),
        json!([]),
    ] {
        let server = Server::start().await;
        server.publish(|published, issuer| {
            let text = metadata.to_string().replace("ISSUER", issuer);
            published.metadata = serde_json::from_str(&text).expect("JSON");
        });
        let token = server.token("own", OWN, NOW);
        let failed = server.providers().identity("school", &token, NONCE, NOW).await;
        assert!(matches!(failed, Err(ProviderError::Fault(_))), "{metadata}: {failed:?}");
    }
}

#[tokio::test]
async fn a_provider_that_has_failed_is_left_alone_for_five_seconds() {
    let server = Server::start().await;
    let providers = server.providers();
    server.publish(|published, _| published.metadata = json!({}));
    let judged = async |after| {
        let now = NOW + Duration::seconds(after);
        providers.identity("school", &server.token("own", OWN, now), NONCE, now).await.is_ok()
    };
    assert!(!judged(0).await);
    server.publish(|published, issuer| {
        published.metadata = json!({"issuer": issuer, "jwks_uri": format!("{issuer}/keys")});
    });
    assert!(!judged(4).await);
    assert_eq!(server.times_asked(), 1);
    assert!(judged(5).await);
}
