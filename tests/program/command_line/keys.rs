//! `keys rotate` while a program is running, which loads the new key without a restart.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::memory::FixedClock;
use forum_tests::program::Installation;
use forum_tests::waiting::wait_for;
use serde_json::{Value, json};

use crate::client::Client;
use crate::support::in_process::InProcess;

const EMAIL: &str = "director@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";

/// The key id in the output of `keys rotate`.
fn named(words: &str) -> String {
    words.split_whitespace().find(|word| word.starts_with("k4.pid.")).expect("a name").to_owned()
}

async fn published(client: &Client) -> Vec<String> {
    let set = client.get("/auth/keys").await;
    let keys = set["items"].as_array().expect("keys");
    keys.iter().map(|key| key["kid"].as_str().expect("a name").to_owned()).collect()
}

/// A new session, and the key id in its access token.
async fn signed_in(client: &Client) -> (Value, String) {
    let answer = client.post("/auth/sessions", json!({ "email": EMAIL, "password": PASSWORD })).await;
    let session: Value = answer.json().await.expect("a session");
    let token = session["access_token"].as_str().expect("an access token");
    let footer = URL_SAFE_NO_PAD.decode(token.rsplit('.').next().expect("a footer")).expect("base64url");
    let footer: Value = serde_json::from_slice(&footer).expect("JSON");
    let kid = footer["kid"].as_str().expect("a name").to_owned();
    (session, kid)
}

async fn is_accepted(client: &Client, session: &Value) -> bool {
    let token = session["access_token"].as_str().expect("an access token");
    client.with_token(token).get("/users/me").await["email"] == EMAIL
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_rotation_reaches_a_running_program_and_keeps_all_sessions() {
    // The command uses the machine's clock, so the program starts at the same time.
    let clock = FixedClock::at(SystemClock.now());
    let site = InProcess::serve_at(Installation::new(), clock.into()).await;
    site.installation.create_admin(EMAIL, PASSWORD).await;
    let client = Client::new(&site.url);
    let (_, old) = signed_in(&client).await;
    assert_eq!(published(&client).await, std::slice::from_ref(&old));

    // Two concurrent rotations agree on one key.
    let rotate = || site.installation.run(&["keys", "rotate"]);
    let (one, two) = tokio::join!(rotate(), rotate());
    let words = [one.success(), two.success()];
    let new = named(&words[0]);
    assert_eq!(named(&words[1]), new);
    assert_eq!(words.iter().filter(|words| words.contains("exists already")).count(), 1, "{words:?}");

    wait_for("a reload of the keys", async || published(&client).await.len() == 2).await;
    assert_eq!(published(&client).await, [old.clone(), new.clone()]);

    // The old key signs until every cached key set includes the new one. Tokens signed by the old key remain valid
    // until they expire.
    site.clock.advance(time::Duration::minutes(14));
    let (session, kid) = signed_in(&client).await;
    assert_eq!(kid, old);
    site.clock.advance(time::Duration::minutes(2));
    assert_eq!(signed_in(&client).await.1, new);
    assert!(is_accepted(&client, &session).await);
    site.clock.advance(time::Duration::minutes(12));
    assert!(is_accepted(&client, &session).await);
    assert_eq!(published(&client).await, [old, new.clone()]);

    // Refresh tokens do not depend on these keys.
    let refresh = json!({ "refresh_token": session["refresh_token"] });
    assert_eq!(client.post("/auth/sessions/refresh", refresh).await.status(), 200);
    site.clock.advance(time::Duration::minutes(10));
    assert_eq!(published(&client).await, [new]);
    site.close().await;
}
