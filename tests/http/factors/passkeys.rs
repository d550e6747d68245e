//! Passkeys over HTTP: enrolment, sign-in, re-authentication, and credentials that are refused because they are
//! nonconforming, copied, repeated, late, or of another account.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use forum_domain::accounts::FACTORS_MAX;
use forum_domain::mail::MailKind;
use forum_tests::authenticator::{Conduct, SoftPasskey};
use forum_tests::harness::{Answer, Caller, PASSWORD, Sent, TestApi};
use http::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::sign_in_methods::{
    Enrolled, EnrolledPasskey, begin_passkey, passkey_options, verify_passkey,
};

const ANA: &str = "ana@school.example";
const FACTORS: &str = "/api/auth/factors";
const SESSIONS: &str = "/api/auth/sessions";
const STEP_TWO: &str = "/api/auth/sessions/factor";
const BY_PASSKEY: &str = "/api/auth/sessions/passkey";
const REAUTHENTICATE: &str = "/api/auth/sessions/reauthentication";
const INVALID: &str = "credential_invalid";

fn conforming() -> Conduct {
    Conduct::default()
}

async fn with_passkey(api: &TestApi, email: &str) -> (Caller, EnrolledPasskey) {
    let caller = api.applicant(email).await;
    let enrolled = EnrolledPasskey::by(&caller).await;
    (caller, enrolled)
}

async fn sign_in(api: &TestApi, credential: &Value) -> Answer {
    api.anonymous().post(BY_PASSKEY, &json!({"credential": credential})).await
}

/// The id of a passkey as options name it.
fn asked_for(enrolled: &EnrolledPasskey) -> Value {
    json!(BASE64URL.encode(&enrolled.passkey.id))
}

async fn second_step(api: &TestApi) -> Answer {
    api.anonymous().post(SESSIONS, &json!({"email": ANA, "password": PASSWORD})).await.expect(200)
}

#[tokio::test]
async fn verifying_the_first_passkey_returns_ten_recovery_codes() {
    let (api, ana) = TestApi::with_applicant().await;
    let me = ana.get("/api/users/me").await.text_at("/id");
    let begun = begin_passkey(&ana).await;
    let options = &begun.json["options"];
    assert_eq!(options["rp"], json!({"id": "forum.example", "name": "Educators Forum"}));
    assert_eq!((&options["user"]["name"], &options["attestation"]), (&json!(ANA), &json!("none")));
    let selection = &options["authenticatorSelection"];
    assert_eq!(
        (&selection["residentKey"], &selection["requireResidentKey"], &selection["userVerification"]),
        (&json!("required"), &json!(true), &json!("required"))
    );
    let listed = ana.get(FACTORS).await.expect(200);
    assert_eq!(listed.each("friendly_name"), ["Passkey"]);
    assert_eq!(listed.each("status"), ["unverified"]);
    let (passkey, credential) = SoftPasskey::create(options, &conforming());
    // An unverified passkey is not asked for.
    api.anonymous().post(SESSIONS, &json!({"email": ANA, "password": PASSWORD})).await.expect(201);
    let id = begun.text_at("/id");
    let session = verify_passkey(&ana, &id, &begun.text_at("/challenge_id"), &credential).await.expect(200);
    assert_eq!((session.text_at("/aal").as_str(), session.methods()), ("aal2", vec!["password", "passkey"]));
    assert_eq!(session.json["recovery_codes"].as_array().map(Vec::len), Some(10));
    assert_eq!(session.text_at("/user/id"), me);
    let listed = ana.get(FACTORS).await.expect(200);
    assert_eq!(listed.each("factor_type"), ["passkey"]);
    assert_eq!(listed.each("status"), ["verified"]);
    api.run_mail().await;
    assert_eq!(api.inbox().last_to(ANA).expect("a notice").kind, MailKind::FactorAdded);

    // Another challenge creates the next passkey.
    let begun = begin_passkey(&ana).await;
    let path = format!("{FACTORS}/{}/challenges", begun.text_at("/id"));
    let again = ana.send(Sent::new(Method::POST, &path)).await.expect(201);
    let (_, credential) = SoftPasskey::create(&again.json["options"], &conforming());
    let verified = verify_passkey(&ana, &begun.text_at("/id"), &again.text_at("/id"), &credential).await;
    assert_eq!(verified.expect(200).json["recovery_codes"], Value::Null);
    // An attestation does not sign in.
    sign_in(&api, &passkey.creation(&again.json["options"], &conforming())).await.problem(401, INVALID);
}

