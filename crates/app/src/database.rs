//! The database: the server named by `DATABASE_URL`, or the private one in the development profile.

use std::io;
use std::time::Duration;

use anyhow::Context;
use forum_adapters::postgres::{
    ConnectError, ConnectionPool, OwnerError, Tools, connect, migrate, migrate_as_owner, server_major,
};
use forum_domain::shared::Fault;
use private_postgres::{ClusterError, ClusterOptions, Installation, PrivateCluster};

use crate::config::Config;
use crate::lifecycle::Tasks;

/// Name of the role, the database and the folders of the private PostgreSQL.
pub const CLUSTER_NAME: &str = "educators-forum";

/// Where `just up` puts PostgreSQL from the npm registry if the machine has none.
pub const NPM_POSTGRES: &str = ".postgres/bin";

/// The settings that the advice in a [`ClusterError`] refers to.
const CLUSTER_SETTINGS: &str = "the private PostgreSQL (data: FORUM__DATA__DIR; folder with its programs: PG_BIN_DIR; \
                                to use another server instead: DATABASE_URL)";

const DUMP_TOOLS: &str = "the tools for backups (folder: PG_BIN_DIR)";

/// Connections that a private cluster allows beyond the pool, for commands that run beside a serving process.
const SPARE_CONNECTIONS: u32 = 20;

/// Connections that were idle for this long are closed, because the server needs some megabytes for each.
const MAX_IDLE: Duration = Duration::from_mins(10);

/// An open pool, and the private cluster if this process runs it.
pub struct Database {
    pub pool: ConnectionPool,
    pub url: String,
    cluster: Option<PrivateCluster>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Serving: this process must run the private cluster itself.
    Serving,
    /// A command: uses the cluster of a serving process, or runs the cluster itself.
    Command,
}

/// Opens the database. Await it directly in `main`: the private cluster ends with the thread that started it.
pub async fn open_database(config: &Config, purpose: Use) -> anyhow::Result<Database> {
    if let Some(url) = &config.database_url {
        let pool = connect(url, config.database_pool, &config.trust).await.context("DATABASE_URL")?;
        return Ok(Database { pool, url: url.clone(), cluster: None });
    }
    let (cluster, url) = private_url(config, purpose).await.context(CLUSTER_SETTINGS)?;
    match connect(&url, config.database_pool, &config.trust).await {
        Ok(pool) => Ok(Database { pool, url, cluster }),
        Err(error) => {
            Database::stop_cluster(cluster).await;
            Err(error).context("the private PostgreSQL is running, but cannot be used")
        }
    }
}

/// Whether opening the database may succeed later: the server is unreachable, starting, busy or out of disk space. Wrong
/// settings and errors of the private PostgreSQL are not transient.
pub fn is_transient(error: &anyhow::Error) -> bool {
    let is_full =
        |error: &io::Error| matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    if error.chain().filter_map(|cause| cause.downcast_ref()).any(is_full) {
        return true;
    }
    error.downcast_ref().is_some_and(ConnectError::is_transient)
        || error.downcast_ref().is_some_and(OwnerError::is_transient)
        || matches!(error.downcast_ref(), Some(Fault::Unavailable(_) | Fault::Busy))
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
        // A serving process that is still creating its cluster holds the lock before it accepts connections.
        Err(error @ ClusterError::AlreadyRunning(..)) if purpose == Use::Command => {
            let address = PrivateCluster::attach(&options).await?.ok_or(error)?;
            Ok((None, address.url()))
        }
        Err(error) => Err(error),
    }
}

pub fn cluster_options(config: &Config) -> ClusterOptions {
    let mut options = ClusterOptions::new(CLUSTER_NAME, &config.data_dir);
    let connections = config.database_pool + SPARE_CONNECTIONS;
    options.extra = vec![("max_connections", connections.to_string())];
    options.binaries = config.programs.clone();
    options
}

pub fn start_closing_idle_connections(tasks: &Tasks, pool: &ConnectionPool) {
    let pool = pool.clone();
    tasks.every(MAX_IDLE / 10, "closing idle connections", move || {
        let pool = pool.clone();
        async move { pool.close_idle(MAX_IDLE).await }
    });
}

impl Database {
    /// Applies pending migrations, as the role of `FORUM__DATABASE__MIGRATION_URL` if that is set.
    pub async fn migrate(&self, config: &Config) -> anyhow::Result<()> {
        let migrated = match &config.migration_url {
            Some(owner) => migrate_as_owner(&self.pool, owner, &config.trust)
                .await
                .context("FORUM__DATABASE__MIGRATION_URL"),
            None => migrate(&self.pool).await.map_err(Into::into),
        };
        migrated.context("cannot migrate the database")
    }

    pub async fn tools(&self, config: &Config, url: &str) -> anyhow::Result<Tools> {
        let found = self.find_tools(config).await?;
        Tools::new(found.bin_dir, url, &config.trust).context("the URL of the database")
    }

    /// Finds tools for backups that accept the server.
    pub async fn find_tools(&self, config: &Config) -> anyhow::Result<Installation> {
        let server = server_major(&self.pool).await?;
        config.programs.dump_tools(server).await.context(DUMP_TOOLS)
    }

    /// Returns when the private PostgreSQL exits, with the reason. With `DATABASE_URL` it never returns: the pool
    /// reconnects when that server is back.
    pub async fn lost(&mut self) -> anyhow::Error {
        match &mut self.cluster {
            Some(cluster) => cluster.ended().await.into(),
            None => std::future::pending().await,
        }
    }

    pub async fn close(self) {
        self.pool.close().await;
        Self::stop_cluster(self.cluster).await;
    }

    async fn stop_cluster(cluster: Option<PrivateCluster>) {
        if let Some(cluster) = cluster
            && let Err(error) = cluster.stop().await
        {
            tracing::error!(%error, "the private PostgreSQL did not shut down cleanly");
        }
    }
}
