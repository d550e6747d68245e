//! The whole program in the test process, so that a test can move its clock, which is impossible with a child process.
//! PostgreSQL and the HTTP port are real.

use std::ffi::OsString;
use std::sync::Arc;

use educators_forum::config::Config;
use educators_forum::{Overrides, Running, Tasks, serve};
use forum_domain::shared::Clock;
use forum_tests::memory::FixedClock;
use forum_tests::program::{Installation, cluster_options};
use forum_tests::waiting::wait_for;
use private_postgres::PrivateCluster;
use sqlx::{Connection, PgConnection};

pub struct InProcess {
    pub installation: Installation,
    pub clock: Arc<FixedClock>,
    pub url: String,
    running: Running,
}

impl InProcess {
    /// Serves an existing installation that is not running. Must be awaited in the test itself, because the private
    /// PostgreSQL stops with the thread that started it.
    pub async fn serve_at(installation: Installation, clock: Arc<FixedClock>) -> Self {
        installation.prepare().await;
        let own = installation.settings().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let inherited = educators_forum::config::environment();
        let inherited = inherited.into_iter().filter(|(name, _)| name == "PATH" || name == "PG_BIN_DIR");
        let config = Config::read(inherited.chain(own)).expect("settings");
        let overrides =
            Overrides { clock: Some(Arc::clone(&clock) as Arc<dyn Clock>), ..Overrides::default() };
        let running = Box::pin(serve(&config, overrides, Tasks::default())).await.expect("a server");
        Self { installation, clock, url: running.url.clone(), running }
    }

    /// The first column of the query result, as text.
    pub async fn rows(&self, query: &'static str) -> Vec<String> {
        let mut connection = connection(&self.installation).await;
        let rows = sqlx::query_scalar(query).fetch_all(&mut connection).await.expect("rows of text");
        connection.close().await.expect("a clean close");
        rows
    }

    /// Waits until the query returns no row.
    pub async fn until_empty(&self, query: &'static str) {
        wait_for(query, async || self.rows(query).await.is_empty()).await;
    }

    /// Shuts down cleanly and keeps the data.
    pub async fn close(self) -> Installation {
        self.running.close().await;
        self.installation
    }
}

/// A connection to the private PostgreSQL of a running installation.
pub async fn connection(installation: &Installation) -> PgConnection {
    let address = PrivateCluster::attach(&cluster_options(&installation.path().join("data")))
        .await
        .expect("an address");
    let options = address.expect("a running cluster").options();
    PgConnection::connect_with(&options).await.expect("a connection")
}

/// Queues mails to different addresses at a running installation.
pub async fn queue_mails(installation: &Installation, count: i32) {
    let mut database = connection(installation).await;
    let queue = "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
                 select gen_random_uuid(), n || '@forum.example', 'account_exists', 'p' || n || '@school.example',
                        'Nadia', 'Okafor', now(), now() from generate_series(1, $1) n";
    sqlx::query(queue).bind(count).execute(&mut database).await.expect("queued mails");
    database.close().await.expect("a clean close");
}
