//! Every row of the refresh table of the API contract against the whole program, with a clock controlled by the test.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forum_adapters::crypto::{HmacSecretDeriver, KeyDirectory};
use forum_domain::accounts::SecretDeriver;
use serde_json::{Value, json};
use time::Duration;
use uuid::Uuid;

use crate::client::Client;
use crate::support::in_process::InProcess;

const EMAIL: &str = "director@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";

#[derive(Clone, PartialEq, Debug)]
struct Tokens {
    access: String,
    refresh: String,
}

impl Tokens {
    fn of(answer: &Value) -> Self {
        let text =
            |name: &str| answer[name].as_str().unwrap_or_else(|| panic!("{name} in {answer}")).to_owned();
        Self { access: text("access_token"), refresh: text("refresh_token") }
    }
}

async fn signed_in(client: &Client) -> Tokens {
    let answer = client.post("/auth/sessions", json!({ "email": EMAIL, "password": PASSWORD })).await;
    assert_eq!(answer.status(), 201);
    Tokens::of(&answer.json().await.expect("a session"))
}

/// New tokens, or the code of the refusal.
async fn refreshed(client: &Client, token: &str) -> Result<Tokens, String> {
    let answer = client.post("/auth/sessions/refresh", json!({ "refresh_token": token })).await;
    let status = answer.status().as_u16();
    let body: Value = answer.json().await.expect("JSON");
    match status {
        200 => Ok(Tokens::of(&body)),
        401 => Err(body["code"].as_str().expect("a code").to_owned()),
        other => panic!("{other}: {body}"),
    }
}

/// The problem code of a request with an access token, or `ok`.
async fn used(client: &Client, tokens: &Tokens) -> String {
    let answer = client.with_token(&tokens.access).get("/users/me").await;
    answer["code"].as_str().unwrap_or("ok").to_owned()
}

