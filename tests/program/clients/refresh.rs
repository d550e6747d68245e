//! Refresh tokens that the program never issued.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forum_adapters::crypto::{HmacSecretDeriver, KeyDirectory};
use forum_domain::accounts::SecretDeriver;
use forum_tests::program::Installation;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Client;
use crate::keys_of_database::keys;
use crate::support::in_process::InProcess;

const EMAIL: &str = "director@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";
const SESSIONS: &str = "select to_jsonb(s)::text from sessions s order by id";

/// The status, and the new session or the problem.
async fn refresh(client: &Client, token: &str) -> (u16, Value) {
    let answer = client.post("/auth/sessions/refresh", json!({ "refresh_token": token })).await;
    (answer.status().as_u16(), answer.json().await.expect("JSON"))
}

fn text(session: &Value, member: &str) -> String {
    session[member].as_str().unwrap_or_else(|| panic!("{member} in {session}")).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_were_never_issued_are_refused_and_nothing_is_written() {
    let site = InProcess::serve_at(Installation::new(), Arc::default()).await;
    site.installation.create_admin(EMAIL, PASSWORD).await;
    let client = Client::new(&site.url);
    let opened = client.post("/auth/sessions", json!({ "email": EMAIL, "password": PASSWORD })).await;
    let opened: Value = opened.json().await.expect("a session");
    let (_, session) = refresh(&client, &text(&opened, "refresh_token")).await;
    let current = text(&session, "refresh_token");
    let bytes = URL_SAFE_NO_PAD.decode(&current).expect("base64url");
    let id = Uuid::from_slice(&bytes[..16]).expect("the session's id");
    assert_eq!(bytes[16..20], 2_u32.to_be_bytes());

    // These tokens are valid except for the counter. Only the server's secret can produce them.
    let opened = KeyDirectory::open(&keys(&site.installation)).expect("the program's keys");
    let secrets = HmacSecretDeriver::new(&opened.master);
    let made = |id: Uuid, counter: u32| {
        let counter = counter.to_be_bytes();
        let mac = secrets.derive("refresh token", id, &counter);
        URL_SAFE_NO_PAD.encode([id.as_bytes(), &counter[..], &mac[..]].concat())
    };
    assert_eq!(made(id, 2), current);
    let mut wrong = vec![made(id, 3), made(id, u32::MAX), made(Uuid::from_u128(7), 1)];
    wrong.extend(["", "junk", "!", "ä"].map(str::to_owned));
    wrong.extend([current[1..].to_owned(), format!("{current}A"), text(&session, "access_token")]);
    for at in [0, 15, 19, 20, 51] {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        wrong.push(URL_SAFE_NO_PAD.encode(changed));
    }
    let before = site.rows(SESSIONS).await;
    for token in wrong {
        let (status, problem) = refresh(&client, &token).await;
        assert_eq!((status, &problem["code"]), (401, &json!("refresh_token_invalid")), "{token:?}");
    }
    assert_eq!(site.rows(SESSIONS).await, before);
    assert_eq!(refresh(&client, &current).await.0, 200, "the current token is still valid");
    site.close().await;
}
