//! Starts, attaches to and stops a cluster.

use crate::{
    account::Account,
    binaries::{BinarySearch, Installation},
    error::{At, ClusterError, last_lines},
    home::{Home, Lock},
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

/// Time limit for a start, which may include crash recovery. An empty cluster starts in 50 ms.
const READY_WITHIN: Duration = Duration::from_secs(120);
/// How long [`PrivateCluster::attach`] waits for a starting cluster.
const ATTACH_WITHIN: Duration = Duration::from_secs(30);
/// Maximum length of a socket folder: macOS's limit, which is the smallest, less the socket's name.
const SOCKET_DIR_MAX: usize = 103 - "/.s.PGSQL.5432".len();

#[derive(Debug, Clone)]
pub struct ClusterOptions {
    /// The program's name in lower-case letters, digits and hyphens. Role and database have the same name with `_` for `-`.
    pub name: String,
    pub data_dir: PathBuf,
    pub binaries: BinarySearch,
    /// PostgreSQL settings by name and value. They override the defaults.
    pub extra: Vec<(&'static str, String)>,
}

impl ClusterOptions {
    #[must_use]
    pub fn new(name: impl Into<String>, data_dir: impl Into<PathBuf>) -> Self {
        let (name, data_dir) = (name.into(), data_dir.into());
        Self { name, data_dir, binaries: BinarySearch::default(), extra: Vec::new() }
    }

    /// Flushes nothing to disk, for tests: commits survive a crash of the server, but not of the machine.
    #[must_use]
    pub fn without_flushing(mut self) -> Self {
        self.extra.extend(["fsync", "full_page_writes"].map(|name| (name, "off".to_owned())));
        self
    }
}

/// A running private cluster. [`stop`](Self::stop) waits for a clean shutdown. A drop only sends the signal.
#[derive(Debug)]
pub struct PrivateCluster {
    child: Child,
    address: ClusterAddress,
    log: PathBuf,
    // Released after the signal to the child. The next start waits for the child if necessary.
    lock: Lock,
    _socket_dir: Option<TempDir>,
}

/// The socket of a running cluster.
#[derive(Debug, Clone)]
pub struct ClusterAddress(PgConnectOptions);

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

    /// The connection URL, in the format of `DATABASE_URL`, for sqlx and PostgreSQL's tools.
    #[must_use]
    pub fn url(&self) -> String {
        let mut url = self.0.to_url_lossy();
        let all = url.query_pairs().into_owned();
        // Only sqlx knows this parameter. psql and pgbench refuse it.
        let known: Vec<_> = all.filter(|(name, _)| name != "statement-cache-capacity").collect();
        url.query_pairs_mut().clear().extend_pairs(known);
        url.into()
    }

    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        self.0.clone()
    }

    #[must_use]
    pub fn socket_dir(&self) -> &Path {
        self.0.get_socket().map_or(Path::new(""), PathBuf::as_path)
    }
}

impl PrivateCluster {
    /// Starts the cluster of a data directory. Creates a missing cluster first.
    ///
    /// Await it directly in `main`, or on another thread that lives as long as the cluster: the kernel ends the server
    /// with the *thread* that started it, so a server that a spawned or blocking task starts would end early.
    pub async fn start(options: ClusterOptions) -> Result<Self, ClusterError> {
        let mut home = Home::find_or_make(&options.data_dir)?;
        let mut lock = lock(&home, &options).await?;
        lock.publish("")?;
        let majors = home.majors()?;
        let installation = options.binaries.pick(&majors, Some(&home)).await?;
        let is_new = !majors.contains(&installation.major);
        let account = Account::of(&home.cluster(installation.major));
        if is_new && !account.reaches(&installation.bin_dir.join("postgres"), &home.storage).await? {
            home.move_to_var_lib(&options.name)?;
        }
        let cluster = home.cluster(installation.major);
        if is_new {
            tracing::info!(cluster = %cluster.display(), version = installation.version, "creating the private PostgreSQL");
            server::create(account, &installation, &cluster).await?;
        }
        let beside = home.storage.join("run");
        let is_long = beside.as_os_str().len() > SOCKET_DIR_MAX;
        let short = is_long.then(|| tempfile::Builder::new().prefix(&options.name).tempdir());
        let short = short.transpose().at("create a folder in", Path::new("/tmp"))?;
        let socket_dir = short.as_ref().map_or(beside.as_path(), TempDir::path);
        account.make_private(socket_dir)?;
        server::end_predecessor(&cluster, socket_dir).await?;
        let log = home.control.join("postgres.log");
        let address = ClusterAddress::new(&options, socket_dir);
        let child = server::spawn(account, &installation, &cluster, &settings(&options, &address), &log)?;
        // From now on, a drop stops the server.
        let mut running = Self { child, address, log, lock, _socket_dir: short };
        let connection = running.ready().await?;
        running.prepare(connection).await?;
        running.lock.publish(&running.address.socket_dir().to_string_lossy())?;
        tracing::info!(cluster = %cluster.display(), version = installation.version, "private PostgreSQL is ready");
        Ok(running)
    }

    /// The cluster that another process runs with the same name and data directory, if any. Waits for a starting cluster.
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

    /// Returns the installation that [`start`](Self::start) would use, and whether the data directory has a cluster.
    /// Creates and changes nothing.
    pub async fn inspect(options: &ClusterOptions) -> Result<(Installation, bool), ClusterError> {
        let home = Home::find(&options.data_dir)?;
        let majors = home.as_ref().map_or(Ok(Vec::new()), Home::majors)?;
        let found = options.binaries.pick(&majors, home.as_ref()).await?;
        let has_data = majors.contains(&found.major);
        Ok((found, has_data))
    }

    #[must_use]
    pub fn address(&self) -> &ClusterAddress {
        &self.address
    }

    /// The connection URL, in the format of `DATABASE_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        self.address.url()
    }

    /// Waits until the server exits unexpectedly. Returns its status and the end of its log.
    pub async fn ended(&mut self) -> ClusterError {
        let status =
            self.child.wait().await.map_or_else(|error| error.to_string(), |status| status.to_string());
        let what = format!(
            "the private PostgreSQL exited unexpectedly ({status}); the next start recovers all committed data. Its log is {}",
            self.log.display()
        );
        ClusterError::Failed { what, output: end_of(&self.log) }
    }

    pub async fn stop(mut self) -> Result<(), ClusterError> {
        server::stop(&mut self.child).await.at("stop the PostgreSQL at", self.address.socket_dir())
    }

    /// Waits until the server accepts a connection from the superuser.
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

    /// Creates a missing role and database. The role owns its database and may create others for tests. It is not a
    /// superuser, so that a bug in the program's SQL cannot affect the machine.
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

/// Takes the lock or returns an error that names its holder. Retries for 100 ms, because [`PrivateCluster::attach`] briefly
/// takes a free lock.
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
        // Failed statements are not logged, because they may contain personal data. The program reports them.
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
