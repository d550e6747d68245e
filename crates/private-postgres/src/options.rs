//! What a private cluster is started with, and the settings of PostgreSQL that follow from it.

use crate::binaries::BinarySearch;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How safely the cluster writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// A committed transaction survives a power cut.
    #[default]
    Full,
    /// For tests: nothing is forced to disk.
    Throwaway,
}

/// What a private cluster is started with.
#[derive(Debug, Clone)]
pub struct ClusterOptions {
    /// The program's name in lower-case letters, digits and hyphens. The role and the database are called so (with `_` for
    /// `-`), and folders outside the data directory where those are needed.
    pub name: String,
    /// The program's data directory; the cluster lives below it.
    pub data_dir: PathBuf,
    /// Where to look for PostgreSQL.
    pub binaries: BinarySearch,
    /// PostgreSQL's `max_connections`.
    pub max_connections: u16,
    /// How safely it writes.
    pub durability: Durability,
    /// How long [`attach`](crate::PrivateCluster::attach) waits for a cluster that is just starting.
    pub attach_within: Duration,
    /// Further settings of PostgreSQL, by name and value; they win over those made here.
    pub extra: Vec<(String, String)>,
}

impl ClusterOptions {
    /// Safe defaults for a program and its data directory.
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

    /// The role and the database.
    pub(crate) fn database(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Where goes what the account of PostgreSQL cannot reach below the data directory.
    pub(crate) fn fallback_dir(&self) -> PathBuf {
        Path::new("/var/lib").join(&self.name)
    }

    /// All settings of the server, for its command line.
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
            // Failed statements are the program's to report: their text and values may hold what no log shall show.
            ("log_min_messages", "log"),
            ("log_min_error_statement", "panic"),
            ("log_error_verbosity", "terse"),
        ];
        if self.durability == Durability::Throwaway {
            // Commits are still handed to the operating system: they outlive the server, if not the machine.
            settings.extend([("fsync", "off"), ("full_page_writes", "off")]);
        }
        let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        settings.chain(self.extra.iter().cloned()).collect()
    }
}
