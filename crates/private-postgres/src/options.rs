//! Start options of a private cluster, and the PostgreSQL settings derived from them.

use crate::binaries::BinarySearch;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Durability of commits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// A committed transaction survives a power failure.
    #[default]
    Full,
    /// For tests: nothing is flushed to disk.
    Throwaway,
}

/// Start options of a private cluster.
#[derive(Debug, Clone)]
pub struct ClusterOptions {
    /// The program's name in lower-case letters, digits and hyphens. Also the name of the role and the database (with
    /// `_` for `-`), and of folders outside the data directory if those are needed.
    pub name: String,
    /// The program's data directory; the cluster is stored below it.
    pub data_dir: PathBuf,
    /// Where to look for PostgreSQL.
    pub binaries: BinarySearch,
    /// PostgreSQL's `max_connections`.
    pub max_connections: u16,
    /// Durability of commits.
    pub durability: Durability,
    /// How long [`attach`](crate::PrivateCluster::attach) waits for a cluster that is just starting.
    pub attach_within: Duration,
    /// Additional PostgreSQL settings by name and value; they override the defaults.
    pub extra: Vec<(String, String)>,
}

impl ClusterOptions {
    /// Durable defaults for a program and its data directory.
    #[must_use]
    pub fn new(name: impl Into<String>, data_dir: impl Into<PathBuf>) -> Self {
        Self {
            name: name.into(),
            data_dir: data_dir.into(),
            binaries: BinarySearch::default(),
            max_connections: 100,
            durability: Durability::Full,
            attach_within: Duration::from_secs(30),
            extra: Vec::new(),
        }
    }

    /// Name of the role and the database.
    pub(crate) fn database(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Folder for what PostgreSQL's account cannot access below the data directory.
    pub(crate) fn fallback_dir(&self) -> PathBuf {
        Path::new("/var/lib").join(&self.name)
    }

    /// All server settings, for the command line.
    pub(crate) fn server_settings(&self, socket_dir: &Path) -> Vec<(String, String)> {
        let socket_dir = socket_dir.to_string_lossy();
        let max_connections = self.max_connections.to_string();
        let mut settings = vec![
            ("listen_addresses", ""),
            ("unix_socket_directories", &socket_dir),
            ("unix_socket_permissions", "0700"),
            ("port", "5432"),
            ("max_connections", &max_connections),
            ("timezone", "UTC"),
            ("log_timezone", "UTC"),
            // Compiled queries need memory that is writable and executable, which services may be denied; then a
            // costly query fails.
            ("jit", "off"),
            // Reporting failed statements is up to the program: their text and values may contain what must not be
            // logged.
            ("log_min_messages", "log"),
            ("log_min_error_statement", "panic"),
            ("log_error_verbosity", "terse"),
        ];
        if self.durability == Durability::Throwaway {
            // Commits are still handed to the operating system: they survive a crash of the server, but not of the
            // machine.
            settings.extend([("fsync", "off"), ("full_page_writes", "off")]);
        }
        let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        settings.chain(self.extra.iter().cloned()).collect()
    }
}