/// One row of the table. Three older tokens precede the current one. `after` is the time since the last rotation.
struct Row {
    /// How many rotations the presented token is behind.
    behind: usize,
    after: Duration,
    /// Whether an access token with the current counter was accepted before.
    used: bool,
    expected: Expected,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Expected {
    Rotated,
    /// The response repeats the current token.
    Same,
    Revoked,
}

fn rows() -> Vec<Row> {
    use Expected::{Revoked, Rotated, Same};
    let (just, late, grace) = (Duration::ZERO, Duration::days(29), Duration::seconds(10));
    let within = grace - Duration::microseconds(1);
    let table = [
        (0, just, false, Rotated),
        (0, just, true, Rotated),
        (0, late, false, Rotated),
        (0, late, true, Rotated),
        (1, just, true, Same),
        (1, within, false, Same),
        (1, within, true, Same),
        (1, grace, false, Same),
        (1, late, false, Same),
        (1, grace, true, Revoked),
        (1, late, true, Revoked),
        (2, within, false, Same),
        (2, within, true, Same),
        (2, grace, false, Revoked),
        (2, grace, true, Revoked),
        (3, just, false, Revoked),
        (3, within, true, Revoked),
        (3, late, false, Revoked),
        // The clock was set back: a rotation in the future does not count as recent.
        (0, -Duration::HOUR, true, Rotated),
        (1, -within, true, Same),
        (1, -Duration::HOUR, true, Revoked),
        (1, -Duration::HOUR, false, Same),
    ];
    table.map(|(behind, after, used, expected)| Row { behind, after, used, expected }).into()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_row_of_the_refresh_table_holds_in_the_running_program() {
    let site = InProcess::serve().await;
    site.installation.create_admin(EMAIL, PASSWORD).await;
    let client = Client::new(&site.url);
    for (number, Row { behind, after, used: is_used, expected }) in rows().into_iter().enumerate() {
        let mut chain = vec![signed_in(&client).await];
        for _ in 0..3 {
            let next = refreshed(&client, &chain[0].refresh).await.expect("a current token");
            chain.insert(0, next);
        }
        if is_used {
            assert_eq!(used(&client, &chain[0]).await, "ok");
        }
        site.clock.advance(after);
        let answer = refreshed(&client, &chain[behind].refresh).await;
        let seen = match &answer {
            Ok(tokens) if tokens.refresh == chain[0].refresh => Expected::Same,
            Ok(tokens) => {
                assert!(chain.iter().all(|known| known.refresh != tokens.refresh));
                Expected::Rotated
            }
            Err(code) => {
                assert_eq!(code, "refresh_token_reused", "row {number}");
                Expected::Revoked
            }
        };
        assert_eq!(seen, expected, "row {number}: {behind} behind after {after}, used {is_used}");
        if let Ok(tokens) = answer {
            assert_eq!(used(&client, &tokens).await, "ok", "row {number}");
        } else {
            // The newest refresh token and the access tokens end with the session.
            let ended = Err("session_revoked".to_owned());
            assert_eq!(refreshed(&client, &chain[0].refresh).await, ended, "row {number}");
            let code = if after < Duration::minutes(15) { "session_revoked" } else { "token_expired" };
            assert_eq!(used(&client, &chain[0]).await, code, "row {number}");
        }
    }
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_were_never_issued_are_refused_and_nothing_is_written() {
    let site = InProcess::serve().await;
    site.installation.create_admin(EMAIL, PASSWORD).await;
    let client = Client::new(&site.url);
    let mut tokens = signed_in(&client).await;
    tokens = refreshed(&client, &tokens.refresh).await.expect("a current token");
    let bytes = URL_SAFE_NO_PAD.decode(&tokens.refresh).expect("base64url");
    let id = Uuid::from_slice(&bytes[..16]).expect("the session's id");
    assert_eq!(bytes[16..20], 2_u32.to_be_bytes());

    // Valid except for the counter. Only the server's secret can produce such tokens.
    let keys = KeyDirectory::open(&site.keys()).expect("the program's keys");
    let secrets = HmacSecretDeriver::new(&keys.master);
    let made = |id: Uuid, counter: u32| {
        let counter = counter.to_be_bytes();
        let mac = secrets.derive("refresh token", id, &counter);
        URL_SAFE_NO_PAD.encode([id.as_bytes(), &counter[..], &mac[..]].concat())
    };
    assert_eq!(made(id, 2), tokens.refresh);
    let mut wrong = vec![made(id, 3), made(id, u32::MAX), made(Uuid::from_u128(7), 1)];
    wrong.extend(["", "junk", "!", "ä"].map(str::to_owned));
    wrong.extend([tokens.refresh[1..].to_owned(), format!("{}A", tokens.refresh), tokens.access.clone()]);
    for at in [0, 15, 19, 20, 51] {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        wrong.push(URL_SAFE_NO_PAD.encode(changed));
    }
    let before = site.rows("select to_jsonb(s)::text from sessions s order by id").await;
    for token in wrong {
        let refused = Err("refresh_token_invalid".to_owned());
        assert_eq!(refreshed(&client, &token).await, refused, "{token:?}");
    }
    assert_eq!(site.rows("select to_jsonb(s)::text from sessions s order by id").await, before);
    refreshed(&client, &tokens.refresh).await.expect("a token that is still valid");
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_refreshes_at_once_get_fifty_responses_with_one_token() {
    let site = InProcess::serve().await;
    site.installation.create_admin(EMAIL, PASSWORD).await;
    let client = Client::new(&site.url);
    let first = signed_in(&client).await;
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let (client, token) = (client.clone(), first.refresh.clone());
        requests.spawn(async move { refreshed(&client, &token).await });
    }
    let mut given: Vec<String> = Vec::new();
    for answer in requests.join_all().await {
        given.push(answer.expect("a successful refresh").refresh);
    }
    assert_eq!(given.len(), 50);
    given.dedup();
    assert_eq!(given.len(), 1);
    assert_ne!(given[0], first.refresh);
    assert_eq!(site.rows("select counter::text from sessions").await, ["2"]);
    site.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_expires_thirty_days_after_its_last_refresh_and_ninety_after_sign_in() {
    let site = InProcess::serve().await;
    site.installation.create_admin(EMAIL, PASSWORD).await;
    let client = Client::new(&site.url);
    let moment = Duration::microseconds(1);
    let expired = Err("session_expired".to_owned());

    let idle = signed_in(&client).await;
    site.clock.advance(Duration::days(30));
    assert_eq!(refreshed(&client, &idle.refresh).await, expired);

    let mut busy = signed_in(&client).await;
    assert_eq!(used(&client, &busy).await, "ok");
    for step in [
        Duration::days(30) - moment,
        Duration::days(30) - moment,
        Duration::days(30) + moment * 2 - Duration::MINUTE,
    ] {
        site.clock.advance(step);
        busy = refreshed(&client, &busy.refresh).await.expect("a refresh in time");
    }
    assert_eq!(used(&client, &busy).await, "ok");
    site.clock.advance(Duration::MINUTE);
    assert_eq!(used(&client, &busy).await, "session_expired");
    assert_eq!(refreshed(&client, &busy.refresh).await, expired);
    site.close().await;
}