#[tokio::test]
async fn a_passkey_alone_signs_in_with_aal2() {
    let api = TestApi::new().await;
    let (ana, mut enrolled) = with_passkey(&api, ANA).await;
    let options = passkey_options(&api).await;
    assert_eq!(
        (&options["rpId"], &options["userVerification"]),
        (&json!("forum.example"), &json!("required"))
    );
    assert_eq!(options["allowCredentials"], json!([]));
    let session = sign_in(&api, &enrolled.passkey.answer(&options, &conforming())).await.expect(201);
    assert_eq!((session.text_at("/aal").as_str(), session.methods()), ("aal2", vec!["passkey"]));
    assert_eq!(session.text_at("/user/email"), ANA);
    let listed = ana.get(FACTORS).await.expect(200);
    assert!(listed.json["items"][0]["last_used_at"].is_string());
    // The session is fresh and can change factors.
    let again = api.with_token(&session.text_at("/access_token"));
    again.delete(&format!("{FACTORS}/{}", enrolled.id)).await.expect(204);
}

#[tokio::test]
async fn a_passkey_is_a_second_step_after_the_password() {
    let api = TestApi::new().await;
    let (ana, mut enrolled) = with_passkey(&api, ANA).await;
    let other = SoftPasskey::create(&begin_passkey(&ana).await.json["options"], &conforming()).0;
    let asked = second_step(&api).await;
    let choices = json!([{"id": enrolled.id, "factor_type": "passkey", "friendly_name": "Passkey"}]);
    assert_eq!(asked.json["factors"], choices);
    let options = &asked.json["options"];
    let allowed = options["allowCredentials"].as_array().expect("a list");
    assert_eq!((allowed.len(), &allowed[0]["id"]), (1, &asked_for(&enrolled)));
    let token = asked.text_at("/challenge_token");
    let answered = async |credential: Value| {
        api.anonymous().post(STEP_TWO, &json!({"challenge_token": token, "credential": credential})).await
    };
    answered(other.clone().answer(options, &conforming())).await.problem(401, INVALID);
    answered(json!({"no": "credential"})).await.problem(401, INVALID);
    // With allowed credentials, an authenticator need not return the user.
    let quiet = Conduct { with_user_handle: false, ..conforming() };
    let session = answered(enrolled.passkey.answer(options, &quiet)).await.expect(201);
    assert_eq!((session.text_at("/aal").as_str(), session.methods()), ("aal2", vec!["password", "passkey"]));
    answered(enrolled.passkey.answer(options, &conforming())).await.problem(400, "challenge_expired");

    let unclear = json!({"challenge_token": token, "credential": {}, "recovery_code": "aaaaa-aaaaa"});
    api.anonymous().post(STEP_TWO, &unclear).await.problem(422, "validation_failed");
    // An account without a passkey gets no options.
    let bo = api.applicant("bo@school.example").await;
    Enrolled::by(&bo).await.verify(&bo).await.expect(200);
    let credentials = json!({"email": "bo@school.example", "password": PASSWORD});
    let asked = api.anonymous().post(SESSIONS, &credentials).await.expect(200);
    assert_eq!(asked.json["options"], Value::Null);
}

