//! One valid request for every operation of the document, using data of one user. The role matrix and the test of
//! documented responses send them.

use forum_domain::headshots::ImageKind;
use forum_tests::authenticator::Conduct;
use forum_tests::harness::{Answer, Caller, PASSWORD, Sent, TestApi};
use forum_tests::memory::plain_image;
use forum_tests::wallet::SoftWallet;
use http::Method;
use serde_json::{Value, json};

use super::sign_in_methods::{
    AUTHORIZE, Enrolled, EnrolledPasskey, id_token, link_wallet, linked, passkey_options, returned,
    second_step, signed, signing_credential,
};

/// What [`PASSWORD`] is changed to.
pub const NEW_PASSWORD: &str = "Quiet-Brook-43";

/// A template without edits.
const TEMPLATE: &str = "/admin/email-templates/application_approved";

/// An applicant with one of everything.
pub struct Owner<'a> {
    pub caller: Caller<'a>,
    pub id: String,
    pub application: String,
    /// A photo that no application shows.
    pub headshot: String,
    /// A session other than the caller's.
    session: String,
    refresh_token: String,
    /// The token in the link of another address's sign-up.
    link: String,
    /// A grant to choose a new password for a third address.
    pub grant: String,
    /// The sign-in code of a fourth one.
    code: (String, String),
    /// The id of a mail that was sent.
    mail: String,
    /// A factor of the caller that waits for its first code.
    factor: Enrolled,
    /// The id of a challenge to use it.
    challenge: String,
    /// A fifth address's second step of signing in, as a request.
    second_step: Value,
    /// The credential of a sixth one's passkey.
    credential: Value,
    /// An identity token of a new user and one of the caller's, as requests.
    newcomer: Value,
    identity: Value,
    /// The id of an identity of the caller.
    linked: String,
    /// The authorization code of a new user, as a request.
    returned: Value,
    /// A message that the wallet of a seventh address signed, as a request.
    signed: Value,
}

pub struct Request {
    pub operation: &'static str,
    pub method: Method,
    pub path: String,
    pub body: Content,
    /// `If-Match`
    version: Option<&'static str>,
}

#[derive(Clone)]
pub enum Content {
    Nothing,
    Json(Value),
    Photo,
}

impl From<()> for Content {
    fn from((): ()) -> Self {
        Self::Nothing
    }
}

impl From<Value> for Content {
    fn from(body: Value) -> Self {
        Self::Json(body)
    }
}

impl Request {
    /// The request without its body.
    pub fn sent(&self) -> Sent<'_> {
        let sent = Sent::new(self.method.clone(), &self.path);
        self.version.into_iter().fold(sent, |sent, version| sent.header("if-match", version))
    }

    /// Sends the request as `caller`.
    pub async fn send(&self, caller: &Caller<'_>) -> Answer {
        let sent = self.sent();
        caller
            .send(match &self.body {
                Content::Nothing => sent,
                Content::Json(body) => sent.json(body),
                Content::Photo => sent.photo("me.png", &plain_image(ImageKind::Png, 640, 480)),
            })
            .await
    }
}

