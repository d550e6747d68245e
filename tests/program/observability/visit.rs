//! Calls the operations with marked values as valid input.

use forum_adapters::system::SystemClock;
use forum_domain::applications::{Field, FieldKind};
use forum_domain::headshots::ImageKind;
use forum_domain::shared::Clock;
use forum_tests::builders::totp;
use forum_tests::photos::photo;
use forum_tests::program::Installation;
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use forum_tests::timing::wait_for;
use reqwest::Method;
use serde_json::{Value, json};

use super::canaries::Canaries;
use crate::client::Client;

const EMAIL: &str = "kanari.zephyrine@kanari-school.example";
const MOVED: &str = "kanari.moved@kanari-school.example";
const STRANGER: &str = "kanari.stranger@kanari-school.example";
const ADMIN: &str = "kanari.director@kanari-school.example";
const FIRST: &str = "Mohnblume-Regatta-71";
const SECOND: &str = "Weidenkorb-Regatta-72";
const THIRD: &str = "Haselnuss-Regatta-73";
const WRONG: &str = "Falterflug-Regatta-74";
const TEMPLATE: &str = "/admin/email-templates/application_submitted";

struct Site<'a> {
    visitor: Client,
    http: reqwest::Client,
    url: &'a str,
    sink: &'a SmtpSink,
    canaries: &'a mut Canaries,
}

pub async fn visit(url: &str, installation: &Installation, sink: &SmtpSink, canaries: &mut Canaries) {
    for (what, value) in [
        ("an address", EMAIL),
        ("another address", MOVED),
        ("a stranger's address", STRANGER),
        ("an administrator's address", ADMIN),
        ("a password", FIRST),
        ("a second password", SECOND),
        ("a third password", THIRD),
        ("a wrong password", WRONG),
        ("a first name", "Zéphyrine"),
        ("a last name", "Kanari-O'Neill"),
        ("a browser", "KanariBrowser/9.9"),
        ("a file name", "kanari-portrait.jpg"),
        ("a key of a request", "kanari-idempotency-5512"),
        ("a note", "Kanari-Notiz: wait a year"),
        ("a subject", "Kanari-Betreff for you"),
        ("a template's text", "Kanari-Vorlage, dear"),
        ("an app's name", "Kanari-Telefon"),
    ] {
        canaries.plant(what, value);
    }
    let http = reqwest::Client::builder().user_agent("KanariBrowser/9.9").build().expect("a client");
    installation.create_admin(ADMIN, FIRST).await;
    let mut site = Site { visitor: Client::with_http(http.clone(), url), http, url, sink, canaries };
    let applicant = site.join().await;
    let application = site.apply(&applicant).await;
    let admin = site.sign_in(ADMIN, FIRST).await;
    site.administer(&admin, &application).await;
    let token = ["tokens", "create", "--name", "nightly", "--scope", "export", "--days", "1"];
    let token = installation.run(&token).await.success();
    let token = site.canaries.plant("a machine's token", token.trim());
    for (token, status) in [(token.as_str(), 200), (&token[1..], 401)] {
        let export = site.with(token).answer("/admin/applications/export").await;
        assert_eq!(export.status(), status);
    }
    let applicant = site.recover().await;
    let applicant = site.second_factor(&applicant).await;
    let applicant = site.change_address(&applicant).await;
    site.strangers().await;
    site.leave(&applicant).await;
    site.invalid().await;
}

