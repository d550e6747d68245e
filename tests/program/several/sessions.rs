//! Sessions, their revocation, and sign-ins that begin at one process and finish at another.

use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::authenticator::{Conduct, SoftPasskey};
use forum_tests::builders::totp;
use reqwest::Method;
use serde_json::{Value, json};

use super::{ADMIN, ORIGIN, Person, Shared, ask, read};
use crate::client::PASSWORD;

const ANA: &str = "ana@school.example";
const NEXT_PASSWORD: &str = "Saddle-93-orchard";

#[tokio::test]
async fn a_session_opened_at_one_is_used_and_refreshed_at_another_and_ends_at_all() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let [one, two, three] = programs.each_ref().map(|program| program.url.as_str());
    let mut person = shared.admin(one).await;
    for url in [two, three] {
        assert_eq!(person.status_at(url).await, "ok");
    }
    let refresh = json!({ "refresh_token": person.refresh });
    person =
        Person::of(&read(ask(Method::POST, two, "/auth/sessions/refresh", "", &refresh).await, 200).await);
    assert_eq!(person.status_at(three).await, "ok");
    // The answer was lost, and the client asks another process: the same token again.
    let again =
        Person::of(&read(ask(Method::POST, three, "/auth/sessions/refresh", "", &refresh).await, 200).await);
    assert_eq!(again.refresh, person.refresh);

    read(person.asks(Method::DELETE, three, "/auth/sessions?scope=local", &Value::Null).await, 204).await;
    for url in [one, two, three] {
        assert_eq!(person.status_at(url).await, "session_revoked");
    }
    shared.end(programs).await;
}

#[tokio::test]
async fn a_new_password_another_role_and_a_disabled_account_are_felt_everywhere_at_the_next_request() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let [one, two, three] = programs.each_ref().map(|program| program.url.as_str());
    let admin = shared.admin(one).await;
    let ana = shared.applicant(two, ANA).await;
    let elsewhere = Person::signs_in(three, ANA, PASSWORD).await;
    assert_eq!([ana.status_at(three).await, elsewhere.status_at(two).await], ["ok", "ok"]);

    let change = json!({ "current_password": PASSWORD, "password": NEXT_PASSWORD });
    read(ana.asks(Method::PUT, one, "/users/me/password", &change).await, 204).await;
    assert_eq!([ana.status_at(two).await, elsewhere.status_at(two).await], ["ok", "session_revoked"]);

    let me = read(ana.asks(Method::GET, two, "/users/me", &Value::Null).await, 200).await;
    let path = format!("/admin/users/{}", me["id"].as_str().expect("an id"));
    let queue = "/admin/applications";
    read(ana.asks(Method::GET, three, queue, &Value::Null).await, 403).await;
    // Granting ends no session; the role counts at the next request, at any process.
    let (role, why) = (format!("{path}/roles/admin"), json!({ "reason": "a colleague" }));
    read(admin.asks(Method::PUT, two, &role, &why).await, 200).await;
    read(ana.asks(Method::GET, three, queue, &Value::Null).await, 200).await;
    read(admin.asks(Method::DELETE, three, &format!("{role}?reason=left"), &Value::Null).await, 204).await;
    for url in [one, two] {
        read(ana.asks(Method::GET, url, queue, &Value::Null).await, 403).await;
    }

    let why = json!({ "reason": "asked for it" });
    read(admin.asks(Method::POST, three, &format!("{path}/disable"), &why).await, 204).await;
    for url in [one, two, three] {
        assert_eq!(ana.status_at(url).await, "session_revoked");
    }
    shared.end(programs).await;
}

#[tokio::test]
async fn second_factors_begun_at_one_process_are_finished_at_another() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let [one, two, three] = programs.each_ref().map(|program| program.url.as_str());
    let person = shared.admin(one).await;
    let code = |secret: &Value| totp(secret.as_str().expect("a secret"), SystemClock.now());

    let app =
        read(person.asks(Method::POST, one, "/auth/factors", &json!({ "factor_type": "totp" })).await, 201)
            .await;
    let factor = format!("/auth/factors/{}", app["id"].as_str().expect("an id"));
    let challenge = person.asks(Method::POST, two, &format!("{factor}/challenges"), &Value::Null).await;
    let challenge = read(challenge, 201).await;
    let answer = json!({ "challenge_id": challenge["id"], "code": code(&app["secret"]) });
    let verified = person.asks(Method::POST, three, &format!("{factor}/verifications"), &answer).await;
    let verified = read(verified, 200).await;

    // The second step takes a recovery code: the app's own is used up for this half minute.
    let password = json!({ "email": ADMIN, "password": PASSWORD });
    let step = read(ask(Method::POST, two, "/auth/sessions", "", &password).await, 200).await;
    let code = verified["recovery_codes"][0].clone();
    let answer = json!({ "challenge_token": step["challenge_token"], "recovery_code": code });
    let session = read(ask(Method::POST, one, "/auth/sessions/factor", "", &answer).await, 201).await;
    assert_eq!(Person::of(&session).status_at(three).await, "ok");
    shared.end(programs).await;
}

#[tokio::test]
async fn a_passkey_challenge_of_one_process_signs_in_at_another() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let [one, two, three] = programs.each_ref().map(|program| program.url.as_str());
    let person = shared.admin(one).await;
    let conduct = Conduct { origin: ORIGIN.to_owned(), ..Conduct::default() };

    let begun = json!({ "factor_type": "passkey", "friendly_name": "Laptop" });
    let begun = read(person.asks(Method::POST, one, "/auth/factors", &begun).await, 201).await;
    let factor = format!("/auth/factors/{}", begun["id"].as_str().expect("an id"));
    let (mut passkey, credential) = SoftPasskey::create(&begun["options"], &conduct);
    let answer = json!({ "challenge_id": begun["challenge_id"], "credential": credential });
    read(person.asks(Method::POST, two, &format!("{factor}/verifications"), &answer).await, 200).await;

    let asked = read(ask(Method::POST, two, "/auth/passkeys/challenges", "", &Value::Null).await, 201).await;
    let credential = passkey.answer(&asked["options"], &conduct);
    let session =
        ask(Method::POST, three, "/auth/sessions/passkey", "", &json!({ "credential": credential })).await;
    let session = read(session, 201).await;
    assert_eq!(Person::of(&session).status_at(one).await, "ok");
    shared.end(programs).await;
}
