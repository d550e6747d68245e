//! One valid request for every operation of the document, using data of one user. The role matrix and the test of
//! documented responses send them. Requests from different networks, with the rate limits of production.

use std::net::{IpAddr, Ipv4Addr};

use forum_domain::headshots::ImageKind;
use forum_tests::authenticator::Conduct;
use forum_tests::harness::{Answer, Caller, PASSWORD, Ports, Sent, TestApi, UNKNOWN_ID};
use forum_tests::memory::plain_image;
use forum_tests::wallet::SoftWallet;
use http::Method;
use serde_json::{Value, json};

use super::sign_in_methods::{
    AUTHORIZE, Enrolled, EnrolledPasskey, id_token, link_to, link_wallet, linked, passkey_options,
    recovery_token, returned, second_step, sign_in_code, signed, signing_credential,
};

/// The password that replaces [`PASSWORD`].
pub const NEW_PASSWORD: &str = "Quiet-Brook-43";

/// With [`UNKNOWN_ID`].
const MESSAGE: &str = "/admin/contact-messages/5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d";
const TEMPLATE: &str = "/admin/email-templates/application_approved";

pub struct Owner {
    pub caller: Caller,
    pub id: String,
    pub application: String,
    pub headshot: String,
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
    /// An unverified factor of the caller.
    factor: Enrolled,
    /// The id of a challenge to use it.
    challenge: String,
    /// A fifth address's second step of signing in, as a request.
    second_step: Value,
    /// The credential of a sixth one's passkey.
    credential: Value,
    /// Identity tokens of a new user and of the caller, as requests.
    newcomer: Value,
    identity: Value,
    /// The id of an identity of the caller.
    linked: String,
    /// The authorization code of a new user, as a request.
    returned: Value,
    /// A message that the wallet of a seventh address signed, as a request.
    signed: Value,
    /// The token in the link that confirms the newsletter for an eighth address.
    subscription: String,
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
    OneClick,
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
    pub fn sent(&self) -> Sent<'_> {
        let sent = Sent::new(self.method.clone(), &self.path);
        self.version.into_iter().fold(sent, |sent, version| sent.header("if-match", version))
    }

    pub async fn send(&self, caller: &Caller) -> Answer {
        let sent = self.sent();
        caller
            .send(match &self.body {
                Content::Nothing => sent,
                Content::Json(body) => sent.json(body),
                Content::OneClick => sent.form(&[("List-Unsubscribe", "", b"One-Click")]),
                Content::Photo => sent.photo("me.png", &plain_image(ImageKind::Png, 640, 480)),
            })
            .await
    }
}

impl Owner {
    /// Creates an applicant with a photo and an application. `name` distinguishes owners.
    pub async fn new(api: &TestApi, name: &str) -> Self {
        let email = format!("owner-{name}@school.example");
        let caller = api.applicant(&email).await;
        let application = caller.apply().await;
        let photo = plain_image(ImageKind::Png, 640, 480);
        let headshot = caller.upload("me.png", &photo).await.expect(201).text_at("/id");

        // The session also uses this passkey, so that removing the factor below does not end it.
        let mut key = EnrolledPasskey::by(&caller).await;
        let credential = key.passkey.answer(&passkey_options(api).await, &Conduct::default());
        let by_key = json!({"credential": credential});
        let other = api.anonymous().post("/api/auth/sessions/passkey", &by_key).await.expect(201);
        let there = api.with_token(&other.text_at("/access_token"));
        let sessions = there.get("/api/auth/sessions").await.expect(200);
        let current = sessions.items().iter().find(|session| session["current"] == true);

        let newcomer = format!("newcomer-{name}@school.example");
        api.anonymous().post("/api/auth/signup", &sign_up_form(&newcomer)).await.expect(202);
        let link = link_to(api, &newcomer).await;
        let sent = api.inbox().last_to(&newcomer).expect("a mail");
        let grant = recovery_token(api, &format!("forgetful-{name}@school.example")).await;
        let code = sign_in_code(api, &format!("coded-{name}@school.example")).await;
        let id = caller.id().await;
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
        let subscriber = format!("subscriber-{name}@school.example");
        let wanted = json!({"email": subscriber, "form": "home"});
        api.anonymous().post("/api/newsletter/subscriptions", &wanted).await.expect(202);
        let subscription = link_to(api, &subscriber).await;
        Self {
            caller,
            id,
            application,
            headshot,
            session: current.expect("a session")["id"].as_str().expect("an id").to_owned(),
            refresh_token: other.text_at("/refresh_token"),
            link,
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
            subscription,
        }
    }

