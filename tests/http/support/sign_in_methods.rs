//! Secrets in mails, and sign-in methods other than the password: authenticator apps, passkeys, providers, wallets.

use std::collections::HashMap;

use forum_tests::authenticator::{Conduct, SoftPasskey};
use forum_tests::builders::totp;
use forum_tests::harness::{Answer, Caller, PASSWORD, TestApi};
use forum_tests::memory::SentMail;
use forum_tests::wallet::SoftWallet;
use serde_json::{Value, json};
use time::Duration;

#[derive(Clone)]
pub struct Enrolled {
    pub id: String,
    /// In base32.
    pub secret: String,
    pub code: String,
}

impl Enrolled {
    pub async fn by(caller: &Caller) -> Self {
        let enrolled = caller.post("/api/auth/factors", &json!({"factor_type": "totp"})).await.expect(201);
        let secret = enrolled.text_at("/secret");
        Self { id: enrolled.text_at("/id"), code: totp(&secret, caller.now()), secret }
    }

    /// Creates a challenge to use it; returns the challenge's id.
    pub async fn challenge(&self, caller: &Caller) -> String {
        let path = format!("/api/auth/factors/{}/challenges", self.id);
        caller.call(&path).await.expect(201).text_at("/id")
    }

    /// Answers a challenge with the current code.
    pub async fn verify(&self, caller: &Caller) -> Answer {
        let challenge = self.challenge(caller).await;
        self.answer(caller, &challenge, &totp(&self.secret, caller.now())).await
    }

    pub async fn answer(&self, caller: &Caller, challenge: &str, code: &str) -> Answer {
        let path = format!("/api/auth/factors/{}/verifications", self.id);
        caller.post(&path, &json!({"challenge_id": challenge, "code": code})).await
    }
}

/// A user with a verified app, one time step after its first code.
pub async fn with_app(api: &TestApi, email: &str) -> (Caller, Enrolled, Vec<String>) {
    let caller = api.applicant(email).await;
    let app = Enrolled::by(&caller).await;
    let verified = app.verify(&caller).await.expect(200);
    let codes = verified.json["recovery_codes"].as_array().expect("recovery codes");
    let codes = codes.iter().map(|code| code.as_str().expect("a string").to_owned()).collect();
    api.clock().advance(Duration::seconds(30));
    (caller, app, codes)
}

pub fn code_now(api: &TestApi, app: &Enrolled) -> String {
    totp(&app.secret, api.now())
}

/// A request to sign in with an identity token of the provider `school`, for this subject.
pub async fn id_token(api: &TestApi, subject: &str, email: Option<&str>) -> Value {
    let nonce = api.anonymous().call("/api/auth/nonces").await.expect(201);
    let nonce = nonce.text_at("/nonce");
    let claims =
        json!({"sub": subject, "nonce": nonce, "email": email, "given_name": "Ina", "family_name": "Ek"});
    json!({"provider": "school", "id_token": claims.to_string(), "nonce": nonce})
}

pub async fn linked(caller: &Caller, api: &TestApi, subject: &str) -> Answer {
    let token = id_token(api, subject, None).await;
    caller.post("/api/users/me/identities", &token).await.expect(201)
}

/// The verifier of RFC 7636, appendix B.
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/// The redirect to the provider `school` with the challenge of [`VERIFIER`].
pub const AUTHORIZE: &str = "/auth/authorize?provider=school&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256";

/// Requests the redirect to the provider `school`; returns its parameters by name.
pub async fn begin_flow(api: &TestApi) -> HashMap<String, String> {
    let left = api.anonymous().get(&format!("/api{AUTHORIZE}")).await.expect(303);
    let (_, query) = left.header("location").split_once('?').expect("a query");
    let pair = |pair: &str| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    query.split('&').map(|text| pair(text).expect("a pair")).collect()
}

/// The provider's code for a user with these parameters, as a parameter.
pub fn provider_code(request: &HashMap<String, String>, subject: &str, email: Option<&str>) -> String {
    let code = json!({"sub": subject, "nonce": request["nonce"], "challenge": request["code_challenge"],
        "email": email, "given_name": "Ina", "family_name": "Ek"});
    form_urlencoded(&code.to_string())
}

fn form_urlencoded(text: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(escaped).collect()
}

/// The fragment of the page to which the callback with these parameters redirects.
pub async fn finish_flow(api: &TestApi, query: &str) -> String {
    let back = api.anonymous().get(&format!("/api/auth/callback?{query}")).await.expect(303);
    let fragment = back.header("location").strip_prefix("/auth/finish#").expect("the page");
    fragment.to_owned()
}

/// A request to sign in as this subject after coming back from the provider `school`.
pub async fn returned(api: &TestApi, subject: &str, email: Option<&str>) -> Value {
    let request = begin_flow(api).await;
    let code = provider_code(&request, subject, email);
    let fragment = finish_flow(api, &format!("state={}&code={code}", request["state"])).await;
    json!({"auth_code": fragment.strip_prefix("code=").expect("a code"), "code_verifier": VERIFIER})
}