#[tokio::test]
async fn a_passkey_makes_a_session_fresh() {
    let api = TestApi::new().await;
    let (ana, mut enrolled) = with_passkey(&api, ANA).await;
    let path = format!("{FACTORS}/{}", enrolled.id);
    let renames = async || ana.patch(&path, &json!({"friendly_name": "Key"})).await.status;
    api.clock().advance(Duration::minutes(10));
    assert_eq!(renames().await, 403);
    let asked = enrolled.challenge(&ana).await;
    let options = &asked.json["options"];
    let unverified = Conduct { verifies: false, ..conforming() };
    let unverified = json!({"credential": enrolled.passkey.answer(options, &unverified)});
    ana.post(REAUTHENTICATE, &unverified).await.problem(401, INVALID);
    let credential = json!({"credential": enrolled.passkey.answer(options, &conforming())});
    // Another user cannot use it.
    let bo = api.applicant("bo@school.example").await;
    bo.post(REAUTHENTICATE, &credential).await.problem(401, INVALID);
    assert_eq!(renames().await, 403);
    ana.post(REAUTHENTICATE, &credential).await.expect(204);
    assert_eq!(renames().await, 200);
    ana.post(REAUTHENTICATE, &credential).await.problem(401, INVALID);
    // A challenge is single-use, even without a signature counter.
    let (cy, mut uncounted) = with_passkey(&api, "cy@school.example").await;
    uncounted.passkey.counts = false;
    let asked = uncounted.challenge(&cy).await;
    assert_eq!(asked.json["options"]["allowCredentials"][0]["id"], asked_for(&uncounted));
    let credential = uncounted.passkey.answer(&asked.json["options"], &conforming());
    for status in [204, 401] {
        cy.post(REAUTHENTICATE, &json!({"credential": credential})).await.expect(status);
    }
    for _ in 0..2 {
        let credential = uncounted.passkey.answer(&passkey_options(&api).await, &conforming());
        sign_in(&api, &credential).await.expect(201);
    }
    // A challenge to sign in makes no session fresh.
    let asked = second_step(&api).await;
    let credential = enrolled.passkey.answer(&asked.json["options"], &conforming());
    ana.post(REAUTHENTICATE, &json!({"credential": credential})).await.problem(401, INVALID);
    ana.post(REAUTHENTICATE, &json!({"credential": {}, "password": PASSWORD}))
        .await
        .problem(422, "validation_failed");
}

#[tokio::test]
async fn an_unverified_passkey_does_not_reauthenticate() {
    let (_, ana) = TestApi::with_applicant().await;
    let begun = begin_passkey(&ana).await;
    let mut options = begun.json["options"].clone();
    let (mut passkey, created) = SoftPasskey::create(&options, &conforming());
    // One credential with both an attestation and an assertion.
    options["rpId"] = options["rp"]["id"].clone();
    let mut credential = passkey.answer(&options, &conforming());
    for part in ["attestationObject", "clientDataJSON"] {
        credential["response"][part] = created["response"][part].clone();
    }
    ana.post(REAUTHENTICATE, &json!({"credential": credential})).await.problem(401, INVALID);
    assert_eq!(ana.get(FACTORS).await.text_at("/items/0/status"), "unverified");
    verify_passkey(&ana, &begun.text_at("/id"), &begun.text_at("/challenge_id"), &credential)
        .await
        .expect(200);
}

#[tokio::test]
async fn enrolment_options_exclude_existing_passkeys() {
    let api = TestApi::new().await;
    let (ana, first) = with_passkey(&api, ANA).await;
    let begun = begin_passkey(&ana).await;
    let excluded = begun.json["options"]["excludeCredentials"].as_array().expect("a list");
    assert_eq!((excluded.len(), &excluded[0]["id"]), (1, &asked_for(&first)));
    // Creating it again is refused, also for another account.
    let bo = api.applicant("bo@school.example").await;
    for (caller, begun) in [(&ana, begun), (&bo, begin_passkey(&bo).await)] {
        let credential = first.passkey.creation(&begun.json["options"], &conforming());
        let (id, challenge) = (begun.text_at("/id"), begun.text_at("/challenge_id"));
        verify_passkey(caller, &id, &challenge, &credential).await.problem(401, INVALID);
    }
    assert_eq!(bo.get(FACTORS).await.each("status"), ["unverified"]);
    for _ in 1..FACTORS_MAX {
        EnrolledPasskey::by(&ana).await;
    }
    ana.post(FACTORS, &json!({"factor_type": "passkey"})).await.problem(409, "too_many_factors");
}

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
    let (_, ana) = TestApi::with_applicant().await;
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
    let api = TestApi::new().await;
    let (ana, mut enrolled) = with_passkey(&api, ANA).await;
    ana.disable().await;
    let forged = Conduct { forged: true, ..conforming() };
    let credential = enrolled.passkey.answer(&passkey_options(&api).await, &forged);
    sign_in(&api, &credential).await.problem(401, INVALID);
    let credential = enrolled.passkey.answer(&passkey_options(&api).await, &conforming());
    sign_in(&api, &credential).await.problem(403, "account_disabled");
}
