//! The private PostgreSQL: a cluster in the data directory that runs as long as the program does. It is what `serve` and the
//! commands use without `DATABASE_URL`, and what tests run on.
//!
//! - No TCP: the only way in is a socket in a folder that only its owner may enter.
//! - One program a data directory, held by a lock; commands beside it [`attach`](PrivateCluster::attach).
//! - The server ends with the program, kill -9 included (Linux; on macOS, which is untried, the next start ends it).
//!
//! Called by the composition root and by test harnesses; nothing else knows whether PostgreSQL is private.

mod account;
mod address;
mod binaries;
mod error;
mod home;
mod initdb;
mod lock;
mod options;
mod pid_file;
mod postmaster;

pub use address::ClusterAddress;
pub use binaries::BinarySearch;
pub use error::ClusterError;
pub use options::{ClusterOptions, Durability};

use account::Account;
use address::{DATABASE, PORT, SUPERUSER};
use error::At;
use home::Home;
use lock::DirectoryLock;
use pid_file::PidFile;
use rustix::process::Signal;
use sqlx::{Connection, PgConnection};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{process::Child, time::Instant};

/// A running private cluster. [`stop`](Self::stop) it to end it in order; dropped, it is only told to end.
#[derive(Debug)]
pub struct PrivateCluster {
    child: Child,
    address: ClusterAddress,
    log: PathBuf,
    // Released after the child was told to end; the next start waits for it where needed.
    _locks: Vec<DirectoryLock>,
}

/// What a start would find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterProspect {
    /// Whether the data directory holds a cluster; if not, the start makes one.
    pub has_data: bool,
    /// The folder that holds its data or will; it may lie outside the data directory.
    pub place: PathBuf,
    /// What `postgres --version` prints.
    pub version: String,
    /// Where the programs are.
    pub bin_dir: PathBuf,
}

impl PrivateCluster {
    /// Starts the cluster of a data directory, making it first where there is none.
    ///
    /// Await this directly in `main` (or on another thread that lives as long as the cluster shall): the kernel ends the
    /// server together with the *thread* that started it, so from a spawned or blocking task it would end early.
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
            installation = home::copy_of(&installation).await?;
        }
        let postgres = installation.bin_dir.join("postgres");
        if is_new && home.place == home.control && !account.reaches(&postgres, &home.place).await? {
            home.move_elsewhere()?;
        }
        home.check_place()?;
        if home.place != home.control {
            // A copied data directory names the same place as its original.
            locks.push(DirectoryLock::take(&home.place, &home.data_dir)?);
        }
        let cluster = home.cluster(installation.major);
        if is_new {
            tracing::info!(cluster = %cluster.display(), version = installation.version, "creating the private PostgreSQL");
            initdb::create(account, &installation, &cluster, options.durability == Durability::Full).await?;
        }
        postmaster::wait_until_vacant(&cluster).await?;
        let socket_dir = home.socket_dir(account)?;
        postmaster::remove_stale_files(&cluster, &socket_dir.join(format!(".s.PGSQL.{PORT}")))?;
        let settings = options.server_settings(&socket_dir);
        let log = home.log();
        let child = postmaster::spawn(account, &postgres, &cluster, &settings, &log)?;
        // From here on whatever fails, or a caller who stops waiting, also ends the server.
        let address = ClusterAddress { socket_dir, port: PORT };
        let mut running = Self { child, address, log, _locks: locks };
        postmaster::wait_until_ready(&mut running.child, &cluster, &running.log).await?;
        running.prepare().await?;
        tracing::info!(cluster = %cluster.display(), version = installation.version, "private PostgreSQL is ready");
        Ok(running)
    }

    /// The cluster that another process runs for this data directory; `None` when none runs. One that is just starting is
    /// waited for, up to half a minute; then the caller's own connection will tell what is wrong.
    pub async fn attach(data_dir: &Path) -> Result<Option<ClusterAddress>, ClusterError> {
        let deadline = Instant::now() + Duration::from_secs(30);
        let Some(home) = Home::find(data_dir)? else { return Ok(None) };
        for major in home.majors()?.into_iter().rev() {
            let cluster = home.cluster(major);
            while let Some(file) = PidFile::read(&cluster)? {
                if file.status == "stopping" || !postmaster::occupants(&cluster)?.contains(&file.pid) {
                    break;
                }
                let address = ClusterAddress { socket_dir: file.socket_dir, port: file.port };
                // At the very first start the database is made a moment after the server is ready.
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

    /// What [`start`](Self::start) would run, told without making or changing anything.
    ///
    /// # Errors
    /// When it could not start for want of a fitting PostgreSQL, or the data directory cannot be read.
    pub async fn prospect(options: &ClusterOptions) -> Result<ClusterProspect, ClusterError> {
        let home = Home::find(&options.data_dir)?;
        home.as_ref().map_or(Ok(()), Home::check_place)?;
        let majors = home.as_ref().map_or(Ok(Vec::new()), Home::majors)?;
        let folder =
            |major| home.as_ref().map_or_else(|| options.data_dir.clone(), |home| home.cluster(major));
        let installation = options.binaries.pick(&majors, folder).await?;
        Ok(ClusterProspect {
            has_data: majors.contains(&installation.major),
            place: home.map_or_else(|| options.data_dir.clone(), |home| home.place),
            version: installation.version,
            bin_dir: installation.bin_dir,
        })
    }

    /// How to reach it.
    #[must_use]
    pub fn address(&self) -> &ClusterAddress {
        &self.address
    }

    /// The connection URL, in the form `DATABASE_URL` takes.
    #[must_use]
    pub fn url(&self) -> String {
        self.address.url()
    }

    /// Returns when the server has ended although nobody here told it to, with what can be said about it. Dropped and started
    /// again, the cluster holds everything that was committed.
    pub async fn ended(&mut self) -> ClusterError {
        let status = match self.child.wait().await {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        ClusterError::Ended { status, output: postmaster::end_of(&self.log), log: self.log.clone() }
    }

    /// Ends the server in order and waits for it.
    pub async fn stop(mut self) -> Result<(), ClusterError> {
        postmaster::stop(&mut self.child).await.at("stop the PostgreSQL at", &self.address.socket_dir)
    }

    /// Makes the role and the database where missing. The role owns its database and may make others (tests do), but is no
    /// superuser: a mistake in the product's SQL cannot reach the machine.
    async fn prepare(&self) -> Result<(), ClusterError> {
        let mut connection =
            PgConnection::connect_with(&self.address.options_of(SUPERUSER).database(SUPERUSER)).await?;
        let exists = "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)";
        if !sqlx::query_scalar::<_, bool>(exists).bind(DATABASE).fetch_one(&mut connection).await? {
            sqlx::query("CREATE ROLE educators_forum LOGIN CREATEDB").execute(&mut connection).await?;
        }
        let exists = "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)";
        if !sqlx::query_scalar::<_, bool>(exists).bind(DATABASE).fetch_one(&mut connection).await? {
            sqlx::query("CREATE DATABASE educators_forum OWNER educators_forum")
                .execute(&mut connection)
                .await?;
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