    /// The requests, ordered so that none removes what a later one needs.
    pub fn requests(&self) -> Vec<Request> {
        let Self { id, application, headshot, session, refresh_token, link, code, mail, factor, .. } = self;
        let sign_up = sign_up_form("new@school.example");
        let resend = json!({"email": "new@school.example", "purpose": "verify_email"});
        let credentials = json!({"email": code.0, "password": PASSWORD});
        let invited = json!({"email": format!("invited-{id}@forum.example")});
        let new_address = json!({"email": "new@school.example"});
        let typed = json!({"email": code.0, "code": code.1});
        let desk = format!("/admin/applications/{application}");
        let note = || json!({"text": "Called the school."});
        let asked = json!({"message": "Which city?", "fields": ["city"]});
        let reason = || json!({"reason": "A partner school"});
        let texts = || json!({"subject": "Hello {{first_name}}", "html_content": "<p>Hello</p>"});
        let chosen = json!({"password": "Chosen-Meadow-51"});
        let refresh = json!({"refresh_token": refresh_token});
        let by_passkey = json!({"credential": self.credential});
        let proof = json!({"password": PASSWORD});
        let verification = json!({"challenge_id": self.challenge, "code": factor.code});
        let name = json!({"friendly_name": "My phone"});
        let app = json!({"factor_type": "totp", "friendly_name": "Tablet"});
        let decision = json!({"decision": "rejected"});
        let decisions = json!({"ids": [application], "decision": "approved"});
        let names = json!({"first_name": "Ann", "last_name": "Lee"});
        let error = json!({"kind": "error", "name": "TypeError", "route": "/apply", "frames": []});
        let new_email = json!({"email": format!("moved-{id}@school.example"), "current_password": PASSWORD});
        let subscriber = json!({"token": self.subscription});
        let preferences = json!({"token": self.subscription, "first_name": "Ann", "is_educator": true});
        let one_click = format!("/newsletter/unsubscriptions/{}", self.subscription);
        let new_password = json!({"current_password": PASSWORD, "password": NEW_PASSWORD});
        vec![
            request("get_health", "GET /health", ()),
            request("get_readiness", "GET /ready", ()),
            request("list_keys", "GET /auth/keys", ()),
            request("report_browser_error", "POST /errors", error),
            request("send_contact_message", "POST /contact-messages", contact_form("new@school.example")),
            request("sign_up", "POST /auth/signup", sign_up),
            request("redeem_verification", "POST /auth/verifications", json!({"token": link})),
            request("resend_verification", "POST /auth/verifications/resend", resend),
            request("request_recovery", "POST /auth/recovery", new_address.clone()),
            request("set_recovery_password", "PUT /auth/recovery/password", chosen),
            request("request_sign_in_code", "POST /auth/codes", new_address),
            request("create_session_by_code", "POST /auth/sessions/code", typed),
            request("create_session", "POST /auth/sessions", credentials),
            request("refresh_session", "POST /auth/sessions/refresh", refresh),
            request("create_session_by_factor", "POST /auth/sessions/factor", self.second_step.clone()),
            request("challenge_passkey", "POST /auth/passkeys/challenges", ()),
            request("create_session_by_passkey", "POST /auth/sessions/passkey", by_passkey),
            request("list_providers", "GET /auth/providers", ()),
            request("get_site", "GET /site", ()),
            request(
                "request_subscription",
                "POST /newsletter/subscriptions",
                json!({"email": "reader@school.example", "form": "blog"}),
            ),
            request("confirm_subscription", "POST /newsletter/confirmations", subscriber.clone()),
            request("get_subscription_preferences", "POST /newsletter/preferences", subscriber.clone()),
            request("change_subscription_preferences", "PUT /newsletter/preferences", preferences),
            request("open_unsubscription", format!("GET {one_click}"), ()),
            request("end_subscription_by_one_click", format!("POST {one_click}"), Content::OneClick),
            request("end_subscription", "POST /newsletter/unsubscriptions", subscriber),
            request("create_nonce", "POST /auth/nonces", ()),
            request("create_session_by_id_token", "POST /auth/sessions/id_token", self.newcomer.clone()),
            request("begin_authorization", format!("GET {AUTHORIZE}"), ()),
            request("finish_authorization", "GET /auth/callback?state=x&code=y", ()),
            request("create_session_by_pkce", "POST /auth/sessions/pkce", self.returned.clone()),
            request("create_wallet_nonce", "POST /auth/web3/nonces", ()),
            request("create_session_by_wallet", "POST /auth/sessions/web3", self.signed.clone()),
            request("list_identities", "GET /users/me/identities", ()),
            request("link_identity", "POST /users/me/identities", self.identity.clone()),
            request("unlink_identity", format!("DELETE /users/me/identities/{}", self.linked), ()),
            request("reauthenticate_session", "POST /auth/sessions/reauthentication", proof),
            request("list_factors", "GET /auth/factors", ()),
            request("challenge_factor", format!("POST /auth/factors/{}/challenges", factor.id), ()),
            request("verify_factor", format!("POST /auth/factors/{}/verifications", factor.id), verification),
            request("rename_factor", format!("PATCH /auth/factors/{}", factor.id), name),
            request("create_recovery_codes", "POST /auth/factors/recovery-codes", ()),
            request("enrol_factor", "POST /auth/factors", app),
            request("remove_factor", format!("DELETE /auth/factors/{}", factor.id), ()),
            request("list_sessions", "GET /auth/sessions", ()),
            request("end_session", format!("DELETE /auth/sessions/{session}"), ()),
            request("end_sessions", "DELETE /auth/sessions?scope=others", ()),
            request("get_current_user", "GET /users/me", ()),
            request("get_draft", "GET /applications/draft", ()),
            request("save_draft", "PUT /applications/draft", draft()),
            request("delete_draft", "DELETE /applications/draft", ()),
            request("submit_application", "POST /applications", Caller::wizard()),
            request("list_my_applications", "GET /applications/mine", ()),
            request("get_application", format!("GET /applications/{application}"), ()),
            request("upload_headshot", "POST /headshots", Content::Photo),
            request("list_headshots", "GET /headshots", ()),
            request("delete_headshot", format!("DELETE /headshots/{headshot}"), ()),
            request("list_applications", "GET /admin/applications", ()),
            request("count_applications_by_state", "GET /admin/applications/states?subject=math", ()),
            // Requests for changes: the one to take back does not exist.
            request("request_changes", format!("POST {desk}/change-requests"), asked),
            request("take_back_change_request", format!("DELETE {desk}/change-requests/{UNKNOWN_ID}"), ()),
            request("list_application_versions", format!("GET {desk}/versions"), ()),
            request("edit_application", format!("PUT /applications/{application}"), Caller::wizard()),
            // Review: choosing.
            request("review_application", format!("GET {desk}"), ()),
            request("mark_application", format!("PUT {desk}/marks/me"), json!({"mark": "yes"})),
            request("unmark_application", format!("DELETE {desk}/marks/me"), ()),
            request("get_selection", "GET /admin/selection", ()),
            request("set_selection", "PUT /admin/selection", json!({"target": 40})),
            request("preview_decisions", "POST /admin/applications/decisions/preview", decisions.clone()),
            request("decide_application", format!("POST {desk}/decision"), decision),
            request("undo_decision", format!("POST {desk}/decision/undo"), ()),
            request("decide_applications", "POST /admin/applications/decisions", decisions),
            request(
                "undo_decisions",
                "POST /admin/applications/decisions/undo",
                json!({"ids": [application]}),
            ),
            // Review: history and export.
            request("get_application_history", format!("GET {desk}/history"), ()),
            // Review: notes and viewers.
            request("list_notes", format!("GET {desk}/notes"), ()),
            request("add_note", format!("POST {desk}/notes"), note()),
            request("update_note", format!("PATCH {desk}/notes/{UNKNOWN_ID}"), note()),
            request("delete_note", format!("DELETE {desk}/notes/{UNKNOWN_ID}"), ()),
            request("announce_viewing", format!("PUT {desk}/viewers/me"), ()),
            request("end_viewing", format!("DELETE {desk}/viewers/me"), ()),
            request("export_applications", "GET /admin/applications/export?status=pending&q=example", ()),
            request("list_subscribers", "GET /admin/newsletter/subscribers?state=pending", ()),
            request("export_subscribers", "GET /admin/newsletter/subscribers/export", ()),
            request("get_newsletter_growth", "GET /admin/newsletter/growth", ()),
            request("list_users", "GET /admin/users", ()),
            request("get_user", format!("GET /admin/users/{id}"), ()),
            request("grant_role", format!("PUT /admin/users/{id}/roles/partner"), reason()),
            request("revoke_role", format!("DELETE /admin/users/{id}/roles/partner"), ()),
            request("disable_user", format!("POST /admin/users/{id}/disable"), reason()),
            request("enable_user", format!("POST /admin/users/{id}/enable"), reason()),
            request("end_user_sessions", format!("DELETE /admin/users/{id}/sessions"), ()),
            request("remove_user_factors", format!("DELETE /admin/users/{id}/factors?reason=lost"), ()),
            request("resend_user_verification", format!("POST /admin/users/{id}/verification-mail"), ()),
            request("list_invitations", "GET /admin/invitations", ()),
            request("send_invitation", "POST /admin/invitations", invited),
            request("withdraw_invitation", format!("DELETE /admin/invitations/{UNKNOWN_ID}"), ()),
            request("accept_invitation", "POST /invitations/acceptances", json!({"token": link})),
            request("stream_events", "GET /admin/events", ()),
            request("list_audit_events", format!("GET /admin/audit-events?actor={id}"), ()),
            // The message does not exist.
            request("list_contact_messages", "GET /admin/contact-messages?state=new", ()),
            request("take_contact_message", format!("POST {MESSAGE}/owner"), ()),
            request("answer_contact_message", format!("POST {MESSAGE}/answered"), ()),
            request("mark_contact_message_as_spam", format!("POST {MESSAGE}/spam"), ()),
            request("reopen_contact_message", format!("POST {MESSAGE}/reopen"), ()),
            // Emails:
            request("list_email_templates", "GET /admin/email-templates", ()),
            request("get_email_template", format!("GET {TEMPLATE}"), ()),
            request("update_email_template", format!("PUT {TEMPLATE}"), texts()),
            request("list_email_template_versions", format!("GET {TEMPLATE}/versions"), ()),
            request("get_email_template_version", format!("GET {TEMPLATE}/versions/1"), ()),
            request("preview_email_template", format!("POST {TEMPLATE}/preview"), texts()),
            request("test_email_template", format!("POST {TEMPLATE}/test"), texts()),
            request("list_email_messages", "GET /admin/email-messages?state=sent", ()),
            request("retry_email_message", format!("POST /admin/email-messages/{mail}/retry"), ()),
            request("withdraw_application", format!("POST /applications/{application}/withdrawal"), ()),
            request("update_current_user", "PATCH /users/me", names),
            request("change_email", "PUT /users/me/email", new_email),
            request("change_password", "PUT /users/me/password", new_password),
            request("export_current_user", "GET /users/me/export", ()),
            request("delete_current_user", "DELETE /users/me", json!({"current_password": NEW_PASSWORD})),
        ]
    }
}

