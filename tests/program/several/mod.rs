//! Several processes on one database behave like one process.

mod draining;
mod one_site;
mod workers;

use forum_tests::postgres::PostgresDatabase;
use forum_tests::program::{Installation, Program};
use forum_tests::smtp_sink::SmtpSink;
use futures_util::future::join_all;

use crate::client::{Client, PASSWORD};

/// The site has a host name because passkeys are bound to one.
const ORIGIN: &str = "http://localhost:8080";
const ADMIN: &str = "director@forum.example";

/// The resources that the processes share: an empty database, the key and photo directories, and the mail host.
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
            // The test server has few connections, which many tests share.
            .with("FORUM__DATABASE__POOL", "4")
            .with("FORUM__SITE__ORIGIN", ORIGIN)
            .with_mail(&sink);
        Self { database, sink, installation }
    }

    /// Starts three processes concurrently.
    async fn three(&self) -> [Program; 3] {
        let started = join_all((0..3).map(|_| self.installation.serve())).await;
        started.try_into().ok().expect("three programs")
    }

    /// Creates an administrator and signs in at `url`.
    async fn admin(&self, url: &str) -> Client {
        self.installation.create_admin(ADMIN, PASSWORD).await;
        Client::new(url).sign_in(ADMIN, PASSWORD).await
    }

    /// Signs up an applicant at `url`, confirms the address and signs in. No other mail may be sent at the same time.
    async fn applicant(&self, url: &str, email: &str) -> Client {
        Client::new(url).applicant(email, &self.sink, self.sink.mails().len() + 1).await
    }

    async fn number(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(self.database.pool()).await.expect("a number")
    }

    /// Ends the processes in order and removes the database.
    async fn end(self, programs: impl IntoIterator<Item = Program>) {
        for program in programs {
            program.end().await;
        }
    }
}

/// `ok`, or the problem code of a request to this process.
async fn status_at(url: &str, client: &Client) -> String {
    let answer = client.at(url).get("/users/me").await;
    answer["code"].as_str().unwrap_or("ok").to_owned()
}
