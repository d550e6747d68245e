//! Sessions, their revocation, and sign-ins that start at one process and finish at another.

use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::authenticator::{Conduct, SoftPasskey};
use forum_tests::builders::totp;
use reqwest::Method;
use serde_json::{Value, json};

use super::{ADMIN, ORIGIN, Shared, status_at};
use crate::client::{Client, PASSWORD};

const ANA: &str = "ana@school.example";
const NEXT_PASSWORD: &str = "Saddle-93-orchard";

/// A client for a new session. [`Client::at`] sets the address of a process.
fn client_of(session: &Value) -> Client {
    Client::new("").with_token(session["access_token"].as_str().expect("a token"))
}

#[tokio::test]
async fn a_session_opened_at_one_process_is_used_and_refreshed_at_another_and_ends_at_all() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let [one, two, three] = programs.each_ref().map(|program| program.url.as_str());
    shared.installation.create_admin(ADMIN, PASSWORD).await;
    let credentials = json!({ "email": ADMIN, "password": PASSWORD });
    let session = Client::new(one).call(Method::POST, "/auth/sessions", &credentials, 201).await;
    for url in [two, three] {
        assert_eq!(status_at(url, &client_of(&session)).await, "ok");
    }
    let refresh = async |url| {
        let body = json!({ "refresh_token": session["refresh_token"] });
        Client::new(url).call(Method::POST, "/auth/sessions/refresh", &body, 200).await
    };
    let refreshed = refresh(two).await;
    let person = client_of(&refreshed);
    assert_eq!(status_at(three, &person).await, "ok");
    // The response was lost, and the client sends the same token to another process.
    assert_eq!(refresh(three).await["refresh_token"], refreshed["refresh_token"]);

    person.at(three).call(Method::DELETE, "/auth/sessions?scope=local", &Value::Null, 204).await;
    for url in [one, two, three] {
        assert_eq!(status_at(url, &person).await, "session_revoked");
    }
    shared.end(programs).await;
}

#[tokio::test]
async fn password_role_and_account_changes_apply_at_every_process_from_the_next_request() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let [one, two, three] = programs.each_ref().map(|program| program.url.as_str());
    let admin = shared.admin(one).await;
    let ana = shared.applicant(two, ANA).await;
    let elsewhere = Client::new(three).sign_in(ANA, PASSWORD).await;
    assert_eq!([status_at(three, &ana).await, status_at(two, &elsewhere).await], ["ok", "ok"]);

    let change = json!({ "current_password": PASSWORD, "password": NEXT_PASSWORD });
    ana.at(one).call(Method::PUT, "/users/me/password", &change, 204).await;
    assert_eq!([status_at(two, &ana).await, status_at(two, &elsewhere).await], ["ok", "session_revoked"]);

    let me = ana.at(two).call(Method::GET, "/users/me", &Value::Null, 200).await;
    let path = format!("/admin/users/{}", me["id"].as_str().expect("an id"));
    let queue = "/admin/applications";
    ana.at(three).call(Method::GET, queue, &Value::Null, 403).await;
    // Granting a role ends no session. The role applies from the next request, at any process.
    let (role, why) = (format!("{path}/roles/admin"), json!({ "reason": "a colleague" }));
    admin.at(two).call(Method::PUT, &role, &why, 200).await;
    ana.at(three).call(Method::GET, queue, &Value::Null, 200).await;
    admin.at(three).call(Method::DELETE, &format!("{role}?reason=left"), &Value::Null, 204).await;
    for url in [one, two] {
        ana.at(url).call(Method::GET, queue, &Value::Null, 403).await;
    }

    let why = json!({ "reason": "asked for it" });
    admin.at(three).call(Method::POST, &format!("{path}/disable"), &why, 204).await;
    for url in [one, two, three] {
        assert_eq!(status_at(url, &ana).await, "session_revoked");
    }
    shared.end(programs).await;
}

#[tokio::test]
async fn second_factors_started_at_one_process_are_completed_at_another() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let [one, two, three] = programs.each_ref().map(|program| program.url.as_str());
    let person = shared.admin(one).await;
    let code = |secret: &Value| totp(secret.as_str().expect("a secret"), SystemClock.now());

    let app =
        person.at(one).call(Method::POST, "/auth/factors", &json!({ "factor_type": "totp" }), 201).await;
    let factor = format!("/auth/factors/{}", app["id"].as_str().expect("an id"));
    let challenges = format!("{factor}/challenges");
    let challenge = person.at(two).call(Method::POST, &challenges, &Value::Null, 201).await;
    let answer = json!({ "challenge_id": challenge["id"], "code": code(&app["secret"]) });
    let verifications = format!("{factor}/verifications");
    let verified = person.at(three).call(Method::POST, &verifications, &answer, 200).await;

    // The second step uses a recovery code, because the app's code for this half minute has already been used.
    let password = json!({ "email": ADMIN, "password": PASSWORD });
    let step = Client::new(two).call(Method::POST, "/auth/sessions", &password, 200).await;
    let code = verified["recovery_codes"][0].clone();
    let answer = json!({ "challenge_token": step["challenge_token"], "recovery_code": code });
    let session = Client::new(one).call(Method::POST, "/auth/sessions/factor", &answer, 201).await;
    assert_eq!(status_at(three, &client_of(&session)).await, "ok");
    shared.end(programs).await;
}

#[tokio::test]
async fn a_passkey_challenge_from_one_process_signs_in_at_another() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let [one, two, three] = programs.each_ref().map(|program| program.url.as_str());
    let person = shared.admin(one).await;
    let conduct = Conduct { origin: ORIGIN.to_owned(), ..Conduct::default() };

    let begun = json!({ "factor_type": "passkey", "friendly_name": "Laptop" });
    let begun = person.at(one).call(Method::POST, "/auth/factors", &begun, 201).await;
    let factor = format!("/auth/factors/{}", begun["id"].as_str().expect("an id"));
    let (mut passkey, credential) = SoftPasskey::create(&begun["options"], &conduct);
    let answer = json!({ "challenge_id": begun["challenge_id"], "credential": credential });
    person.at(two).call(Method::POST, &format!("{factor}/verifications"), &answer, 200).await;

    let challenge = Client::new(two).call(Method::POST, "/auth/passkeys/challenges", &Value::Null, 201).await;
    let credential = passkey.answer(&challenge["options"], &conduct);
    let answer = json!({ "credential": credential });
    let session = Client::new(three).call(Method::POST, "/auth/sessions/passkey", &answer, 201).await;
    assert_eq!(status_at(one, &client_of(&session)).await, "ok");
    shared.end(programs).await;
}