impl<'a> Owner<'a> {
    /// Creates an applicant with a photo and an application. `name` distinguishes owners.
    pub async fn new(api: &'a TestApi, name: &str) -> Self {
        let email = format!("owner-{name}@school.example");
        let caller = api.applicant(&email).await;
        let application = caller.apply().await;
        let photo = plain_image(ImageKind::Png, 640, 480);
        let headshot = caller.upload("me.png", &photo).await.expect(201).text_at("/id");

        // It proves the session beside the factor below, which then does not end with that.
        let mut key = EnrolledPasskey::by(&caller).await;
        let credential = key.passkey.answer(&passkey_options(api).await, &Conduct::default());
        let by_key = json!({"credential": credential});
        let other = api.anonymous().post("/api/auth/sessions/passkey", &by_key).await.expect(201);
        let there = api.with_token(&other.text_at("/access_token"));
        let sessions = there.get("/api/auth/sessions").await.expect(200);
        let sessions = sessions.json["items"].as_array().cloned().expect("sessions");
        let current = sessions.iter().find(|session| session["current"] == true).expect("the one that asks");

        let newcomer = format!("newcomer-{name}@school.example");
        let sign_up =
            json!({"email": newcomer, "password": PASSWORD, "first_name": "Ida", "last_name": "Ek"});
        api.anonymous().post("/api/auth/signup", &sign_up).await.expect(202);
        api.run_mail().await;
        let sent = api.inbox().last_to(&newcomer).expect("a mail");
        let (_, link) = sent.content.text.split_once("#token=").expect("a link");
        let grant = recovery_token(api, &format!("forgetful-{name}@school.example")).await;
        let code = sign_in_code(api, &format!("coded-{name}@school.example")).await;
        let id = caller.get("/api/users/me").await.expect(200).text_at("/id");
        let factor = Enrolled::by(&caller).await;
        let challenge = factor.challenge(&caller).await;
        let second_step = second_step(api, &format!("factored-{name}@school.example")).await;
        let credential = signing_credential(api, &format!("keyed-{name}@school.example")).await;
        let newcomer =
            id_token(api, &format!("new-{name}"), Some(&format!("provided-{name}@school.example"))).await;
        let identity = id_token(api, &format!("own-{name}"), None).await;
        let linked = linked(&caller, api, &format!("linked-{name}")).await.text_at("/id");
        let returned =
            returned(api, &format!("back-{name}"), Some(&format!("returned-{name}@school.example"))).await;
        let wallet = SoftWallet::ethereum(name);
        let owner = api.applicant(&format!("walleted-{name}@school.example")).await;
        link_wallet(&owner, api, &wallet).await.expect(201);
        let signed = signed(api, &wallet).await;
        Self {
            caller,
            id,
            application,
            headshot,
            session: current["id"].as_str().expect("an id").to_owned(),
            refresh_token: other.text_at("/refresh_token"),
            link: link.split_whitespace().next().expect("a token").to_owned(),
            grant,
            code,
            mail: sent.id.to_string(),
            factor,
            challenge,
            second_step,
            credential,
            newcomer,
            identity,
            linked,
            returned,
            signed,
        }
    }