pub async fn signed(api: &TestApi, wallet: &SoftWallet) -> Value {
    let nonce = api.anonymous().call("/api/auth/web3/nonces").await.expect(201);
    wallet.request(&wallet.message(&nonce.text_at("/nonce"), api.now()))
}

pub async fn link_wallet(caller: &Caller, api: &TestApi, wallet: &SoftWallet) -> Answer {
    let mut proof = signed(api, wallet).await;
    let object = proof.as_object_mut().expect("an object");
    let chain = object.remove("chain").expect("a chain");
    object.insert("provider".to_owned(), chain);
    caller.post("/api/users/me/identities", &proof).await
}

pub struct EnrolledPasskey {
    pub id: String,
    pub passkey: SoftPasskey,
}

impl EnrolledPasskey {
    pub async fn by(caller: &Caller) -> Self {
        let begun = begin_passkey(caller).await;
        let (passkey, credential) = SoftPasskey::create(&begun.json["options"], &Conduct::default());
        let id = begun.text_at("/id");
        verify_passkey(caller, &id, &begun.text_at("/challenge_id"), &credential).await.expect(200);
        Self { id, passkey }
    }

    /// Creates a challenge to use it.
    pub async fn challenge(&self, caller: &Caller) -> Answer {
        let path = format!("/api/auth/factors/{}/challenges", self.id);
        caller.call(&path).await.expect(201)
    }
}

pub async fn begin_passkey(caller: &Caller) -> Answer {
    caller.post("/api/auth/factors", &json!({"factor_type": "passkey"})).await.expect(201)
}

pub async fn verify_passkey(caller: &Caller, id: &str, challenge: &str, credential: &Value) -> Answer {
    let path = format!("/api/auth/factors/{id}/verifications");
    caller.post(&path, &json!({"challenge_id": challenge, "credential": credential})).await
}

/// The options of a challenge that any passkey may answer.
pub async fn passkey_options(api: &TestApi) -> Value {
    api.anonymous().call("/api/auth/passkeys/challenges").await.expect(201).json["options"].clone()
}

/// Creates a user with a passkey; returns a credential that signs in.
pub async fn signing_credential(api: &TestApi, email: &str) -> Value {
    let mut enrolled = EnrolledPasskey::by(&api.applicant(email).await).await;
    enrolled.passkey.answer(&passkey_options(api).await, &Conduct::default())
}

/// Creates a user with a verified factor; returns a request that finishes signing in.
pub async fn second_step(api: &TestApi, email: &str) -> Value {
    let caller = api.applicant(email).await;
    let factor = Enrolled::by(&caller).await;
    factor.verify(&caller).await.expect(200);
    // A code is accepted once.
    let later = caller.now() + Duration::seconds(30);
    json!({"challenge_token": challenge_token(api, email).await, "factor_id": factor.id,
        "code": totp(&factor.secret, later)})
}

/// The challenge token that an address with a factor gets for its password.
pub async fn challenge_token(api: &TestApi, email: &str) -> String {
    let credentials = json!({"email": email, "password": PASSWORD});
    let asked = api.anonymous().post("/api/auth/sessions", &credentials).await.expect(200);
    assert_eq!(
        (asked.text_at("/status").as_str(), &asked.json["expires_in"]),
        ("factor_required", &json!(300))
    );
    asked.text_at("/challenge_token")
}

/// The secret in the newest mail to an address that contains one. Notices contain none.
async fn newest(api: &TestApi, email: &str, secret: fn(&SentMail) -> Option<&str>) -> String {
    api.run_mail().await;
    let sent = api.inbox().sent();
    let mut own = sent.iter().rev().filter(|mail| mail.to.eq_ignore_ascii_case(email));
    own.find_map(secret).expect("a secret").to_owned()
}

/// The token of the newest link mailed to an address.
pub async fn link_to(api: &TestApi, email: &str) -> String {
    newest(api, email, SentMail::token).await
}

/// The newest code mailed to an address.
pub async fn code_to(api: &TestApi, email: &str) -> String {
    newest(api, email, SentMail::code).await
}

/// Creates a user with this address; returns a grant to choose a new password.
pub async fn recovery_token(api: &TestApi, email: &str) -> String {
    api.applicant(email).await;
    recovery_token_of(api, email).await
}

/// Asks for a recovery mail and exchanges its link for a grant.
pub async fn recovery_token_of(api: &TestApi, email: &str) -> String {
    api.anonymous().post("/api/auth/recovery", &json!({"email": email})).await.expect(202);
    let granted = api.redeem(&link_to(api, email).await).await.expect(200);
    assert_eq!(
        (granted.text_at("/purpose").as_str(), &granted.json["expires_in"]),
        ("recovery", &json!(600))
    );
    granted.text_at("/recovery_token")
}

/// Creates a user with this address; returns the address and a sign-in code.
pub async fn sign_in_code(api: &TestApi, email: &str) -> (String, String) {
    api.applicant(email).await;
    code_of(api, email).await
}

/// Asks for a sign-in code; returns the address and the code.
pub async fn code_of(api: &TestApi, email: &str) -> (String, String) {
    api.anonymous().post("/api/auth/codes", &json!({"email": email})).await.expect(202);
    (email.to_owned(), code_to(api, email).await)
}