impl Site<'_> {
    fn with(&self, token: &str) -> Client {
        if token.is_empty() { self.visitor.clone() } else { self.visitor.with_token(token) }
    }

    async fn post(&self, path: &str, token: &str, body: Value, status: u16) -> Value {
        self.expect(Method::POST, path, token, body, status).await
    }

    async fn get(&self, path: &str, token: &str) -> Value {
        self.expect(Method::GET, path, token, Value::Null, 200).await
    }

    async fn expect(&self, method: Method, path: &str, token: &str, body: Value, status: u16) -> Value {
        self.with(token).call(method, path, &body, status).await
    }

    /// A secret member of a response, which no log may contain.
    fn secret(&mut self, answer: &Value, member: &str) -> String {
        let value = answer[member].as_str().unwrap_or_else(|| panic!("no {member} in {answer}"));
        self.canaries.plant(member, value)
    }

    /// The text after `mark` in the newest mail to an address, after the first `seen` mails.
    async fn mailed(&mut self, email: &str, mark: &str, seen: usize) -> String {
        let mut found = None;
        wait_for(mark, async || {
            let mails = self.sink.mails();
            let fresh = mails[seen..].iter().filter(|mail| mail.to.iter().any(|to| to == email));
            let mut secrets = fresh.rev().filter_map(|mail| {
                let text = mail.read().text;
                let secret = text.split_once(mark)?.1.split_whitespace().next()?.to_owned();
                (secret != "-").then_some(secret)
            });
            found = secrets.next();
            found.is_some()
        })
        .await;
        self.canaries.plant(mark, &found.expect("a secret"))
    }

    fn seen(&self) -> usize {
        self.sink.mails().len()
    }

    async fn sign_in(&mut self, email: &str, password: &str) -> String {
        let session =
            self.post("/auth/sessions", "", json!({"email": email, "password": password}), 201).await;
        self.secret(&session, "refresh_token");
        self.secret(&session, "access_token")
    }

    async fn confirmed(&mut self, email: &str) {
        let seen = self.seen();
        let form = json!({"email": email, "password": FIRST, "first_name": "Zéphyrine", "last_name": "Kanari-O'Neill"});
        self.post("/auth/signup", "", form, 202).await;
        let code = self.mailed(email, "instead, enter this code: ", seen).await;
        let token = self.mailed(email, "#token=", seen).await;
        let other = if code == "000000" { "000001" } else { "000000" };
        self.post("/auth/verifications", "", json!({"email": email, "code": other}), 400).await;
        self.post("/auth/verifications", "", json!({"token": token}), 200).await;
    }

    /// Signs up and signs in, with invalid attempts in between.
    async fn join(&mut self) -> String {
        self.confirmed(EMAIL).await;
        let credentials = |password: &str| json!({"email": EMAIL, "password": password});
        self.post("/auth/sessions", "", credentials(WRONG), 401).await;
        let session = self.post("/auth/sessions", "", credentials(FIRST), 201).await;
        self.secret(&session, "access_token");
        let refresh = self.secret(&session, "refresh_token");
        let renewed = self.post("/auth/sessions/refresh", "", json!({"refresh_token": refresh}), 200).await;
        self.secret(&renewed, "refresh_token");
        self.post("/auth/verifications/resend", "", json!({"email": EMAIL, "purpose": "verify_email"}), 202)
            .await;
        let seen = self.seen();
        self.post("/auth/codes", "", json!({"email": EMAIL}), 202).await;
        let code = self.mailed(EMAIL, "Educators Forum: ", seen).await;
        let session = self.post("/auth/sessions/code", "", json!({"email": EMAIL, "code": code}), 201).await;
        self.secret(&session, "access_token");
        self.secret(&renewed, "access_token")
    }

    /// Submits an application with a marked value in every field, and a photo. Returns the application id.
    async fn apply(&mut self, token: &str) -> String {
        let photo = photo(ImageKind::Jpeg, 640, 480);
        let answer = self.with(token).upload("kanari-portrait.jpg", &photo).await;
        assert_eq!(answer.status(), 201);
        let headshot: Value = answer.json().await.expect("a photo");
        let form: Value = Field::ALL
            .iter()
            .map(|field| {
                let marked = format!("Kanari {} 4711", field.name());
                let value = match field.kind {
                    FieldKind::Text { .. } => json!(self.canaries.plant(field.label, &marked)),
                    FieldKind::List { .. } => json!([self.canaries.plant(field.label, &marked)]),
                    FieldKind::Date => json!(self.canaries.plant(field.label, "1979-05-23")),
                    FieldKind::TShirtSize => json!("XL"),
                    FieldKind::Headshot => headshot["id"].clone(),
                };
                (field.name().to_owned(), value)
            })
            .collect();
        let draft = json!({"fields": {"city": "Kanari city 4711", "date_of_birth": "1979-05-23"}, "step": 2});
        let saved = self.with(token).put("/applications/draft", draft, &[("if-match", "*")]).await;
        assert_eq!(saved.status(), 200);
        self.get("/applications/draft", token).await;
        let submit = async || {
            let key = "kanari-idempotency-5512";
            let sent = self.with(token).post_under(key, "/applications", form.clone()).await;
            sent.expect("a response").json::<Value>().await.expect("an application")
        };
        let application = submit().await;
        assert_eq!(submit().await, application);
        self.post("/applications", token, json!({"phone": form["phone"]}), 422).await;
        self.get("/applications/mine", token).await;
        self.get("/headshots", token).await;
        application["id"].as_str().expect("an id").to_owned()
    }

    async fn administer(&mut self, admin: &str, application: &str) {
        self.get("/admin/applications?q=Kanari-O%27Neill", admin).await;
        self.get(&format!("/applications/{application}"), admin).await;
        let decision = json!({"decision": "approved", "note": "Kanari-Notiz: wait a year"});
        self.post(&format!("/admin/applications/{application}/decision"), admin, decision.clone(), 200).await;
        self.post(&format!("/admin/applications/{application}/decision"), admin, decision, 409).await;
        self.get(&format!("/admin/applications/{application}/history"), admin).await;
        let export = format!("{}/api/admin/applications/export?q=Kanari", self.url);
        let export = self.http.get(export).bearer_auth(admin).send().await.expect("a response");
        assert!(export.text().await.expect("a table").contains("Kanari"));
        let texts = json!({"subject": "Kanari-Betreff for you", "html_content": "<p>Kanari-Vorlage, dear {{first_name}}</p>"});
        let edited = self.with(admin).put(TEMPLATE, texts.clone(), &[("if-match", "\"1\"")]).await;
        assert_eq!(edited.status(), 200);
        self.post(&format!("{TEMPLATE}/preview"), admin, texts.clone(), 200).await;
        self.post(&format!("{TEMPLATE}/test"), admin, texts, 202).await;
    }

    /// Recovers a lost password, changes it, and queues a mail that the host refuses.
    async fn recover(&mut self) -> String {
        let seen = self.seen();
        self.post("/auth/recovery", "", json!({"email": EMAIL}), 202).await;
        let token = self.mailed(EMAIL, "#token=", seen).await;
        self.mailed(EMAIL, "instead, enter this code: ", seen).await;
        // Some mail scanners encode the fragment like this.
        self.http.get(format!("{}/auth/reset%23token={token}", self.url)).send().await.expect("a response");
        let grant = self.post("/auth/verifications", "", json!({"token": token}), 200).await;
        let grant = self.secret(&grant, "recovery_token");
        let chosen = json!({"password": SECOND});
        self.expect(Method::PUT, "/auth/recovery/password", &grant, chosen, 204).await;
        let token = self.sign_in(EMAIL, SECOND).await;
        let renamed = json!({"first_name": "Zéphyrine", "last_name": "Kanari-O'Neill"});
        self.expect(Method::PATCH, "/users/me", &token, renamed, 200).await;
        let change = json!({"current_password": SECOND, "password": THIRD});
        self.expect(Method::PUT, "/users/me/password", &token, change, 204).await;
        self.sink.answer(Step::Recipient, Some(Answer::Code(550)));
        self.post("/auth/recovery", "", json!({"email": EMAIL}), 202).await;
        let admin = self.sign_in(ADMIN, FIRST).await;
        let failed = "/admin/email-messages?state=failed";
        wait_for("a failed mail", async || !self.get(failed, &admin).await["items"][0].is_null()).await;
        self.sink.answer(Step::Recipient, None);
        self.sign_in(EMAIL, THIRD).await
    }

    /// Sets up an authenticator app and signs in with a recovery code.
    async fn second_factor(&mut self, token: &str) -> String {
        let app = json!({"factor_type": "totp", "friendly_name": "Kanari-Telefon"});
        let enrolled = self.post("/auth/factors", token, app, 201).await;
        let (secret, id) =
            (self.secret(&enrolled, "secret"), enrolled["id"].as_str().expect("an id").to_owned());
        let challenge = self.post(&format!("/auth/factors/{id}/challenges"), token, Value::Null, 201).await;
        let code = totp(&secret, SystemClock.now());
        self.canaries.plant("a code of an app", &code);
        let answer = json!({"challenge_id": challenge["id"], "code": code});
        let verified = self.post(&format!("/auth/factors/{id}/verifications"), token, answer, 200).await;
        let codes: Vec<_> =
            verified["recovery_codes"].as_array().expect("codes").iter().filter_map(Value::as_str).collect();
        for code in &codes {
            self.canaries.plant("a recovery code", code);
            self.canaries.plant("a recovery code without hyphens", &code.replace('-', ""));
        }
        let step = self.post("/auth/sessions", "", json!({"email": EMAIL, "password": THIRD}), 200).await;
        let challenge = self.secret(&step, "challenge_token");
        let answer = json!({"challenge_token": challenge, "recovery_code": codes[0]});
        let session = self.post("/auth/sessions/factor", "", answer, 201).await;
        self.secret(&session, "refresh_token");
        self.secret(&session, "access_token")
    }

    /// Changes the email address, which both addresses confirm.
    async fn change_address(&mut self, token: &str) -> String {
        let seen = self.seen();
        let change = json!({"email": MOVED, "current_password": THIRD});
        self.expect(Method::PUT, "/users/me/email", token, change, 202).await;
        for email in [EMAIL, MOVED] {
            let link = self.mailed(email, "#token=", seen).await;
            self.post("/auth/verifications", "", json!({"token": link}), 200).await;
        }
        token.to_owned()
    }

    /// Requests for unknown addresses.
    async fn strangers(&mut self) {
        self.post("/auth/recovery", "", json!({"email": STRANGER}), 202).await;
        self.post("/auth/codes", "", json!({"email": STRANGER}), 202).await;
        self.post("/auth/sessions/code", "", json!({"email": STRANGER, "code": "123456"}), 401).await;
        self.post("/auth/sessions", "", json!({"email": STRANGER, "password": FIRST}), 401).await;
    }

    /// Refused requests: a secret in the path, the query, a header and an unknown member, and malformed JSON.
    async fn invalid(&mut self) {
        let secret = self.canaries.plant("a misplaced secret", "Kanari-Irrlaeufer-4711");
        let url = |path: &str| format!("{}/{path}{secret}", self.url);
        for path in
            ["api/", "", "storage/headshots/", "email-previews/", "dev/mail?key=", "api/users/me?token="]
        {
            let sent = self.http.get(url(path)).bearer_auth(&secret).header("referer", url(""));
            // A checkout without built pages responds to their paths with 503.
            assert_ne!(sent.send().await.expect("a response").status(), 500, "{path}");
        }
        let unknown = json!({ (secret.clone()): secret, "email": secret });
        self.post("/auth/sessions", "", unknown, 422).await;
        let malformed = self.http.post(format!("{}/api/auth/sessions", self.url));
        let malformed = malformed.header("content-type", "application/json");
        let malformed = malformed.body(format!("{{\"password\": \"{secret}\""));
        assert_eq!(malformed.send().await.expect("a response").status(), 400);
    }

    /// Downloads all data, then deletes the account after an attempt with a wrong password.
    async fn leave(&mut self, token: &str) {
        let copy = self.http.get(format!("{}/api/users/me/export", self.url)).bearer_auth(token);
        assert_eq!(copy.send().await.expect("a response").status(), 200);
        let goodbye = json!({"current_password": WRONG});
        self.with(token).send(Method::DELETE, "/users/me", goodbye, &[]).await;
        let goodbye = json!({"current_password": THIRD});
        self.expect(Method::DELETE, "/users/me", token, goodbye, 202).await;
    }
}
