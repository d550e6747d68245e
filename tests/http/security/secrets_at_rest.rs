//! Nothing in the database works as a token, link, code or password: every secret that a client or a mailbox ever saw is
//! looked for in every column, and every stored value is tried as a token. With the program's own cryptography.

use std::collections::BTreeSet;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use forum_adapters::crypto::{Argon2Hasher, KeyDirectory, PasetoIssuer};
use forum_adapters::postgres::ConnectionPool;
use forum_domain::accounts::TokenScope;
use forum_tests::harness::{Answer, Ports, Sent, TestApi};
use forum_tests::stores::Stores;
use http::{HeaderValue, Method};
use serde_json::{Value, json};
use time::Duration;
use uuid::Uuid;

use crate::support::dump::{Stored, dump, holds};
use crate::support::sign_in_methods::{Enrolled, VERIFIER, begin_flow, returned};
use crate::support::sign_in_methods::{code_to, link_to};

const EXPORT: &str = "/api/admin/applications/export";
const FIRST: &str = "Quiet-River-42";
const SECOND: &str = "Chosen-Meadow-51";
const THIRD: &str = "Narrow-Harbor-67";
const OTHER: &str = "Planted-Bridge-73";
const MISTYPED: &str = "Quiet-Rivet-42";

/// The API on its own database, with the program's cryptography.
async fn site() -> TestApi {
    let folder = tempfile::tempdir().expect("a folder");
    let keys = KeyDirectory::open(&folder.path().join("keys")).expect("keys");
    let ports = Ports::on(Stores::fresh().await).with(|program| {
        program.hasher = Arc::new(Argon2Hasher::new());
        program.issuer = Arc::new(PasetoIssuer::new(keys.ring));
        program.secrets = keys.master;
    });
    TestApi::with(ports)
}

/// Valid secrets of a client.
struct Live {
    link: String,
    grant: String,
    /// The code of a user who returned from a provider.
    code: String,
    refresh: String,
    access: String,
    machine: String,
}

/// Every secret of a run through all operations that issue or accept one.
struct Walked {
    secrets: BTreeSet<String>,
    live: Live,
}

/// Advances the clock first, so that mails have a definite order.
async fn post(api: &TestApi, path: &str, body: Value, status: u16) -> Answer {
    api.clock().advance(Duration::SECOND);
    api.anonymous().post(&format!("/api/auth/{path}"), &body).await.expect(status)
}

async fn sign_up(api: &TestApi, email: &str, password: &str) {
    let form = json!({"email": email, "password": password, "first_name": "Ana", "last_name": "Li"});
    post(api, "signup", form, 202).await;
}

/// A recovery mail's link, exchanged for a grant.
async fn grant(api: &TestApi, email: &str) -> String {
    post(api, "recovery", json!({"email": email}), 202).await;
    let token = link_to(api, email).await;
    post(api, "verifications", json!({"token": token}), 200).await.text_at("/recovery_token")
}

async fn choose(api: &TestApi, grant: &str, password: &str) {
    let chosen =
        api.with_token(grant).put("/api/auth/recovery/password", &json!({"password": password})).await;
    chosen.expect(204);
}

