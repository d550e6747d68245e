//! Providers over the network: their metadata and keys are found, cached, renewed when they change, and refused when they
//! are another provider's.

use std::sync::{Arc, Mutex};

use jsonwebtoken::Algorithm;
use serde_json::{Value, json};
use time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::openid::signing::{FOREIGN, OWN, elliptic, jwk, token};
use crate::tls::Trust;

mod codes;

const NONCE: &str = "n-0S6_WzA2Mj";
const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH.saturating_add(Duration::days(20_000));

/// A request whole, with its body.
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
    /// What codes are answered with: the status and the document.
    redeemed: (u16, Value),
    /// The answer of UserInfo.
    told: (u16, Value),
    /// The requests.
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
                let request = read_request(&mut stream).await;
                let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
                let (status, body) = {
                    let mut published = shared.lock().expect("not poisoned");
                    published.asked.push(request);
                    match path.as_str() {
                        "/keys" => (200, published.keys.to_string()),
                        "/userinfo" => (published.told.0, published.told.1.to_string()),
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
        change(&mut self.published.lock().expect("not poisoned"), &self.name());
    }

    fn times_asked(&self) -> usize {
        self.published.lock().expect("not poisoned").asked.len()
    }

    fn last_asked(&self) -> String {
        self.published.lock().expect("not poisoned").asked.last().expect("a request").clone()
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
    // Both documents once for all tokens.
    assert_eq!(server.times_asked(), 2);
}

#[tokio::test]
async fn a_missing_key_is_fetched_once_a_minute() {
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
    // A removed key is refused.
    assert_eq!(judged("own", OWN, NOW + Duration::minutes(2)).await, unknown);
    // Keys are not kept for ever, even if they fit.
    server.publish(|published, _| published.keys = json!({"keys": []}));
    let later = NOW + Duration::minutes(2) + Duration::HOUR;
    assert!(judged("next", FOREIGN, later - Duration::SECOND).await.is_ok());
    assert_eq!(judged("next", FOREIGN, later).await, unknown);
}

#[tokio::test]
async fn metadata_of_another_provider_is_refused() {
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
        assert!(matches!(failed, Err(ProviderError::Fault(_))), "{metadata}: {failed:?}");
    }
}

#[tokio::test]
async fn an_issuer_is_compared_as_it_is_written() {
    let server = Server::start().await;
    // As that of Auth0, which ends with a slash everywhere.
    let slashed = format!("{}/", server.name());
    server.publish(|published, _| published.metadata["issuer"] = json!(slashed));
    let mut claims = server.claims(NOW);
    let (bare, header) = (claims.clone(), json!({"alg": "ES256", "kid": "own"}));
    claims["iss"] = json!(slashed);
    let settings = json!([{"name": "school", "title": "Schools", "issuer": slashed, "client_id": "forum"}]);
    let settings = ProviderSettings::list(&settings.to_string()).expect("settings");
    let providers = OpenIdProviders::new(settings, &Documents::new(&Trust::default()).expect("a client"));
    let judged = async |claims: &Value| {
        providers.identity("school", &token(&header, claims, OWN), NONCE, NOW).await.map(|who| who.subject)
    };
    assert_eq!(judged(&claims).await, Ok("1".to_owned()));
    assert_eq!(judged(&bare).await, Err(ProviderError::Refused(IdTokenRefused::Issuer)));
    assert!(server.last_asked().starts_with("GET /keys "), "{}", server.last_asked());
    let asked = server.published.lock().expect("not poisoned").asked[0].clone();
    assert!(asked.starts_with("GET /.well-known/openid-configuration "), "{asked}");
    // Written without the slash, it is that of another provider.
    let refused = server.providers().identity("school", &token(&header, &claims, OWN), NONCE, NOW).await;
    let Err(ProviderError::Fault(Fault::Unavailable(words))) = refused else { panic!("{refused:?}") };
    assert!(words.contains(&format!("that of {slashed:?}")), "{words}");
}

#[tokio::test]
async fn an_examination_names_the_fault_of_a_provider() {
    let server = Server::start().await;
    let providers = server.providers();
    let found = async || {
        let mut examined = providers.examine().await;
        let (settings, outcome) = examined.remove(0);
        assert_eq!((settings.name.as_str(), examined.len()), ("school", 0));
        outcome.err().map(|fault| fault.to_string())
    };
    assert_eq!(found().await, None);
    for (member, value, words) in [
        ("authorization_endpoint", Value::Null, "names no authorization_endpoint"),
        ("token_endpoint", Value::Null, "names no token_endpoint"),
        ("issuer", json!("https://other.example/"), "that of \"https://other.example/\""),
        ("jwks_uri", json!("http://127.0.0.1:1/keys"), "did not answer"),
    ] {
        let mut before = Value::Null;
        server.publish(|published, _| before = std::mem::replace(&mut published.metadata[member], value));
        let told = found().await.expect("something is wrong");
        assert!(told.contains(words), "{told}");
        server.publish(|published, _| published.metadata[member] = before);
    }
    // Each time, also with a cached document.
    assert_eq!(found().await, None);
}

#[tokio::test]
async fn a_failed_provider_is_not_asked_again_for_five_seconds() {
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
