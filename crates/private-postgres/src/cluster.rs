//! The running cluster: starting it, attaching to a running one, stopping it.

use crate::{
    account::Account,
    error::{At, ClusterError, last_lines},
    home::{Home, Lock},
    options::ClusterOptions,
    server::{self, SUPERUSER},
};
use rustix::process::Signal;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, postgres::PgConnectOptions};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use tempfile::TempDir;
use tokio::{
    process::Child,
    time::{Instant, sleep, timeout},
};

/// A crash recovery may take a while; starting an empty cluster takes 50 ms.
const READY_WITHIN: Duration = Duration::from_secs(120);
/// How long [`PrivateCluster::attach`] waits for a cluster that is just starting.
const ATTACH_WITHIN: Duration = Duration::from_secs(30);
/// Maximum length of a socket folder: the smallest limit of all systems (macOS 103) less the name of the socket.
const SOCKET_DIR: usize = 103 - "/.s.PGSQL.5432".len();

/// A running private cluster. Call [`stop`](Self::stop) to wait for a clean shutdown; dropping it only sends the
/// signal.
#[derive(Debug)]
pub struct PrivateCluster {
    child: Child,
    address: ClusterAddress,
    log: PathBuf,
    // Released after the child was signalled; the next start waits for the child if necessary.
    lock: Lock,
    _socket_dir: Option<TempDir>,
}

/// Address of a running cluster: always a socket.
#[derive(Debug, Clone)]
pub struct ClusterAddress(PgConnectOptions);

/// What a start would find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterInspection {
    /// Whether the data directory contains a cluster; if not, the start creates one.
    pub has_data: bool,
    /// What `postgres --version` prints.
    pub version: String,
    /// The folder of the PostgreSQL programs.
    pub bin_dir: PathBuf,
}

impl ClusterAddress {
    fn new(options: &ClusterOptions, socket_dir: &Path) -> Self {
        let name = options.name.replace('-', "_");
        Self(
            PgConnectOptions::new_without_pgpass()
                .socket(socket_dir)
                .port(5432)
                .username(&name)
                .database(&name),
        )
    }

    /// The connection URL, in the format of `DATABASE_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        self.0.to_url_lossy().into()
    }

    /// The address as connection options.
    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        self.0.clone()
    }

    /// The folder of the socket.
    #[must_use]
    pub fn socket_dir(&self) -> &Path {
        self.0.get_socket().map_or(Path::new(""), PathBuf::as_path)
    }
}

impl PrivateCluster {
    /// Starts the cluster of a data directory and creates it first if there is none.
    ///
    /// Await this directly in `main` (or on another thread that lives as long as the cluster): the kernel kills the
    /// server together with the *thread* that started it, so a server started from a spawned or blocking task would end
    /// early.
    pub async fn start(options: ClusterOptions) -> Result<Self, ClusterError> {
        let mut home = Home::find_or_make(&options.data_dir)?;
        let mut lock = lock(&home, &options).await?;
        lock.publish("")?;
        let majors = home.majors()?;
        let installation = options.binaries.pick(&majors, |major| home.cluster(major)).await?;
        let is_new = !majors.contains(&installation.major);
        let account = Account::of(&home.cluster(installation.major));
        if is_new && !account.reaches(&installation.bin_dir.join("postgres"), &home.place).await? {
            home.move_elsewhere(&options.name)?;
        }
        let cluster = home.cluster(installation.major);
        if is_new {
            tracing::info!(cluster = %cluster.display(), version = installation.version, "creating the private PostgreSQL");
            server::create(account, &installation, &cluster).await?;
        }
        let beside = home.place.join("run");
        let short = if beside.as_os_str().len() > SOCKET_DIR {
            Some(
                tempfile::Builder::new()
                    .prefix(&options.name)
                    .tempdir()
                    .at("create a folder in", Path::new("/tmp"))?,
            )
        } else {
            None
        };
        let socket_dir = short.as_ref().map_or(beside.as_path(), TempDir::path);
        account.make_private(socket_dir)?;
        server::end_predecessor(&cluster, socket_dir).await?;
        let log = home.control.join("postgres.log");
        let address = ClusterAddress::new(&options, socket_dir);
        let child = server::spawn(account, &installation, &cluster, &settings(&options, &address), &log)?;
        // From here on, the server is stopped if anything fails or the caller stops waiting.
        let mut running = Self { child, address, log, lock, _socket_dir: short };
        let connection = running.ready().await?;
        running.prepare(connection).await?;
        running.lock.publish(&running.address.socket_dir().to_string_lossy())?;
        tracing::info!(cluster = %cluster.display(), version = installation.version, "private PostgreSQL is ready");
        Ok(running)
    }