async fn walk(api: &TestApi) -> Walked {
    let [ana, bo, cy, di] = ["ana", "bo", "cy", "di"].map(|name| format!("{name}@school.example"));
    let mut given = Vec::new();
    let mut keep = |answer: &Answer| {
        for member in ["/access_token", "/refresh_token", "/recovery_token"] {
            given.extend(answer.json.pointer(member).and_then(Value::as_str).map(str::to_owned));
        }
        answer.clone()
    };
    // Confirmed by a code from the second mail, by the link, and by an owner who chooses a new password.
    for (email, password) in [(&ana, FIRST), (&bo, FIRST), (&cy, FIRST), (&cy, OTHER), (&di, FIRST)] {
        sign_up(api, email, password).await;
    }
    post(api, "verifications/resend", json!({"email": ana, "purpose": "verify_email"}), 202).await;
    let code = code_to(api, &ana).await;
    post(api, "verifications", json!({"email": ana, "code": code}), 200).await;
    let token = link_to(api, &bo).await;
    post(api, "verifications", json!({"token": token}), 200).await;
    let token = link_to(api, &cy).await;
    let contested = keep(&post(api, "verifications", json!({"token": token}), 200).await);
    choose(api, &contested.text_at("/recovery_token"), SECOND).await;

    // Signing in, refreshing, a sign-in code.
    let credentials = |password| json!({"email": ana, "password": password});
    post(api, "sessions", credentials(MISTYPED), 401).await;
    let session = keep(&post(api, "sessions", credentials(FIRST), 201).await);
    let refresh = json!({"refresh_token": session.text_at("/refresh_token")});
    keep(&post(api, "sessions/refresh", refresh, 200).await);
    post(api, "codes", json!({"email": ana}), 202).await;
    let code = code_to(api, &ana).await;
    keep(&post(api, "sessions/code", json!({"email": ana, "code": code}), 201).await);

    // A lost password, then another one.
    let first = grant(api, &ana).await;
    choose(api, &first, SECOND).await;
    let anas = keep(&post(api, "sessions", credentials(SECOND), 201).await);
    let signed_in = api.with_token(&anas.text_at("/access_token"));
    let change = json!({"current_password": SECOND, "password": THIRD});
    signed_in.put("/api/users/me/password", &change).await.expect(204);

    // Another address, which both confirm. The restore link is still valid, as are a link, a code and a grant.
    let session = keep(&post(api, "sessions", json!({"email": bo, "password": FIRST}), 201).await);
    let moved = "bo@other.example".to_owned();
    let body = json!({"email": moved, "current_password": FIRST});
    api.with_token(&session.text_at("/access_token")).put("/api/users/me/email", &body).await.expect(202);
    for email in [&bo, &moved] {
        let token = link_to(api, email).await;
        post(api, "verifications", json!({"token": token}), 200).await;
    }
    post(api, "codes", json!({"email": moved}), 202).await;
    let factors = second_factor(api, &moved).await;
    // One sign-in is still at a provider, one has returned.
    let away = begin_flow(api).await;
    let back = returned(api, "1", Some("el@school.example")).await;
    let code = back["auth_code"].as_str().expect("a code").to_owned();
    post(api, "recovery", json!({"email": cy}), 202).await;
    let second = grant(api, &ana).await;
    let link = link_to(api, &di).await;
    let mails = api.inbox().sent();
    let secrets_in_mails =
        mails.iter().flat_map(|mail| [mail.token(), mail.code()]).flatten().map(str::to_owned);
    let mut secrets: BTreeSet<String> = secrets_in_mails.collect();
    secrets.extend(given);
    secrets.extend([first, second.clone()]);
    secrets.extend(factors);
    secrets.extend([away["state"].clone(), away["nonce"].clone(), code.clone()]);
    secrets.extend([FIRST, SECOND, THIRD, OTHER, MISTYPED].map(str::to_owned));
    let (_, machine) = api.machine_tokens().create("nightly", TokenScope::Read, 30).await.expect("a token");
    let (refresh, access) = (anas.text_at("/refresh_token"), anas.text_at("/access_token"));
    Walked { secrets, live: Live { link, grant: second, code, refresh, access, machine } }
}

