//! The API and the site, running in the test process.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use forum_domain::accounts::{MachineTokens, Role, TokenScope};
use forum_domain::act::Acts;
use forum_domain::shared::Clock;
use forum_domain::use_cases::UseCases;
use forum_http::{ResponseBody, SiteService, build_site};
use futures_util::{Stream, TryStreamExt};
use http::{Method, Request, Response};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Bytes, Frame};
use serde_json::Value;
use time::OffsetDateTime;

use super::{Answer, Caller, Document, Ports};
use crate::builders;
use crate::memory::{FixedClock, MemoryMailSender};
use crate::readback::Readback;
use crate::stores::Stores;

/// The password of every user created here.
pub const PASSWORD: &str = "Quiet-River-42";

/// An id that nothing has.
pub const UNKNOWN_ID: &str = "5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d";

/// The HTTP layer on top of a set of ports. Clones are the same site.
#[derive(Clone)]
pub struct TestApi {
    site: SiteService,
    use_cases: UseCases,
    pub ports: Ports,
    document: Document,
}

pub struct Sent<'a> {
    pub method: Method,
    pub path: &'a str,
    pub headers: Vec<(&'a str, String)>,
    pub body: Vec<u8>,
    pub peer: IpAddr,
}

impl<'a> Sent<'a> {
    /// A request without headers or body, from another machine.
    pub fn new(method: Method, path: &'a str) -> Self {
        let peer = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 77));
        Self { method, path, headers: Vec::new(), body: Vec::new(), peer }
    }

    pub fn header(mut self, name: &'a str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Makes the body a form with one file in the field `file`.
    pub fn photo(self, file_name: &str, content: &[u8]) -> Self {
        self.form(&[("file", file_name, content)])
    }

    /// Makes the body a form with these fields: name, file name, content. Every form gets a new boundary.
    pub fn form(self, fields: &[(&str, &str, &[u8])]) -> Self {
        let boundary = builders::id().simple().to_string();
        let mut body = Vec::new();
        for (name, file_name, content) in fields {
            let head = format!(
                "--{boundary}\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{file_name}\"\r\n\r\n"
            );
            body.extend([head.as_bytes(), content, b"\r\n"].concat());
        }
        body.extend(format!("--{boundary}--\r\n").into_bytes());
        let content_type = format!("multipart/form-data; boundary={boundary}");
        Self { body, ..self.header("content-type", content_type) }
    }

    pub fn json(self, body: &Value) -> Self {
        let bytes = body.to_string().into_bytes();
        Self { body: bytes, ..self.header("content-type", "application/json") }
    }

    /// Passes the request to a site, with `body` as its body.
    pub async fn to(&self, site: &SiteService, body: Body) -> Response<ResponseBody> {
        let mut request = Request::builder().method(self.method.clone()).uri(self.path);
        if !self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            request = request.header("host", "forum.example");
        }
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let request = request.body(body).expect("a request");
        site.clone().answer(request, SocketAddr::new(self.peer, 40_000)).await
    }
}

pub type Body = BoxBody<Bytes, io::Error>;

pub fn streamed(pieces: impl Stream<Item = io::Result<Vec<u8>>> + Send + Sync + 'static) -> Body {
    BoxBody::new(StreamBody::new(pieces.map_ok(|piece| Frame::data(Bytes::from(piece)))))
}

impl TestApi {
    /// On a new PostgreSQL database, with all other ports in memory.
    pub async fn new() -> Self {
        Self::with(Ports::new().await)
    }

    /// The same, for a test that writes rows by hand or makes the database fail.
    pub async fn unchecked() -> Self {
        Self::with(Ports::on(Stores::fresh().await))
    }

    pub fn with(ports: Ports) -> Self {
        let use_cases = ports.use_cases();
        let site = build_site(&use_cases, ports.readiness.clone(), ports.settings.clone());
        Self { site, use_cases, ports, document: Document::published() }
    }

    /// On a new database, with Ana, an applicant.
    pub async fn with_applicant() -> (Self, Caller) {
        let api = Self::new().await;
        let ana = api.applicant("ana@school.example").await;
        (api, ana)
    }

    /// On a new database, with an administrator.
    pub async fn with_admin() -> (Self, Caller) {
        let api = Self::new().await;
        let admin = api.admin("admin@forum.example").await;
        (api, admin)
    }

    /// On a new database, with a [`desk`](Self::desk).
    pub async fn with_desk() -> (Self, Caller, Caller, String) {
        let api = Self::new().await;
        let (ana, admin, id) = api.desk().await;
        (api, ana, admin, id)
    }