/// A request with the method and the path below `/api` in `target`.
fn request(operation: &'static str, target: impl AsRef<str>, body: impl Into<Content>) -> Request {
    let (method, path) = target.as_ref().split_once(' ').expect("a method and a path");
    Request {
        operation,
        method: method.parse().expect("a method"),
        path: format!("/api{path}"),
        body: body.into(),
        version: match operation {
            "update_email_template" | "edit_application" => Some("\"1\""),
            "update_note" | "save_draft" | "set_selection" => Some("*"),
            _ => None,
        },
    }
}

pub fn draft() -> Value {
    json!({"fields": {"city": " Tam", "date_of_birth": "198", "subjects_taught": [""]}, "step": 2})
}

pub fn contact_form(email: &str) -> Value {
    json!({
        "full_name": "Ada Lopez", "email": email, "phone": "(555) 010-0100", "subject": "media-request",
        "message": "May I quote\n<b>the report</b>?", "is_teacher": true, "reference": "", "open_ms": 2_000,
    })
}

pub fn sign_up_form(email: &str) -> Value {
    json!({"email": email, "password": PASSWORD, "first_name": "Ana", "last_name": "Li"})
}

pub fn ids(page: &Value) -> Vec<String> {
    let items = page["items"].as_array().expect("items");
    items.iter().map(|item| item["id"].as_str().expect("an id").to_owned()).collect()
}

