//! Errors of the private cluster.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Each message is meant for the person who started the program.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// No usable PostgreSQL was found in the named folders.
    #[error(
        "no PostgreSQL {oldest} or newer was found (looked in: {folders}). Install it (Debian and Ubuntu: `apt-get install \
         postgresql`, macOS: `brew install postgresql@17`), or name the folder that contains `initdb` and `postgres`, or \
         use another server",
        oldest = crate::binaries::OLDEST, folders = .0
    )]
    NoBinaries(String),

    /// Another process runs the cluster of the data directory.
    #[error(
        "the private PostgreSQL of {directory} is already run by process {pid} on this machine. Stop that process first, or \
         give this one a separate data directory", pid = .0, directory = .1.display()
    )]
    AlreadyRunning(String, PathBuf),

    /// The data needs a major version other than the installed ones.
    #[error(
        "the data in {folder} belongs to another version of PostgreSQL than the installed {installed}. Install that \
         version or name the folder of its programs; if the data is not needed, remove that folder",
        installed = .0, folder = .1.display()
    )]
    OtherMajor(String, PathBuf),

    /// The data was stored outside the data directory, in a folder that no longer exists.
    #[error(
        "the database was stored in {place} according to {file}, but that folder is gone. Restore it from a backup, or \
         remove the file to start with an empty database", place = .0.display(), file = .1.display()
    )]
    Vanished(PathBuf, PathBuf),

    /// Server processes still use the cluster although the program that started them is gone.
    #[error("PostgreSQL processes {pids:?} still use {folder} and did not exit when killed", pids = .0, folder = .1.display())]
    StillOccupied(Vec<i32>, PathBuf),

    /// A PostgreSQL program failed.
    #[error("{what}. PostgreSQL said:\n{output}")]
    Failed {
        /// What happened.
        what: String,
        /// The last lines of the program's output.
        output: String,
    },

    /// The file system or the operating system refused an operation.
    #[error(
        "cannot {what} {path}: {source}. Check that the user running this program can write there and that the disk is \
         not full, or choose another data directory", what = .0, path = .1.display(), source = .2
    )]
    Io(&'static str, PathBuf, #[source] io::Error),

    /// The server runs, but its role and database could not be created.
    #[error("the private PostgreSQL is running, but its database could not be created: {0}")]
    Prepare(#[from] sqlx::Error),
}

/// Adds the operation and the path to an I/O error.
pub(crate) trait At<T> {
    fn at(self, what: &'static str, path: &Path) -> Result<T, ClusterError>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, what: &'static str, path: &Path) -> Result<T, ClusterError> {
        self.map_err(|error| ClusterError::Io(what, path.to_owned(), error))
    }
}

/// The last lines of a text, for error messages.
pub(crate) fn last_lines(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}