/// The secrets of enrolling a factor and signing in with it: the app's secret, the recovery codes with and without their
/// hyphen, and the token of the second step.
async fn second_factor(api: &TestApi, email: &str) -> Vec<String> {
    let credentials = json!({"email": email, "password": FIRST});
    let session = post(api, "sessions", credentials.clone(), 201).await;
    let caller = api.with_token(&session.text_at("/access_token"));
    let app = Enrolled::by(&caller).await;
    let verified = app.verify(&caller).await.expect(200);
    let codes = verified.json["recovery_codes"].as_array().cloned().expect("recovery codes");
    let codes =
        codes.iter().filter_map(Value::as_str).flat_map(|code| [code.to_owned(), code.replace('-', "")]);
    let asked = post(api, "sessions", credentials, 200).await;
    codes.chain([app.secret.clone(), asked.text_at("/challenge_token")]).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn texts(bytes: &[u8]) -> [String; 3] {
    [hex(bytes), STANDARD.encode(bytes).trim_end_matches('=').to_owned(), URL_SAFE_NO_PAD.encode(bytes)]
}

/// The forms in which a secret may be stored: itself, the bytes behind it with and without the id they begin with, the
/// SHA-256 of each, and all of them in hex and base64.
async fn forms(pool: &ConnectionPool, secret: &str) -> BTreeSet<Vec<u8>> {
    let mut parts = vec![secret.as_bytes().to_vec()];
    if let Some(bytes) = URL_SAFE_NO_PAD.decode(secret).ok().filter(|bytes| bytes.len() > 32) {
        parts.push(bytes[bytes.len() - 32..].to_vec());
        parts.push(bytes);
    }
    for part in parts.clone() {
        let digest = sqlx::query_scalar("select sha256($1)").bind(part).fetch_one(pool).await;
        parts.push(digest.expect("a digest"));
    }
    let written = parts.clone().into_iter().flat_map(|part| texts(&part)).map(String::into_bytes);
    written.chain(parts).collect()
}

/// The columns that hold a secret in some form.
async fn leaks(pool: &ConnectionPool, secrets: &BTreeSet<String>) -> BTreeSet<String> {
    let stored = dump(pool).await;
    let mut found = BTreeSet::new();
    for secret in secrets {
        for form in forms(pool, secret).await {
            let holding = stored.iter().filter(|stored| holds(&stored.value, &form));
            found.extend(holding.map(|stored| format!("{} holds {secret}", stored.column)));
        }
    }
    found
}

/// The kinds of secrets as which stored values are accepted. Each value is tried unchanged, in hex and base64, and word by
/// word.
async fn accepted(api: &TestApi) -> BTreeSet<&'static str> {
    let stored = dump(api.ports.pool()).await;
    let mut candidates = BTreeSet::new();
    for Stored { value, .. } in &stored {
        candidates.extend(texts(value));
        let Ok(text) = str::from_utf8(value) else { continue };
        let word = |c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c));
        candidates.extend(text.split(word).chain([text]).map(str::to_owned));
        // An id as at the beginning of a token.
        candidates.extend(text.parse().map(|id: Uuid| URL_SAFE_NO_PAD.encode(id.as_bytes())));
    }
    assert!(candidates.len() > 100, "the database was read: {}", candidates.len());
    let mut works = BTreeSet::new();
    for candidate in candidates.iter().filter(|candidate| !candidate.is_empty()) {
        let link = api.anonymous().post("/api/auth/verifications", &json!({"token": candidate})).await;
        let refresh = json!({"refresh_token": candidate});
        let refresh = api.anonymous().post("/api/auth/sessions/refresh", &refresh).await;
        works.extend((link.status < 300).then_some("link"));
        let back = json!({"auth_code": candidate, "code_verifier": VERIFIER});
        let back = api.anonymous().post("/api/auth/sessions/pkce", &back).await;
        works.extend((back.status < 300).then_some("code"));
        works.extend((refresh.status < 300).then_some("refresh token"));
        if HeaderValue::from_str(candidate).is_err() {
            continue;
        }
        let holder = api.with_token(candidate);
        let reset = Sent::new(Method::PUT, "/api/auth/recovery/password");
        // A weak password is refused only after the grant was accepted.
        let grant = holder.send(reset.json(&json!({"password": "weak"}))).await;
        works.extend((grant.status != 401).then_some("grant"));
        works.extend((holder.get("/api/users/me").await.status < 300).then_some("access token"));
        works.extend((holder.get(EXPORT).await.status < 300).then_some("machine's token"));
    }
    works
}

#[tokio::test]
async fn the_database_holds_no_secret_and_nothing_in_it_works_as_one() {
    let api = &site().await;
    let Walked { secrets, live } = walk(api).await;
    assert!(secrets.len() > 25, "{secrets:?}");
    assert_eq!(leaks(api.ports.pool(), &secrets).await, BTreeSet::new());
    assert_eq!(accepted(api).await, BTreeSet::new());

    // The secrets are valid.
    post(api, "verifications", json!({"token": live.link}), 200).await;
    api.with_token(&live.access).get("/api/users/me").await.expect(200);
    api.with_token(&live.machine).get(EXPORT).await.expect(200);
    post(api, "sessions/refresh", json!({"refresh_token": live.refresh}), 200).await;
    choose(api, &live.grant, OTHER).await;
    let back = json!({"auth_code": live.code, "code_verifier": VERIFIER});
    post(api, "sessions/pkce", back, 201).await;
}