/// Re-authenticates the caller's session with [`PASSWORD`].
pub async fn reauthenticate(caller: &Caller) {
    let proof = json!({"password": PASSWORD});
    caller.post("/api/auth/sessions/reauthentication", &proof).await.expect(204);
}

/// Signs in with [`PASSWORD`] and returns the session.
pub async fn new_session(api: &TestApi, email: &str) -> Answer {
    let credentials = json!({"email": email, "password": PASSWORD});
    api.anonymous().post("/api/auth/sessions", &credentials).await.expect(201)
}

/// An API whose rate limits are not scaled up for tests.
pub fn limited(ports: Ports) -> TestApi {
    TestApi::with(ports.with(|program| program.limits_factor = 1.0))
}

/// A client in network number `network`.
pub fn from(network: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(198, 51, network, 7))
}

/// The address from which the harness signs its users in.
pub fn home() -> IpAddr {
    Sent::new(Method::POST, "/").peer
}

pub async fn post(api: &TestApi, peer: IpAddr, path: &str, body: &Value) -> Answer {
    api.send(Sent { peer, ..Sent::new(Method::POST, path) }.json(body)).await
}

/// A request to each operation that sends a mail to a submitted address.
pub fn mail_requests(email: &str) -> [(&'static str, Value); 4] {
    let address = json!({"email": email});
    let again = json!({"email": email, "purpose": "verify_email"});
    [
        ("/api/auth/signup", sign_up_form(email)),
        ("/api/auth/verifications/resend", again),
        ("/api/auth/recovery", address.clone()),
        ("/api/auth/codes", address),
    ]
}