    /// The requests, ordered so that none removes what a later one needs.
    pub fn requests(&self) -> Vec<Request> {
        let Self { id, application, headshot, session, refresh_token, link, code, mail, factor, .. } = self;
        let sign_up = json!({"email": "new@school.example", "password": PASSWORD, "first_name": "N",
            "last_name": "W"});
        let resend = json!({"email": "new@school.example", "purpose": "verify_email"});
        let credentials = json!({"email": code.0, "password": PASSWORD});
        let (get, post, put, patch, delete) =
            (Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE);
        let new_address = json!({"email": "new@school.example"});
        let typed = json!({"email": code.0, "code": code.1});
        let reason = || json!({"reason": "A partner school"});
        let texts = || json!({"subject": "Hello {{first_name}}", "html_content": "<p>Hello</p>"});
        vec![
            request("get_health", &get, "/health", ()),
            request("get_readiness", &get, "/ready", ()),
            request("list_keys", &get, "/auth/keys", ()),
            request(
                "report_browser_error",
                &post,
                "/errors",
                json!({"kind": "error", "name": "TypeError", "route": "/apply", "frames": []}),
            ),
            request("sign_up", &post, "/auth/signup", sign_up),
            request("redeem_verification", &post, "/auth/verifications", json!({"token": link})),
            request("resend_verification", &post, "/auth/verifications/resend", resend),
            request("request_recovery", &post, "/auth/recovery", new_address.clone()),
            request(
                "set_recovery_password",
                &put,
                "/auth/recovery/password",
                json!({"password": "Chosen-Meadow-51"}),
            ),
            request("request_sign_in_code", &post, "/auth/codes", new_address),
            request("create_session_by_code", &post, "/auth/sessions/code", typed),
            request("create_session", &post, "/auth/sessions", credentials),
            request(
                "refresh_session",
                &post,
                "/auth/sessions/refresh",
                json!({"refresh_token": refresh_token}),
            ),
            request("create_session_by_factor", &post, "/auth/sessions/factor", self.second_step.clone()),
            request("challenge_passkey", &post, "/auth/passkeys/challenges", ()),
            request(
                "create_session_by_passkey",
                &post,
                "/auth/sessions/passkey",
                json!({"credential": self.credential}),
            ),
            request("list_providers", &get, "/auth/providers", ()),
            request("create_nonce", &post, "/auth/nonces", ()),
            request("create_session_by_id_token", &post, "/auth/sessions/id_token", self.newcomer.clone()),
            request("begin_authorization", &get, AUTHORIZE, ()),
            request("finish_authorization", &get, "/auth/callback?state=x&code=y", ()),
            request("create_session_by_pkce", &post, "/auth/sessions/pkce", self.returned.clone()),
            request("create_wallet_nonce", &post, "/auth/web3/nonces", ()),
            request("create_session_by_wallet", &post, "/auth/sessions/web3", self.signed.clone()),
            request("list_identities", &get, "/users/me/identities", ()),
            request(
                "link_identity",
                &post,
                "/users/me/identities/school",
                json!({"id_token": self.identity["id_token"], "nonce": self.identity["nonce"]}),
            ),
            request("unlink_identity", &delete, format!("/users/me/identities/{}", self.linked), ()),
            request(
                "reauthenticate_session",
                &post,
                "/auth/sessions/reauthentication",
                json!({"password": PASSWORD}),
            ),
            request("list_factors", &get, "/auth/factors", ()),
            request("challenge_factor", &post, format!("/auth/factors/{}/challenges", factor.id), ()),
            request(
                "verify_factor",
                &post,
                format!("/auth/factors/{}/verifications", factor.id),
                json!({"challenge_id": self.challenge, "code": factor.code}),
            ),
            request(
                "rename_factor",
                &patch,
                format!("/auth/factors/{}", factor.id),
                json!({"friendly_name": "My phone"}),
            ),
            request("create_recovery_codes", &post, "/auth/factors/recovery-codes", ()),
            request(
                "enrol_factor",
                &post,
                "/auth/factors",
                json!({"factor_type": "totp", "friendly_name": "Tablet"}),
            ),
            request("remove_factor", &delete, format!("/auth/factors/{}", factor.id), ()),
            request("list_sessions", &get, "/auth/sessions", ()),
            request("end_session", &delete, format!("/auth/sessions/{session}"), ()),
            request("end_sessions", &delete, "/auth/sessions?scope=others", ()),
            request("get_current_user", &get, "/users/me", ()),
            request("get_draft", &get, "/applications/draft", ()),
            request("save_draft", &put, "/applications/draft", draft()),
            request("delete_draft", &delete, "/applications/draft", ()),
            request("submit_application", &post, "/applications", Caller::wizard()),
            request("list_my_applications", &get, "/applications/mine", ()),
            request("get_application", &get, format!("/applications/{application}"), ()),
            request("upload_headshot", &post, "/headshots", Content::Photo),
            request("list_headshots", &get, "/headshots", ()),
            request("delete_headshot", &delete, format!("/headshots/{headshot}"), ()),
            request("list_applications", &get, "/admin/applications", ()),
            request(
                "decide_application",
                &post,
                format!("/admin/applications/{application}/decision"),
                json!({"decision": "rejected"}),
            ),
            // Review: history and export.
            request(
                "get_application_history",
                &get,
                format!("/admin/applications/{application}/history"),
                (),
            ),
            request("export_applications", &get, "/admin/applications/export?status=pending&q=example", ()),
            request("list_users", &get, "/admin/users", ()),
            request("get_user", &get, format!("/admin/users/{id}"), ()),
            request("grant_role", &put, format!("/admin/users/{id}/roles/partner"), reason()),
            request("revoke_role", &delete, format!("/admin/users/{id}/roles/partner"), ()),
            request("disable_user", &post, format!("/admin/users/{id}/disable"), reason()),
            request("enable_user", &post, format!("/admin/users/{id}/enable"), reason()),
            request("stream_events", &get, "/admin/events", ()),
            request("list_audit_events", &get, format!("/admin/audit-events?actor={id}"), ()),
            // Emails:
            request("list_email_templates", &get, "/admin/email-templates", ()),
            request("get_email_template", &get, TEMPLATE, ()),
            request("update_email_template", &put, TEMPLATE, texts()),
            request("preview_email_template", &post, format!("{TEMPLATE}/preview"), texts()),
            request("test_email_template", &post, format!("{TEMPLATE}/test"), texts()),
            request("list_email_messages", &get, "/admin/email-messages?status=sent", ()),
            request("retry_email_message", &post, format!("/admin/email-messages/{mail}/retry"), ()),
            request(
                "update_current_user",
                &patch,
                "/users/me",
                json!({"first_name": "Ann", "last_name": "Lee"}),
            ),
            request(
                "change_email",
                &put,
                "/users/me/email",
                json!({"email": format!("moved-{id}@school.example"),
                    "current_password": PASSWORD}),
            ),
            request(
                "change_password",
                &put,
                "/users/me/password",
                json!({"current_password": PASSWORD, "password": NEW_PASSWORD}),
            ),
            request("export_current_user", &get, "/users/me/export", ()),
            request("delete_current_user", &delete, "/users/me", json!({"current_password": NEW_PASSWORD})),
        ]
    }
}

