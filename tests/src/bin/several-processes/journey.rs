//! The journey of one user, from sign-up to membership, and the responses that are accepted after an earlier one was lost.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail, ensure};
use forum_domain::headshots::ImageKind;
use forum_tests::builders::id;
use forum_tests::harness::Caller;
use forum_tests::photos;
use reqwest::Method;
use serde_json::{Value, json};

use crate::balancer::Balancer;
use crate::patient::{Answer, ApiRequest, Conduct, Content, Patient};
use crate::postbox::Postbox;

pub const PASSWORD: &str = "Lantern-42-harbor";

/// The site as users see it.
pub struct Site {
    http: reqwest::Client,
    url: String,
    post: Postbox,
    /// The administrator's access token.
    admin: String,
    photo: Vec<u8>,
    finished: Mutex<Vec<String>>,
}

/// A user with an address and, once signed in, a session.
struct User<'a> {
    site: &'a Site,
    patient: &'a Patient,
    email: String,
    token: String,
}

impl Site {
    /// Opens the site for users who read their mails in `post`; the administrator signs in.
    pub async fn open(balancer: &Balancer, post: Postbox, admin: &str) -> anyhow::Result<Arc<Self>> {
        let (http, url) = (balancer.client()?, balancer.url.clone());
        let photo = photos::photo(ImageKind::Jpeg, 640, 480);
        let mut site = Self { http, url, post, admin: String::new(), photo, finished: Mutex::default() };
        let patient = Patient::new(site.http(), Conduct::Patient);
        let mut user = User { site: &site, patient: &patient, email: admin.to_owned(), token: String::new() };
        user.sign_in().await?;
        site.admin = user.token;
        Ok(Arc::new(site))
    }

    pub fn http(&self) -> reqwest::Client {
        self.http.clone()
    }

    /// The addresses of approved users.
    pub fn finished(&self) -> Vec<String> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A new user signs up, applies and becomes a member.
    pub async fn complete_journey(&self, patient: &Patient) -> anyhow::Result<()> {
        let email = format!("{}@school.example", id().simple());
        let mut user = User { site: self, patient, email, token: String::new() };
        let email = user.email.clone();
        user.join().await.with_context(|| email.clone())?;
        self.finished.lock().unwrap_or_else(PoisonError::into_inner).push(email);
        Ok(())
    }
}

