//! Tests providers over the network: metadata and keys are fetched, cached and renewed, and those from other issuers
//! are refused.

use std::sync::{Arc, Mutex};

use jsonwebtoken::Algorithm;
use serde_json::{Value, json};
use time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::openid::id_token::tests::{FOREIGN, OWN, elliptic, jwk, token};
use crate::tls::Trust;

mod codes;

const NONCE: &str = "n-0S6_WzA2Mj";
const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH.saturating_add(Duration::days(20_000));

/// Reads a complete request with its body.
async fn read_request(stream: &mut TcpStream) -> String {
    let mut request = Vec::new();
    loop {
        let mut chunk = [0; 4096];
        let read = stream.read(&mut chunk).await.expect("a request");
        request.extend_from_slice(&chunk[..read]);
        let text = String::from_utf8_lossy(&request).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head
            .to_ascii_lowercase()
            .lines()
            .find_map(|line| line.strip_prefix("content-length: ").map(str::to_owned));
        let length: usize = length.map_or(0, |length| length.parse().expect("a number"));
        if read == 0 || body.len() >= length {
            return text;
        }
    }
}

/// A local provider with variable metadata and keys.
struct Server {
    issuer: Url,
    published: Arc<Mutex<Published>>,
}

#[derive(Default)]
struct Published {
    metadata: Value,
    keys: Value,
    /// Status and document of the token response.
    redeemed: (u16, Value),
    /// Status and document of the UserInfo response.
    userinfo: (u16, Value),
    requests: Vec<String>,
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
                let request = read_request(&mut stream).await;
                let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
                let (status, body) = {
                    let mut published = shared.lock().expect("an unpoisoned lock");
                    published.requests.push(request);
                    match path.as_str() {
                        "/keys" => (200, published.keys.to_string()),
                        "/userinfo" => (published.userinfo.0, published.userinfo.1.to_string()),
                        "/token" => (published.redeemed.0, published.redeemed.1.to_string()),
                        _ => (200, published.metadata.to_string()),
                    }
                };
                let length = body.len();
                let answer = format!(
                    "HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
                );
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        let server = Self { issuer, published };
        server.publish(|published, issuer| {
            published.metadata = json!({"issuer": issuer, "jwks_uri": format!("{issuer}/keys"),
                "authorization_endpoint": format!("{issuer}/authorize?tenant=1"),
                "token_endpoint": format!("{issuer}/token")});
            published.keys = json!({"keys": [jwk(&elliptic(OWN), Algorithm::ES256, "own")]});
        });
        server
    }

    fn name(&self) -> String {
        self.issuer.as_str().trim_end_matches('/').to_owned()
    }

    fn publish(&self, change: impl FnOnce(&mut Published, &str)) {
        change(&mut self.published.lock().expect("an unpoisoned lock"), &self.name());
    }

    fn request_count(&self) -> usize {
        self.published.lock().expect("an unpoisoned lock").requests.len()
    }

    fn last_request(&self) -> String {
        self.published.lock().expect("an unpoisoned lock").requests.last().expect("a request").clone()
    }

    fn providers(&self) -> OpenIdProviders {
        self.providers_with(None)
    }

    fn providers_with(&self, client_secret: Option<&str>) -> OpenIdProviders {
        let settings = json!([{"name": "school", "title": "Springfield Schools", "issuer": self.name(),
            "client_id": "forum", "client_secret": client_secret}]);
        let settings = ProviderSettings::list(&settings.to_string()).expect("settings").remove(0);
        OpenIdProviders::new(vec![settings], &Documents::new(&Trust::default()).expect("a client"))
    }

    fn claims(&self, now: OffsetDateTime) -> Value {
        let (issued, expires) = (now.unix_timestamp(), now.unix_timestamp() + 300);
        json!({"iss": self.name(), "sub": "1", "aud": "forum", "nonce": NONCE, "iat": issued, "exp": expires})
    }

    fn token(&self, kid: &str, key: &str, now: OffsetDateTime) -> String {
        token(&json!({"alg": "ES256", "kid": kid}), &self.claims(now), key)
    }
}

#[tokio::test]
async fn a_token_is_verified_with_the_providers_published_keys() {
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
    assert_eq!(refused, Err(Code::IdTokenInvalid.into()));
    assert_eq!(providers.identity("other", &token, NONCE, NOW).await, Err(Code::UnknownProvider.into()));
    // Both documents are fetched once for all tokens.
    assert_eq!(server.request_count(), 2);
}

#[tokio::test]
async fn missing_keys_are_fetched_up_to_once_a_minute() {
    let server = Server::start().await;
    let providers = server.providers();
    let verified = async |kid, key, now| {
        let read = providers.identity("school", &server.token(kid, key, now), NONCE, now).await;
        read.map(|identity| identity.subject)
    };
    let unknown = Err(Code::IdTokenInvalid.into());
    verified("own", OWN, NOW).await.expect("an identity");
    server.publish(|published, _| {
        published.keys = json!({"keys": [jwk(&elliptic(FOREIGN), Algorithm::ES256, "next")]});
    });
    assert_eq!(verified("next", FOREIGN, NOW + Duration::seconds(59)).await, unknown);
    assert_eq!(server.request_count(), 2);
    assert_eq!(verified("next", FOREIGN, NOW + Duration::MINUTE).await, Ok("1".to_owned()));
    assert_eq!(server.request_count(), 4);
    // A removed key is refused.
    assert_eq!(verified("own", OWN, NOW + Duration::minutes(2)).await, unknown);
    // Cached keys expire even if they match.
    server.publish(|published, _| published.keys = json!({"keys": []}));
    let later = NOW + Duration::minutes(2) + Duration::HOUR;
    assert!(verified("next", FOREIGN, later - Duration::SECOND).await.is_ok());
    assert_eq!(verified("next", FOREIGN, later).await, unknown);
}

