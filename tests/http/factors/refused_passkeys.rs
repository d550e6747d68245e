//! Credentials of passkeys that are refused: nonconforming, copied, repeated, late, or of another account.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use forum_tests::authenticator::{Conduct, SoftPasskey};
use forum_tests::harness::{Ports, TestApi};
use serde_json::{Value, json};
use time::Duration;

use super::passkeys::{conforming, second_step, sign_in, with_passkey};
use crate::support::requests::{disable, with_readback};
use crate::support::sign_in_methods::{Enrolled, begin_passkey, passkey_options, verify_passkey};

const ANA: &str = "ana@school.example";
const FACTORS: &str = "/api/auth/factors";
const STEP_TWO: &str = "/api/auth/sessions/factor";
const BY_PASSKEY: &str = "/api/auth/sessions/passkey";
const REAUTHENTICATE: &str = "/api/auth/sessions/reauthentication";
const INVALID: &str = "credential_invalid";

/// Single deviations from the standard, for both ceremonies.
fn deviations() -> Vec<(&'static str, Conduct)> {
    let origin = |origin: &str| Conduct { origin: origin.to_owned(), ..conforming() };
    vec![
        ("another site", origin("https://forum.example.evil.example")),
        ("a subdomain", origin("https://www.forum.example")),
        ("another port", origin("https://forum.example:8443")),
        ("no TLS", origin("http://forum.example")),
        ("another challenge", Conduct { challenge: Some("A".repeat(43)), ..conforming() }),
        ("another ceremony", Conduct { kind: Some("payment.get"), ..conforming() }),
        ("a key of another site", Conduct { site: Some("evil.example"), ..conforming() }),
        ("no user verification", Conduct { verifies: false, ..conforming() }),
        ("a frame of another site", Conduct { framed: true, ..conforming() }),
    ]
}

#[tokio::test]
async fn a_nonconforming_credential_creates_no_passkey() {
    let api = TestApi::new().await;
    let ana = api.applicant(ANA).await;
    for (what, conduct) in deviations() {
        let begun = begin_passkey(&ana).await;
        let (_, credential) = SoftPasskey::create(&begun.json["options"], &conduct);
        let id = begun.text_at("/id");
        let answered = verify_passkey(&ana, &id, &begun.text_at("/challenge_id"), &credential).await;
        assert_eq!((answered.status, answered.code()), (401, INVALID), "{what}");
    }
    let listed = ana.get(FACTORS).await.expect(200);
    assert_eq!(listed.text_at("/items/0/status"), "unverified");
}

#[tokio::test]
async fn a_nonconforming_credential_does_not_sign_in() {
    let api = TestApi::new().await;
    let (_, mut enrolled) = with_passkey(&api, ANA).await;
    let forged = Conduct { forged: true, ..conforming() };
    let anonymous = Conduct { with_user_handle: false, ..conforming() };
    for (what, conduct) in deviations().into_iter().chain([("a signature", forged), ("no user", anonymous)]) {
        let credential = enrolled.passkey.answer(&passkey_options(&api).await, &conduct);
        let answered = sign_in(&api, &credential).await;
        assert_eq!((answered.status, answered.code()), (401, INVALID), "{what}");
    }
    let credential = enrolled.passkey.answer(&passkey_options(&api).await, &conforming());
    // Missing and changed members.
    for part in ["clientDataJSON", "authenticatorData", "signature", "userHandle"] {
        for changed in [Value::Null, json!(""), json!("AAAA"), json!(7)] {
            let mut credential = credential.clone();
            credential["response"][part] = changed;
            sign_in(&api, &credential).await.problem(401, INVALID);
        }
    }
    sign_in(&api, &json!({})).await.problem(401, INVALID);
    let crowded: serde_json::Map<String, Value> = (0..25).map(|at| (at.to_string(), json!(1))).collect();
    for (shape, code) in [(json!("text"), "invalid_type"), (crowded.into(), "too_many")] {
        let answered = api.anonymous().post(BY_PASSKEY, &json!({"credential": shape})).await;
        assert_eq!(
            (answered.text_at("/errors/0/field"), answered.text_at("/errors/0/code")),
            ("/credential".into(), code.into())
        );
        answered.problem(422, "validation_failed");
    }
}