    /// The cluster that another process runs with the same name and data directory; `None` if none is running. Waits
    /// for one that is starting.
    pub async fn attach(options: &ClusterOptions) -> Result<Option<ClusterAddress>, ClusterError> {
        let deadline = Instant::now() + ATTACH_WITHIN;
        let Some(home) = Home::find(&options.data_dir)? else { return Ok(None) };
        while let Err(owner) = Lock::take(&home)? {
            if let Some(socket_dir) = owner.lines().nth(1).filter(|folder| !folder.is_empty()) {
                let address = ClusterAddress::new(options, Path::new(socket_dir));
                if let Ok(Ok(_)) = timeout(ATTACH_WITHIN, PgConnection::connect_with(&address.0)).await {
                    return Ok(Some(address));
                }
            }
            if Instant::now() > deadline {
                return Err(not_ready(ATTACH_WITHIN, &home.control.join("postgres.log")));
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(None)
    }

    /// Reports what [`start`](Self::start) would run, without creating or changing anything.
    ///
    /// # Errors
    /// When no suitable PostgreSQL was found, or the data directory cannot be read.
    pub async fn inspect(options: &ClusterOptions) -> Result<ClusterInspection, ClusterError> {
        let home = Home::find(&options.data_dir)?;
        let majors = home.as_ref().map_or(Ok(Vec::new()), Home::majors)?;
        let folder = |major| home.as_ref().map_or_else(PathBuf::new, |home| home.cluster(major));
        let found = options.binaries.pick(&majors, folder).await?;
        let has_data = majors.contains(&found.major);
        Ok(ClusterInspection { has_data, version: found.version, bin_dir: found.bin_dir })
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

    /// Returns when the server has exited by itself, with what is known about the cause.
    pub async fn ended(&mut self) -> ClusterError {
        let status =
            self.child.wait().await.map_or_else(|error| error.to_string(), |status| status.to_string());
        let what = format!(
            "the private PostgreSQL exited unexpectedly ({status}); the next start recovers all committed data. Its log is {}",
            self.log.display()
        );
        ClusterError::Failed { what, output: end_of(&self.log) }
    }

    /// Shuts the server down and waits for it.
    pub async fn stop(mut self) -> Result<(), ClusterError> {
        server::stop(&mut self.child).await.at("stop the PostgreSQL at", self.address.socket_dir())
    }

    /// Returns a connection of the superuser once the server accepts one.
    async fn ready(&mut self) -> Result<PgConnection, ClusterError> {
        let superuser = self.address.options().username(SUPERUSER).database(SUPERUSER);
        let deadline = Instant::now() + READY_WITHIN;
        loop {
            if let Some(status) = self.child.try_wait().at("wait for", &self.log)? {
                let what =
                    format!("starting PostgreSQL failed ({status}). Its log is {}", self.log.display());
                return Err(ClusterError::Failed { what, output: end_of(&self.log) });
            }
            if let Ok(connection) = PgConnection::connect_with(&superuser).await {
                return Ok(connection);
            }
            if Instant::now() > deadline {
                return Err(not_ready(READY_WITHIN, &self.log));
            }
            sleep(Duration::from_millis(15)).await;
        }
    }

    /// Creates the role and the database if missing. The role owns its database and may create others (tests do), but
    /// is not a superuser: a mistake in the program's SQL cannot affect the machine.
    async fn prepare(&self, mut superuser: PgConnection) -> Result<(), ClusterError> {
        // The server itself quotes the name.
        for missing in [
            "SELECT format('CREATE ROLE %I LOGIN CREATEDB', $1::text)
             WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)",
            "SELECT format('CREATE DATABASE %I OWNER %1$I', $1::text)
             WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = $1)",
        ] {
            let create = sqlx::query_scalar::<_, String>(missing).bind(self.address.0.get_username());
            if let Some(create) = create.fetch_optional(&mut superuser).await? {
                sqlx::query(AssertSqlSafe(create)).execute(&mut superuser).await?;
            }
        }
        Ok(superuser.close().await?)
    }
}

impl Drop for PrivateCluster {
    fn drop(&mut self) {
        server::signal_child(&self.child, Signal::INT);
    }
}

/// Takes the lock, or reports which process holds it. Tries again for a moment: [`PrivateCluster::attach`] takes the lock
/// to see whether it is free.
async fn lock(home: &Home, options: &ClusterOptions) -> Result<Lock, ClusterError> {
    for _ in 0..5 {
        if let Ok(lock) = Lock::take(home)? {
            return Ok(lock);
        }
        sleep(Duration::from_millis(20)).await;
    }
    Lock::take(home)?.map_err(|owner| {
        let pid = owner.lines().next().unwrap_or_default().to_owned();
        ClusterError::AlreadyRunning(pid, options.data_dir.canonicalize().unwrap_or_default())
    })
}

fn settings<'a>(options: &'a ClusterOptions, address: &'a ClusterAddress) -> Vec<(&'a str, &'a str)> {
    let mut settings = vec![
        ("listen_addresses", ""),
        ("unix_socket_directories", address.socket_dir().to_str().unwrap_or_default()),
        ("unix_socket_permissions", "0700"),
        ("port", "5432"),
        ("timezone", "UTC"),
        ("log_timezone", "UTC"),
        // Reporting failed statements is up to the program: their text and values may contain what must not be logged.
        ("log_min_messages", "log"),
        ("log_min_error_statement", "panic"),
        ("log_error_verbosity", "terse"),
    ];
    settings.extend(options.extra.iter().map(|(name, value)| (*name, &**value)));
    settings
}

fn not_ready(within: Duration, log: &Path) -> ClusterError {
    let what = format!("PostgreSQL was not ready after {} s. Its log is {}", within.as_secs(), log.display());
    ClusterError::Failed { what, output: end_of(log) }
}

fn end_of(log: &Path) -> String {
    fs::read(log).map_or_else(|_| "(no log)".to_owned(), |text| last_lines(&text))
}
