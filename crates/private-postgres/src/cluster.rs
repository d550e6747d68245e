//! The running cluster: starting it, attaching to a running one, stopping it.

use crate::account::Account;
use crate::address::{ClusterAddress, PORT, SUPERUSER};
use crate::error::{At, ClusterError};
use crate::home::{self, Home};
use crate::initdb;
use crate::lock::DirectoryLock;
use crate::options::{ClusterOptions, Durability};
use crate::pid_file::PidFile;
use crate::postmaster;
use rustix::process::Signal;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{process::Child, time::Instant};

/// A running private cluster. Call [`stop`](Self::stop) to wait for a clean shutdown; dropping it only sends the
/// signal.
#[derive(Debug)]
pub struct PrivateCluster {
    child: Child,
    address: ClusterAddress,
    log: PathBuf,
    // Released after the child was signalled; the next start waits for the child if necessary.
    _locks: Vec<DirectoryLock>,
}

/// What a start would find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterInspection {
    /// Whether the data directory contains a cluster; if not, the start creates one.
    pub has_data: bool,
    /// The folder of the data, existing or future; it may be outside the data directory.
    pub place: PathBuf,
    /// What `postgres --version` prints.
    pub version: String,
    /// The folder of the PostgreSQL programs.
    pub bin_dir: PathBuf,
}

impl PrivateCluster {
    /// Starts the cluster of a data directory and creates it first if there is none.
    ///
    /// Await this directly in `main` (or on another thread that lives as long as the cluster): the kernel kills the
    /// server together with the *thread* that started it, so a server started from a spawned or blocking task would end
    /// early.
    pub async fn start(options: ClusterOptions) -> Result<Self, ClusterError> {
        let mut home = Home::find_or_make(&options.data_dir)?;
        let mut locks = vec![DirectoryLock::take(&home.control, &home.data_dir)?];
        let majors = home.majors()?;
        let mut installation = options.binaries.pick(&majors, |major| home.cluster(major)).await?;
        let is_new = !majors.contains(&installation.major);
        let account = match is_new {
            true => Account::for_new_cluster()?,
            false => Account::owning(&home.cluster(installation.major))?,
        };
        if !account.reaches(&installation.bin_dir.join("postgres"), Path::new("/")).await? {
            installation = home::copy_of(&installation, &options.fallback_dir()).await?;
        }
        let postgres = installation.bin_dir.join("postgres");
        if is_new && home.place == home.control && !account.reaches(&postgres, &home.place).await? {
            home.move_elsewhere(&options.fallback_dir())?;
        }
        home.check_place()?;
        if home.place != home.control {
            // A copied data directory points to the same folder as its original.
            locks.push(DirectoryLock::take(&home.place, &home.data_dir)?);
        }
        let cluster = home.cluster(installation.major);
        if is_new {
            tracing::info!(cluster = %cluster.display(), version = installation.version, "creating the private PostgreSQL");
            initdb::create(account, &installation, &cluster, options.durability == Durability::Full).await?;
        }
        postmaster::wait_until_vacant(&cluster).await?;
        let socket_dir = home.socket_dir(account, &options.name)?;
        postmaster::remove_stale_files(&cluster, &socket_dir.join(format!(".s.PGSQL.{PORT}")))?;
        let settings = options.server_settings(&socket_dir);
        let log = home.log();
        let child = postmaster::spawn(account, &postgres, &cluster, &settings, &log)?;
        // From here on, the server is stopped if anything fails or the caller stops waiting.
        let address = ClusterAddress { database: options.database(), socket_dir, port: PORT };
        let mut running = Self { child, address, log, _locks: locks };
        postmaster::wait_until_ready(&mut running.child, &cluster, &running.log).await?;
        running.prepare().await?;
        tracing::info!(cluster = %cluster.display(), version = installation.version, "private PostgreSQL is ready");
        Ok(running)
    }