/// A request for `/api` followed by `path`.
fn request(
    operation: &'static str,
    method: &Method,
    path: impl AsRef<str>,
    body: impl Into<Content>,
) -> Request {
    Request {
        operation,
        method: method.clone(),
        path: format!("/api{}", path.as_ref()),
        body: body.into(),
        version: (operation == "update_email_template").then_some("\"1\""),
    }
}

pub fn draft() -> Value {
    json!({"fields": {"city": " Tam", "date_of_birth": "198", "subjects_taught": [""]}, "step": 2})
}

/// What follows `mark` in the newest mail to an address that has something there. Notices are sent after the mails for which
/// people wait.
pub async fn mailed(api: &TestApi, email: &str, mark: &str) -> String {
    api.run_mail().await;
    let sent = api.inbox().sent();
    let own = sent.iter().rev().filter(|mail| mail.to.eq_ignore_ascii_case(email));
    let mut secrets = own.filter_map(|mail| mail.content.text.split_once(mark)?.1.split_whitespace().next());
    secrets.find(|secret| *secret != "-").expect("a secret").to_owned()
}

/// Creates a user with this address; returns a grant to choose a new password.
pub async fn recovery_token(api: &TestApi, email: &str) -> String {
    api.applicant(email).await;
    recovery_token_of(api, email).await
}

/// Asks for a recovery mail and exchanges its link for a grant.
pub async fn recovery_token_of(api: &TestApi, email: &str) -> String {
    api.anonymous().post("/api/auth/recovery", &json!({"email": email})).await.expect(202);
    let token = mailed(api, email, "/auth/reset#token=").await;
    let granted = api.anonymous().post("/api/auth/verifications", &json!({"token": token})).await.expect(200);
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
    (email.to_owned(), mailed(api, email, "code: ").await)
}

/// What follows `#token=` in the newest mail to an address.
pub async fn link_to(api: &TestApi, email: &str) -> String {
    mailed(api, email, "#token=").await
}