    pub fn clock(&self) -> &FixedClock {
        &self.ports.clock
    }

    /// Reads the rows of the stores.
    pub fn readback(&self) -> &Readback {
        &self.ports.readback
    }

    pub fn inbox(&self) -> &MemoryMailSender {
        &self.ports.inbox
    }

    /// The published OpenAPI document that responses are checked against.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Sends all mails waiting in the outbox. Fails the test if the outbox never becomes empty.
    pub async fn run_mail(&self) {
        for _mail in 0..10_000 {
            if self.use_cases.dispatcher.dispatch().await.expect("a readable outbox").is_none() {
                return;
            }
        }
        panic!("the outbox never became empty");
    }

    /// Sends a request. Fails the test if the response lacks a mandatory header, or is an API response that its
    /// operation does not document.
    pub async fn send(&self, mut sent: Sent<'_>) -> Answer {
        let bytes = std::mem::take(&mut sent.body);
        let (method, path) = (sent.method.clone(), sent.path);
        let body = Full::from(bytes.clone()).map_err(|never| match never {});
        let answer = self.send_body(sent, body.boxed()).await;
        if let Some(operation) = self.document.operation(&method, path).filter(|_| answer.status < 300) {
            self.document.check_accepted(operation, path, &bytes);
        }
        answer
    }

    /// Sends a request with this body, which may arrive in pieces.
    pub async fn send_body(&self, sent: Sent<'_>, body: Body) -> Answer {
        let answer = Answer::read(self.begin(&sent, body).await).await;
        answer.check_edge(&sent.method, sent.path);
        if let Some(operation) = self.document.operation(&sent.method, sent.path) {
            self.document.check(operation, &answer);
        }
        answer
    }

    /// Sends a request without reading the body of the response.
    pub async fn begin(&self, sent: &Sent<'_>, body: Body) -> Response<ResponseBody> {
        sent.to(&self.site, body).await
    }

    pub fn anonymous(&self) -> Caller {
        Caller::new(self, None)
    }

    pub fn with_token(&self, token: &str) -> Caller {
        Caller::new(self, Some(token.to_owned()))
    }

    /// Creates a confirmed user with the password [`PASSWORD`] and signs them in.
    pub async fn user(&self, email: &str, roles: &[Role]) -> Caller {
        let user = builders::new_user(email, roles);
        self.ports.accounts.create_user(user).await.expect("a new address");
        self.sign_in(email).await
    }

    /// Signs in a user created here.
    pub async fn sign_in(&self, email: &str) -> Caller {
        let body = serde_json::json!({"email": email, "password": PASSWORD});
        let session = self.anonymous().post("/api/auth/sessions", &body).await.expect(201);
        self.with_token(&session.text_at("/access_token"))
    }

    /// Finishes signing in with the second step for a user who has a factor.
    pub async fn sign_in_by_factor(&self, step: &Value) -> Caller {
        let session = self.anonymous().post("/api/auth/sessions/factor", step).await.expect(201);
        self.with_token(&session.text_at("/access_token"))
    }

    pub fn now(&self) -> OffsetDateTime {
        self.clock().now()
    }

    pub async fn redeem(&self, token: &str) -> Answer {
        self.anonymous().post("/api/auth/verifications", &serde_json::json!({"token": token})).await
    }

    /// An applicant, an administrator, and the id of the applicant's application.
    pub async fn desk(&self) -> (Caller, Caller, String) {
        let (ana, admin) =
            (self.applicant("ana@school.example").await, self.admin("admin@forum.example").await);
        let id = ana.apply().await;
        (ana, admin, id)
    }

    pub async fn applicant(&self, email: &str) -> Caller {
        self.user(email, &[Role::Applicant]).await
    }

    pub async fn member(&self, email: &str) -> Caller {
        self.user(email, &[Role::Member]).await
    }

    pub async fn admin(&self, email: &str) -> Caller {
        self.user(email, &[Role::Admin]).await
    }

    /// What the command line uses.
    pub fn machine_tokens(&self) -> MachineTokens {
        let program = &self.ports.stores.program;
        let acts = Acts::new(program.clock.clone(), program.ids.clone(), "forum.example");
        MachineTokens { store: program.machines.clone(), acts }
    }

    /// A machine whose token is valid for 30 days.
    pub async fn machine(&self, name: &str, scope: TokenScope) -> Caller {
        let (_, token) = self.machine_tokens().create(name, scope, 30).await.expect("a new name");
        self.with_token(&token)
    }
}
