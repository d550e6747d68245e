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

/// A template that nobody has edited.
const TEMPLATE: &str = "/admin/email-templates/application_approved";

/// An applicant with one of everything.
pub struct Owner<'a> {
    pub caller: Caller<'a>,
    /// The id of the user.
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
    /// An identity token of somebody new and one of the caller's, as requests.
    newcomer: Value,
    identity: Value,
    /// The id of an identity of the caller.
    linked: String,
    /// What somebody new brought back from a provider, as a request.
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
        let none = || Content::Nothing;
        let sign_up = json!({"email": "new@school.example", "password": PASSWORD, "first_name": "N",
            "last_name": "W"});
        let resend = json!({"email": "new@school.example", "purpose": "verify_email"});
        let credentials = json!({"email": code.0, "password": PASSWORD});
        let (get, post, put, patch, delete) =
            (Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE);
        let new_address = json!({"email": "new@school.example"});
        let typed = json!({"email": code.0, "code": code.1});
        let reason = || Content::Json(json!({"reason": "A partner school"}));
        let texts =
            || Content::Json(json!({"subject": "Hello {{first_name}}", "html_content": "<p>Hello</p>"}));
        let rows = [
            ("get_health", &get, "/health".to_owned(), none()),
            ("get_readiness", &get, "/ready".to_owned(), none()),
            ("list_keys", &get, "/auth/keys".to_owned(), none()),
            (
                "report_browser_error",
                &post,
                "/errors".to_owned(),
                Content::Json(json!({"kind": "error", "name": "TypeError", "route": "/apply", "frames": []})),
            ),
            ("sign_up", &post, "/auth/signup".to_owned(), Content::Json(sign_up)),
            (
                "redeem_verification",
                &post,
                "/auth/verifications".to_owned(),
                Content::Json(json!({"token": link})),
            ),
            ("resend_verification", &post, "/auth/verifications/resend".to_owned(), Content::Json(resend)),
            ("request_recovery", &post, "/auth/recovery".to_owned(), Content::Json(new_address.clone())),
            (
                "set_recovery_password",
                &put,
                "/auth/recovery/password".to_owned(),
                Content::Json(json!({"password": "Chosen-Meadow-51"})),
            ),
            ("request_sign_in_code", &post, "/auth/codes".to_owned(), Content::Json(new_address)),
            ("create_session_by_code", &post, "/auth/sessions/code".to_owned(), Content::Json(typed)),
            ("create_session", &post, "/auth/sessions".to_owned(), Content::Json(credentials)),
            (
                "refresh_session",
                &post,
                "/auth/sessions/refresh".to_owned(),
                Content::Json(json!({"refresh_token": refresh_token})),
            ),
            (
                "create_session_by_factor",
                &post,
                "/auth/sessions/factor".to_owned(),
                Content::Json(self.second_step.clone()),
            ),
            ("challenge_passkey", &post, "/auth/passkeys/challenges".to_owned(), none()),
            (
                "create_session_by_passkey",
                &post,
                "/auth/sessions/passkey".to_owned(),
                Content::Json(json!({"credential": self.credential})),
            ),
            ("list_providers", &get, "/auth/providers".to_owned(), none()),
            ("create_nonce", &post, "/auth/nonces".to_owned(), none()),
            (
                "create_session_by_id_token",
                &post,
                "/auth/sessions/id_token".to_owned(),
                Content::Json(self.newcomer.clone()),
            ),
            ("begin_authorization", &get, AUTHORIZE.to_owned(), none()),
            ("finish_authorization", &get, "/auth/callback?state=x&code=y".to_owned(), none()),
            (
                "create_session_by_pkce",
                &post,
                "/auth/sessions/pkce".to_owned(),
                Content::Json(self.returned.clone()),
            ),
            ("create_wallet_nonce", &post, "/auth/web3/nonces".to_owned(), none()),
            (
                "create_session_by_wallet",
                &post,
                "/auth/sessions/web3".to_owned(),
                Content::Json(self.signed.clone()),
            ),
            ("list_identities", &get, "/users/me/identities".to_owned(), none()),
            (
                "link_identity",
                &post,
                "/users/me/identities/school".to_owned(),
                Content::Json(
                    json!({"id_token": self.identity["id_token"], "nonce": self.identity["nonce"]}),
                ),
            ),
            ("unlink_identity", &delete, format!("/users/me/identities/{}", self.linked), none()),
            (
                "reauthenticate_session",
                &post,
                "/auth/sessions/reauthentication".to_owned(),
                Content::Json(json!({"password": PASSWORD})),
            ),
            ("list_factors", &get, "/auth/factors".to_owned(), none()),
            ("challenge_factor", &post, format!("/auth/factors/{}/challenges", factor.id), none()),
            (
                "verify_factor",
                &post,
                format!("/auth/factors/{}/verifications", factor.id),
                Content::Json(json!({"challenge_id": self.challenge, "code": factor.code})),
            ),
            (
                "rename_factor",
                &patch,
                format!("/auth/factors/{}", factor.id),
                Content::Json(json!({"friendly_name": "My phone"})),
            ),
            ("create_recovery_codes", &post, "/auth/factors/recovery-codes".to_owned(), none()),
            (
                "enrol_factor",
                &post,
                "/auth/factors".to_owned(),
                Content::Json(json!({"factor_type": "totp", "friendly_name": "Tablet"})),
            ),
            ("remove_factor", &delete, format!("/auth/factors/{}", factor.id), none()),
            ("list_sessions", &get, "/auth/sessions".to_owned(), none()),
            ("end_session", &delete, format!("/auth/sessions/{session}"), none()),
            ("end_sessions", &delete, "/auth/sessions?scope=others".to_owned(), none()),
            ("get_current_user", &get, "/users/me".to_owned(), none()),
            ("get_draft", &get, "/applications/draft".to_owned(), none()),
            ("save_draft", &put, "/applications/draft".to_owned(), Content::Json(draft())),
            ("delete_draft", &delete, "/applications/draft".to_owned(), none()),
            ("submit_application", &post, "/applications".to_owned(), Content::Json(Caller::wizard())),
            ("list_my_applications", &get, "/applications/mine".to_owned(), none()),
            ("get_application", &get, format!("/applications/{application}"), none()),
            ("upload_headshot", &post, "/headshots".to_owned(), Content::Photo),
            ("list_headshots", &get, "/headshots".to_owned(), none()),
            ("delete_headshot", &delete, format!("/headshots/{headshot}"), none()),
            ("list_applications", &get, "/admin/applications".to_owned(), none()),
            (
                "decide_application",
                &post,
                format!("/admin/applications/{application}/decision"),
                Content::Json(json!({"decision": "rejected"})),
            ),
            // Review: history and export.
            ("get_application_history", &get, format!("/admin/applications/{application}/history"), none()),
            (
                "export_applications",
                &get,
                "/admin/applications/export?status=pending&q=example".to_owned(),
                none(),
            ),
            ("list_users", &get, "/admin/users".to_owned(), none()),
            ("get_user", &get, format!("/admin/users/{id}"), none()),
            ("grant_role", &put, format!("/admin/users/{id}/roles/partner"), reason()),
            ("revoke_role", &delete, format!("/admin/users/{id}/roles/partner"), none()),
            ("disable_user", &post, format!("/admin/users/{id}/disable"), reason()),
            ("enable_user", &post, format!("/admin/users/{id}/enable"), reason()),
            ("stream_events", &get, "/admin/events".to_owned(), none()),
            ("list_audit_events", &get, format!("/admin/audit-events?actor={id}"), none()),
            // Emails:
            ("list_email_templates", &get, "/admin/email-templates".to_owned(), none()),
            ("get_email_template", &get, TEMPLATE.to_owned(), none()),
            ("update_email_template", &put, TEMPLATE.to_owned(), texts()),
            ("preview_email_template", &post, format!("{TEMPLATE}/preview"), texts()),
            ("test_email_template", &post, format!("{TEMPLATE}/test"), texts()),
            ("list_email_messages", &get, "/admin/email-messages?status=sent".to_owned(), none()),
            ("retry_email_message", &post, format!("/admin/email-messages/{mail}/retry"), none()),
            (
                "update_current_user",
                &patch,
                "/users/me".to_owned(),
                Content::Json(json!({"first_name": "Ann", "last_name": "Lee"})),
            ),
            (
                "change_email",
                &put,
                "/users/me/email".to_owned(),
                Content::Json(json!({"email": format!("moved-{id}@school.example"),
                    "current_password": PASSWORD})),
            ),
            (
                "change_password",
                &put,
                "/users/me/password".to_owned(),
                Content::Json(json!({"current_password": PASSWORD, "password": NEW_PASSWORD})),
            ),
            ("export_current_user", &get, "/users/me/export".to_owned(), none()),
            (
                "delete_current_user",
                &delete,
                "/users/me".to_owned(),
                Content::Json(json!({"current_password": NEW_PASSWORD})),
            ),
        ];
        let request = |(operation, method, path, body): (_, &Method, String, _)| Request {
            operation,
            method: method.clone(),
            path: format!("/api{path}"),
            body,
            version: (operation == "update_email_template").then_some("\"1\""),
        };
        rows.into_iter().map(request).collect()
    }
}

/// A draft with unfinished values.
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