#[tokio::test]
async fn metadata_from_another_provider_is_refused() {
    for metadata in [
        json!({"issuer": "https://evil.example", "jwks_uri": "http://127.0.0.1:1/keys"}),
        json!({"issuer": "ISSUER/", "jwks_uri": "ISSUER/keys"}),
        json!({"issuer": "ISSUER", "jwks_uri": "ftp://127.0.0.1/keys"}),
        json!({"issuer": "ISSUER", "jwks_uri": "ISSUER/keys", "token_endpoint": "https://127.0.0.1/token"}),
        json!({"issuer": "ISSUER", "jwks_uri": "ISSUER/keys", "userinfo_endpoint": "ftp://127.0.0.1/userinfo"}),
        json!({"issuer": "ISSUER", "jwks_uri": "ISSUER/keys", "authorization_endpoint": "javascript:alert(1)"}),
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
        assert!(failed.as_ref().is_err_and(Refusal::is_fault), "{metadata}: {failed:?}");
    }
}

#[tokio::test]
async fn issuers_are_compared_literally() {
    let server = Server::start().await;
    // The issuers of Auth0 end with a slash.
    let slashed = format!("{}/", server.name());
    server.publish(|published, _| published.metadata["issuer"] = json!(slashed));
    let mut claims = server.claims(NOW);
    let (bare, header) = (claims.clone(), json!({"alg": "ES256", "kid": "own"}));
    claims["iss"] = json!(slashed);
    let settings = json!([{"name": "school", "title": "Schools", "issuer": slashed, "client_id": "forum"}]);
    let settings = ProviderSettings::list(&settings.to_string()).expect("settings");
    let providers = OpenIdProviders::new(settings, &Documents::new(&Trust::default()).expect("a client"));
    let verified = async |claims: &Value| {
        providers
            .identity("school", &token(&header, claims, OWN), NONCE, NOW)
            .await
            .map(|identity| identity.subject)
    };
    assert_eq!(verified(&claims).await, Ok("1".to_owned()));
    assert_eq!(verified(&bare).await, Err(Code::IdTokenInvalid.into()));
    assert!(server.last_request().starts_with("GET /keys "), "{}", server.last_request());
    let first_request = server.published.lock().expect("an unpoisoned lock").requests[0].clone();
    assert!(first_request.starts_with("GET /.well-known/openid-configuration "), "{first_request}");
    // Without the slash it is another issuer.
    let refused = server.providers().identity("school", &token(&header, &claims, OWN), NONCE, NOW).await;
    let message = refused.expect_err("another issuer").to_string();
    assert!(message.contains(&format!("names another issuer, {slashed:?}")), "{message}");
}

#[tokio::test]
async fn an_examination_returns_a_providers_fault() {
    let server = Server::start().await;
    let providers = server.providers();
    let found = async || {
        let mut examined = providers.examine().await;
        let (settings, outcome) = examined.remove(0);
        assert_eq!((settings.name.as_str(), examined.len()), ("school", 0));
        outcome.err().map(|fault| fault.to_string())
    };
    assert_eq!(found().await, None);
    for (member, value, expected) in [
        ("authorization_endpoint", Value::Null, "names no authorization_endpoint"),
        ("token_endpoint", Value::Null, "names no token_endpoint"),
        ("issuer", json!("https://other.example/"), "names another issuer, \"https://other.example/\""),
        ("jwks_uri", json!("http://127.0.0.1:1/keys"), "did not answer"),
    ] {
        let mut before = Value::Null;
        server.publish(|published, _| before = std::mem::replace(&mut published.metadata[member], value));
        let fault = found().await.expect("a fault");
        assert!(fault.contains(expected), "{fault}");
        server.publish(|published, _| published.metadata[member] = before);
    }
    // An examination does not use the cache.
    assert_eq!(found().await, None);
}

#[tokio::test]
async fn a_failed_provider_gets_no_request_for_five_seconds() {
    let server = Server::start().await;
    let providers = server.providers();
    server.publish(|published, _| published.metadata = json!({}));
    let verified = async |after| {
        let now = NOW + Duration::seconds(after);
        providers.identity("school", &server.token("own", OWN, now), NONCE, now).await.is_ok()
    };
    assert!(!verified(0).await);
    server.publish(|published, issuer| {
        published.metadata = json!({"issuer": issuer, "jwks_uri": format!("{issuer}/keys")});
    });
    assert!(!verified(4).await);
    assert_eq!(server.request_count(), 1);
    assert!(verified(5).await);
}