    /// The cluster that another process runs with the same name and data directory; `None` if none is running. Waits
    /// for one that is starting, within a limit; after that, the caller's own connection will report the error.
    pub async fn attach(options: &ClusterOptions) -> Result<Option<ClusterAddress>, ClusterError> {
        let deadline = Instant::now() + options.attach_within;
        let Some(home) = Home::find(&options.data_dir)? else { return Ok(None) };
        for major in home.majors()?.into_iter().rev() {
            let cluster = home.cluster(major);
            while let Some(file) = PidFile::read(&cluster)? {
                if file.status == "stopping" || !postmaster::occupants(&cluster)?.contains(&file.pid) {
                    break;
                }
                let address = ClusterAddress {
                    database: options.database(),
                    socket_dir: file.socket_dir,
                    port: file.port,
                };
                // During the very first start, the database is created shortly after the server is ready.
                let usable =
                    file.status == "ready" && PgConnection::connect_with(&address.options()).await.is_ok();
                if usable || Instant::now() > deadline {
                    return Ok(Some(address));
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        Ok(None)
    }

    /// Reports what [`start`](Self::start) would run, without creating or changing anything.
    ///
    /// # Errors
    /// When no suitable PostgreSQL was found, or the data directory cannot be read.
    pub async fn inspect(options: &ClusterOptions) -> Result<ClusterInspection, ClusterError> {
        let home = Home::find(&options.data_dir)?;
        home.as_ref().map_or(Ok(()), Home::check_place)?;
        let majors = home.as_ref().map_or(Ok(Vec::new()), Home::majors)?;
        let folder =
            |major| home.as_ref().map_or_else(|| options.data_dir.clone(), |home| home.cluster(major));
        let installation = options.binaries.pick(&majors, folder).await?;
        Ok(ClusterInspection {
            has_data: majors.contains(&installation.major),
            place: home.map_or_else(|| options.data_dir.clone(), |home| home.place),
            version: installation.version,
            bin_dir: installation.bin_dir,
        })
    }

    /// The address for connections.
    #[must_use]
    pub fn address(&self) -> &ClusterAddress {
        &self.address
    }

    /// The connection URL, in the format of `DATABASE_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        self.address.url()
    }

    /// Returns when the server has exited by itself, with what is known about the cause. Dropped and started again, the
    /// cluster contains everything that was committed.
    pub async fn ended(&mut self) -> ClusterError {
        let status = match self.child.wait().await {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        ClusterError::Ended { status, output: postmaster::end_of(&self.log), log: self.log.clone() }
    }

    /// Shuts the server down and waits for it.
    pub async fn stop(mut self) -> Result<(), ClusterError> {
        postmaster::stop(&mut self.child).await.at("stop the PostgreSQL at", &self.address.socket_dir)
    }

    /// Creates the role and the database if missing. The role owns its database and may create others (tests do), but
    /// is not a superuser: a mistake in the program's SQL cannot affect the machine.
    async fn prepare(&self) -> Result<(), ClusterError> {
        let superuser = self.address.options_of(SUPERUSER).database(SUPERUSER);
        let mut connection = PgConnection::connect_with(&superuser).await?;
        // The server itself quotes the name.
        for missing in [
            "SELECT format('CREATE ROLE %I LOGIN CREATEDB', $1::text)
             WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)",
            "SELECT format('CREATE DATABASE %I OWNER %1$I', $1::text)
             WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = $1)",
        ] {
            let create = sqlx::query_scalar::<_, String>(missing).bind(&self.address.database);
            if let Some(create) = create.fetch_optional(&mut connection).await? {
                sqlx::query(AssertSqlSafe(create)).execute(&mut connection).await?;
            }
        }
        connection.close().await?;
        Ok(())
    }
}

impl Drop for PrivateCluster {
    fn drop(&mut self) {
        if let Some(pid) = self.child.id().and_then(|pid| i32::try_from(pid).ok()) {
            postmaster::send(pid, Signal::INT);
        }
    }
}
