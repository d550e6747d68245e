//! Start options.

use std::path::PathBuf;

use crate::binaries::BinarySearch;

/// Start options of a private cluster.
#[derive(Debug, Clone)]
pub struct ClusterOptions {
    /// The program's name in lower-case letters, digits and hyphens. Also the name of the role and the database (with
    /// `_` for `-`).
    pub name: String,
    /// The program's data directory; the cluster is stored below it.
    pub data_dir: PathBuf,
    /// Where to look for PostgreSQL.
    pub binaries: BinarySearch,
    /// PostgreSQL settings by name and value; they override the defaults.
    pub extra: Vec<(&'static str, String)>,
}

impl ClusterOptions {
    /// Defaults for a program and its data directory.
    #[must_use]
    pub fn new(name: impl Into<String>, data_dir: impl Into<PathBuf>) -> Self {
        Self {
            name: name.into(),
            data_dir: data_dir.into(),
            binaries: BinarySearch::default(),
            extra: Vec::new(),
        }
    }

    /// Flushes nothing to disk, for tests: commits survive a crash of the server, but not of the machine.
    #[must_use]
    pub fn without_flushing(mut self) -> Self {
        self.extra.extend(["fsync", "full_page_writes"].map(|name| (name, "off".to_owned())));
        self
    }
}