impl User<'_> {
    async fn join(&mut self) -> anyhow::Result<()> {
        let who =
            json!({"email": self.email, "password": PASSWORD, "first_name": "Nadia", "last_name": "Okafor"});
        self.post("/auth/signup", &who).await?.is(202)?;
        self.confirm().await?;
        let session = self.sign_in().await?;
        let refresh = json!({"refresh_token": session["refresh_token"]});
        let session = self.post("/auth/sessions/refresh", &refresh).await?.is(200)?;
        self.token = text(&session, "access_token")?;
        self.roles_are(&["applicant"]).await?;

        let draft = json!({"step": 1, "fields": {"teaching_position": "Teacher"}});
        self.ask(Method::PUT, "/applications/draft", None, Content::Json(&draft)).await?.is(200)?;
        let saved = self.ask(Method::GET, "/applications/draft", None, Content::Nothing).await?.is(200)?;
        ensure!(saved["fields"]["teaching_position"] == "Teacher", "another draft: {saved}");
        let photo =
            self.ask(Method::POST, "/headshots", Some("photo"), Content::Photo(&self.site.photo)).await?;
        let photo = photo.is(201)?;
        self.sees(&text(&photo, "headshot_url")?).await?;
        let mut wizard = Caller::wizard();
        wizard["headshot_id"] = photo["id"].clone();
        let submitted =
            self.ask(Method::POST, "/applications", Some("submission"), Content::Json(&wizard)).await?;
        let application = text(&submitted.is(201)?, "id")?;

        self.is_approved(&application).await?;
        self.roles_are(&["member"]).await?;
        self.site.post.subject(&self.email, "Welcome to the Educators Forum").await?;
        let left = self.ask(Method::DELETE, "/auth/sessions?scope=local", None, Content::Nothing).await?;
        if left.again && left.status == 401 {
            self.patient.note_lost();
            return Ok(());
        }
        left.is(204).map(drop)
    }

    /// Follows the newest link. The password of a repeated sign-up is unknown, so a new one is set.
    async fn confirm(&mut self) -> anyhow::Result<()> {
        let token = self.site.post.link(&self.email, "/auth/confirm#token=").await?;
        let confirmed = self.post("/auth/verifications", &json!({"token": token})).await?;
        if confirmed.again && confirmed.status == 400 {
            // The link was used by the request whose response was lost.
            self.patient.note_lost();
            return Ok(());
        }
        let confirmed = confirmed.is(200)?;
        match confirmed["recovery_token"].as_str() {
            Some(grant) => self.choose_password(grant).await,
            None => Ok(()),
        }
    }

    async fn choose_password(&self, grant: &str) -> anyhow::Result<()> {
        let password = json!({"password": PASSWORD});
        let chosen = self.patient.ask(ApiRequest {
            method: Method::PUT,
            url: format!("{}/api/auth/recovery/password", self.site.url),
            token: grant,
            key: None,
            body: Content::Json(&password),
        });
        let chosen = chosen.await?;
        // The grant was used by the request whose response was lost.
        if chosen.again && chosen.status == 401 {
            self.patient.note_lost();
            return Ok(());
        }
        chosen.is(204).map(drop)
    }

    /// Signs in with the password, or by recovery if the response that required a new password was lost.
    async fn sign_in(&mut self) -> anyhow::Result<Value> {
        let credentials = json!({"email": self.email, "password": PASSWORD});
        let mut session = self.post("/auth/sessions", &credentials).await?;
        if session.status == 401 && self.patient.counts().2 > 0 {
            self.post("/auth/recovery", &json!({"email": self.email})).await?.is(202)?;
            let token = self.site.post.link(&self.email, "/auth/reset#token=").await?;
            let grant = self.post("/auth/verifications", &json!({"token": token})).await?.is(200)?;
            self.choose_password(&text(&grant, "recovery_token")?).await?;
            session = self.post("/auth/sessions", &credentials).await?;
        }
        let session = session.is(201)?;
        self.token = text(&session, "access_token")?;
        Ok(session)
    }

    async fn is_approved(&self, application: &str) -> anyhow::Result<()> {
        let decision = json!({"decision": "approved"});
        let decided = self.patient.ask(ApiRequest {
            method: Method::POST,
            url: format!("{}/api/admin/applications/{application}/decision", self.site.url),
            token: &self.site.admin,
            key: None,
            body: Content::Json(&decision),
        });
        let decided = decided.await?;
        if decided.again && decided.status == 409 {
            ensure!(decided.body["current_status"] == "approved", "{}", decided.body);
            self.patient.note_lost();
            return Ok(());
        }
        let decided = decided.is(200)?;
        ensure!(decided["status"] == "approved", "{decided}");
        Ok(())
    }

    async fn roles_are(&self, roles: &[&str]) -> anyhow::Result<()> {
        let me = self.ask(Method::GET, "/users/me", None, Content::Nothing).await?.is(200)?;
        ensure!(me["roles"] == json!(roles), "{me}");
        Ok(())
    }

    async fn sees(&self, path: &str) -> anyhow::Result<()> {
        let url = format!("{}{path}", self.site.url);
        let request = ApiRequest { method: Method::GET, url, token: "", key: None, body: Content::Nothing };
        self.patient.ask(request).await?.is(200).map(drop)
    }

    async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.ask(Method::POST, path, None, Content::Json(body)).await
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Content<'_>,
    ) -> anyhow::Result<Answer> {
        let url = format!("{}/api{path}", self.site.url);
        let request = ApiRequest { method: method.clone(), url, token: &self.token, key, body };
        self.patient.ask(request).await.with_context(|| format!("{method} {path}"))
    }
}

impl Answer {
    /// The body of a response with this status.
    fn is(self, status: u16) -> anyhow::Result<Value> {
        if self.status != status {
            bail!(
                "{} instead of {status}{}: {}",
                self.status,
                if self.again { " (repeated)" } else { "" },
                self.body
            );
        }
        Ok(self.body)
    }
}

fn text(value: &Value, name: &str) -> anyhow::Result<String> {
    Ok(value[name].as_str().with_context(|| format!("{name} in {value}"))?.to_owned())
}
