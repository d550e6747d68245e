//! The database: the server that `DATABASE_URL` names, or the private one.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use anyhow::Context;
use forum_adapters::postgres::{ConnectError, OwnerError, PgPool, connect, migrate, migrate_as_owner};
use forum_domain::shared::Fault;
use private_postgres::{BinarySearch, ClusterError, ClusterOptions, PrivateCluster};
use tokio::time::Instant;

use crate::config::Config;
use crate::lifecycle::Backoff;

/// Names the role, the database and the folders of the private PostgreSQL.
pub const CLUSTER_NAME: &str = "educators-forum";

/// Where `just up` puts PostgreSQL from the npm registry when the machine has none.
pub const NPM_POSTGRES: &str = ".postgres/bin";

/// Which settings the advice in a [`ClusterError`] is about.
const CLUSTER_SETTINGS: &str = "the private PostgreSQL (its data: FORUM__DATA__DIR; the folder of its programs: PG_BIN_DIR; \
                                another server in its place: DATABASE_URL)";

/// Connections that a private cluster allows beyond those of the pool: commands beside a serving process.
const SPARE_CONNECTIONS: u16 = 20;

/// A private cluster that ran for longer does not end at every start.
const STEADY: Duration = Duration::from_secs(60);

/// An open pool, and the private cluster if this process runs it.
pub struct Database {
    /// The pool.
    pub pool: PgPool,
    cluster: Option<PrivateCluster>,
}

/// Who asks for a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A serving process: it must own the private cluster.
    Serving,
    /// A command: it goes beside a serving process, or runs the cluster for itself.
    Command,
}

/// Opens the database. Await it directly in `main`: the private cluster ends with the thread that started it.
///
/// # Errors
/// In words for the person at the keyboard.
pub async fn open_database(config: &Config, purpose: Use) -> anyhow::Result<Database> {
    if let Some(url) = &config.database_url {
        let pool = connect(url, config.database_pool, &config.trust).await.context("DATABASE_URL")?;
        return Ok(Database { pool, cluster: None });
    }
    let (cluster, url) = private_url(config, purpose).await.context(CLUSTER_SETTINGS)?;
    match connect(&url, config.database_pool, &config.trust).await {
        Ok(pool) => Ok(Database { pool, cluster }),
        Err(error) => {
            Database::stop_cluster(cluster).await;
            Err(error).context("the private PostgreSQL runs, but cannot be used")
        }
    }
}

/// Whether opening the database may succeed later: the server is unreachable, starting, busy or out of disk space, or
/// PostgreSQL is not installed yet. Wrong settings do not pass.
pub fn is_passing(error: &anyhow::Error) -> bool {
    let is_full =
        |error: &io::Error| matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    if error.chain().filter_map(|cause| cause.downcast_ref()).any(is_full) {
        return true;
    }
    error.downcast_ref().is_some_and(ConnectError::is_passing)
        || error.downcast_ref().is_some_and(ClusterError::is_passing)
        || error.downcast_ref().is_some_and(OwnerError::is_passing)
        || matches!(error.downcast_ref(), Some(Fault::Unavailable(_)))
}

async fn private_url(
    config: &Config,
    purpose: Use,
) -> Result<(Option<PrivateCluster>, String), ClusterError> {
    let options = cluster_options(config);
    if purpose == Use::Command
        && let Some(address) = PrivateCluster::attach(&options).await?
    {
        return Ok((None, address.url()));
    }
    match PrivateCluster::start(options.clone()).await {
        Ok(cluster) => {
            let url = cluster.url();
            Ok((Some(cluster), url))
        }
        // A serving process that is just making its cluster holds the lock before anybody can attach.
        Err(error @ ClusterError::AlreadyRunning { .. }) if purpose == Use::Command => {
            let address = PrivateCluster::attach(&options).await?.ok_or(error)?;
            Ok((None, address.url()))
        }
        Err(error) => Err(error),
    }
}

/// What the private cluster of these settings is started with.
pub fn cluster_options(config: &Config) -> ClusterOptions {
    let mut options = ClusterOptions::new(CLUSTER_NAME, &config.data_dir);
    options.max_connections =
        u16::try_from(config.database_pool).unwrap_or(u16::MAX - SPARE_CONNECTIONS) + SPARE_CONNECTIONS;
    options.binaries = BinarySearch {
        bin_dir: config.programs.pg_bin_dir.clone(),
        path: config.programs.path.clone(),
        npm_dir: Some(NPM_POSTGRES.into()),
    };
    options
}

impl Database {
    /// Brings the schema up to date, as the role of `FORUM__DATABASE__MIGRATION_URL` where that is set.
    ///
    /// # Errors
    /// In words for the person at the keyboard.
    pub async fn migrate(&self, config: &Config) -> anyhow::Result<()> {
        let migrated = match &config.migration_url {
            Some(owner) => migrate_as_owner(&self.pool, owner, &config.trust)
                .await
                .context("FORUM__DATABASE__MIGRATION_URL"),
            None => migrate(&self.pool).await.map_err(Into::into),
        };
        migrated.context("the database's schema cannot be brought up to date")
    }

    /// Starts the private cluster again whenever it has ended by itself; the pool finds it by the same address. There is
    /// nothing to do where `DATABASE_URL` names the server: the pool finds that one again when it is back. Await it
    /// directly in `main` (see [`open_database`]).
    pub async fn keep_running(&mut self, config: &Config) -> Infallible {
        if config.database_url.is_some() {
            return std::future::pending().await;
        }
        let mut backoff = Backoff::default();
        loop {
            if let Some(cluster) = &mut self.cluster {
                let since = Instant::now();
                let ended = cluster.ended().await;
                tracing::error!(error = %ended, "until PostgreSQL is started again, only pages are served");
                if since.elapsed() > STEADY {
                    backoff = Backoff::default();
                }
                // Lets go of the data directory.
                self.cluster = None;
            }
            backoff.wait().await;
            match PrivateCluster::start(cluster_options(config)).await {
                Ok(cluster) => self.cluster = Some(cluster),
                Err(error) => tracing::error!(%error, "PostgreSQL cannot be started again yet"),
            }
        }
    }

    /// Closes the pool and ends the private cluster in order.
    pub async fn close(self) {
        self.pool.close().await;
        Self::stop_cluster(self.cluster).await;
    }

    async fn stop_cluster(cluster: Option<PrivateCluster>) {
        if let Some(cluster) = cluster
            && let Err(error) = cluster.stop().await
        {
            tracing::error!(%error, "the private PostgreSQL did not stop in order");
        }
    }
}