#[tokio::test]
async fn a_copied_passkey_is_refused() {
    let api = TestApi::new().await;
    let (_, mut enrolled) = with_passkey(&api, ANA).await;
    let mut copy = enrolled.passkey.clone();
    let own = enrolled.passkey.answer(&passkey_options(&api).await, &conforming());
    sign_in(&api, &own).await.expect(201);
    // Both have the same signature counter.
    let copied = copy.answer(&passkey_options(&api).await, &conforming());
    sign_in(&api, &copied).await.problem(401, INVALID);
    let own = enrolled.passkey.answer(&passkey_options(&api).await, &conforming());
    sign_in(&api, &own).await.expect(201);
}

#[tokio::test]
async fn a_challenge_is_answered_once_and_within_five_minutes() {
    let api = TestApi::new().await;
    let (_, mut enrolled) = with_passkey(&api, ANA).await;
    let options = passkey_options(&api).await;
    sign_in(&api, &enrolled.passkey.answer(&options, &conforming())).await.expect(201);
    sign_in(&api, &enrolled.passkey.answer(&options, &conforming())).await.problem(401, INVALID);
    for (wait, status) in [(Duration::seconds(299), 201), (Duration::seconds(300), 401)] {
        let options = passkey_options(&api).await;
        api.clock().advance(wait);
        sign_in(&api, &enrolled.passkey.answer(&options, &conforming())).await.expect(status);
    }
}

#[tokio::test]
async fn a_passkey_is_refused_for_another_account_and_after_its_removal() {
    let api = TestApi::new().await;
    let (ana, mut anas) = with_passkey(&api, ANA).await;
    let (bo, bos) = with_passkey(&api, "bo@school.example").await;
    // Ana's passkey that claims to be Bo's.
    let mut lying = anas.passkey.clone();
    for owner in [bos.passkey.user.clone(), BASE64URL.encode([7; 16])] {
        lying.user = owner;
        sign_in(&api, &lying.answer(&passkey_options(&api).await, &conforming())).await.problem(401, INVALID);
    }
    // Ana's passkey with a challenge for Bo's factor.
    let asked = bos.challenge(&bo).await;
    let credential = anas.passkey.answer(&asked.json["options"], &conforming());
    verify_passkey(&bo, &bos.id, &asked.text_at("/id"), &credential).await.problem(401, INVALID);
    api.clock().advance(Duration::SECOND);
    ana.delete(&format!("{FACTORS}/{}", anas.id)).await.expect(204);
    let credential = anas.passkey.answer(&passkey_options(&api).await, &conforming());
    sign_in(&api, &credential).await.problem(401, INVALID);
}

#[tokio::test]
async fn refused_credentials_do_not_count_as_wrong_codes() {
    let api = TestApi::new().await;
    let (ana, mut enrolled) = with_passkey(&api, ANA).await;
    let app = Enrolled::by(&ana).await;
    app.verify(&ana).await.expect(200);
    for _ in 0..11 {
        ana.post(REAUTHENTICATE, &json!({"credential": {}})).await.problem(401, INVALID);
    }
    for _ in 0..10 {
        let wrong = json!({"factor_id": app.id, "code": "000000"});
        ana.post(REAUTHENTICATE, &wrong).await.problem(401, "code_invalid");
    }
    // An attacker who exhausts the attempts for codes does not lock out the owner of a passkey.
    ana.post(REAUTHENTICATE, &json!({"factor_id": app.id, "code": "000000"}))
        .await
        .problem(429, "rate_limited");
    let asked = second_step(&api).await;
    let credential = enrolled.passkey.answer(&asked.json["options"], &conforming());
    let answer = json!({"challenge_token": asked.text_at("/challenge_token"), "credential": credential});
    api.anonymous().post(STEP_TWO, &answer).await.expect(201);
}

#[tokio::test]
async fn a_disabled_account_is_revealed_only_for_a_valid_passkey() {
    let (api, readback) = with_readback(Ports::new().await);
    let (ana, mut enrolled) = with_passkey(&api, ANA).await;
    disable(&readback, &ana).await;
    let forged = Conduct { forged: true, ..conforming() };
    let credential = enrolled.passkey.answer(&passkey_options(&api).await, &forged);
    sign_in(&api, &credential).await.problem(401, INVALID);
    let credential = enrolled.passkey.answer(&passkey_options(&api).await, &conforming());
    sign_in(&api, &credential).await.problem(403, "account_disabled");
}
