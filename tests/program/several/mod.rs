//! Several processes on one database behave as one.

mod content;
mod draining;
mod limits;
mod sessions;
mod starting;
mod workers;

use forum_tests::contract::Backend;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::program::{Installation, Program};
use forum_tests::smtp_sink::SmtpSink;
use futures_util::future::join_all;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::client::{Client, PASSWORD};

/// Passkeys belong to a host name, so the site has one.
const ORIGIN: &str = "http://localhost:8080";
const ADMIN: &str = "director@forum.example";

/// What the processes share: an empty database, the directories of keys and photos, and the mail host.
struct Shared {
    database: PostgresDatabase,
    sink: SmtpSink,
    installation: Installation,
}

impl Shared {
    async fn new() -> Self {
        let (database, sink) = (PostgresDatabase::empty().await, SmtpSink::start().await);
        let installation = Installation::new()
            .with("DATABASE_URL", database.url())
            // The tests' server has few connections for many tests.
            .with("FORUM__DATABASE__POOL", "4")
            .with("FORUM__SITE__ORIGIN", ORIGIN)
            .with_mail(&sink);
        Self { database, sink, installation }
    }

    /// Starts three processes at once.
    async fn three(&self) -> [Program; 3] {
        let started = join_all((0..3).map(|_| self.installation.serve())).await;
        started.try_into().ok().expect("three programs")
    }

    /// An administrator, signed in at `url`.
    async fn admin(&self, url: &str) -> Person {
        self.installation.create_admin(ADMIN, PASSWORD).await;
        Person::signs_in(url, ADMIN, PASSWORD).await
    }

    /// An applicant who signed up and confirmed at `url`; no other mail may be sent at the same time.
    async fn applicant(&self, url: &str, email: &str) -> Person {
        Client::new(url).applicant(email, &self.sink, self.sink.mails().len() + 1).await;
        Person::signs_in(url, email, PASSWORD).await
    }

    async fn number(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(self.database.pool()).await.expect("a number")
    }

    /// Ends the processes in order and removes the database.
    async fn end(self, programs: impl IntoIterator<Item = Program>) {
        for program in programs {
            program.end().await;
        }
        self.database.remove().await;
    }
}

/// The tokens of a signed-in user.
struct Person {
    access: String,
    refresh: String,
}

impl Person {
    fn of(session: &Value) -> Self {
        let text =
            |name: &str| session[name].as_str().unwrap_or_else(|| panic!("{name} in {session}")).to_owned();
        Self { access: text("access_token"), refresh: text("refresh_token") }
    }

    async fn signs_in(url: &str, email: &str, password: &str) -> Self {
        let body = json!({ "email": email, "password": password });
        Self::of(&read(ask(Method::POST, url, "/auth/sessions", "", &body).await, 201).await)
    }

    async fn asks(&self, method: Method, url: &str, path: &str, body: &Value) -> Response {
        ask(method, url, path, &self.access, body).await
    }

    /// `ok`, or the problem code of a request at this process.
    async fn status_at(&self, url: &str) -> String {
        let answer = self.asks(Method::GET, url, "/users/me", &Value::Null).await;
        let answer: Value = answer.json().await.expect("JSON");
        answer["code"].as_str().unwrap_or("ok").to_owned()
    }
}

/// Sends a request with a token, and a body unless that is null.
async fn ask(method: Method, url: &str, path: &str, token: &str, body: &Value) -> Response {
    let mut request = reqwest::Client::new().request(method, format!("{url}/api{path}"));
    if !token.is_empty() {
        request = request.bearer_auth(token);
    }
    if !body.is_null() {
        request = request.json(body);
    }
    request.send().await.expect("a response")
}

/// The body of a response with this status; null if it has none.
async fn read(response: Response, status: u16) -> Value {
    let (seen, body) = (response.status(), response.text().await.expect("a body"));
    assert_eq!(seen, status, "{body}");
    if body.is_empty() { Value::Null } else { serde_json::from_str(&body).expect("JSON") }
}
