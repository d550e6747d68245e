use std::{
    io,
    path::{Path, PathBuf},
};

/// The messages address the developer who started the program.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    #[error(
        "no PostgreSQL {oldest} or newer was found (looked in: {folders}). Install it (Debian and Ubuntu: `apt-get install \
         postgresql`, macOS: `brew install postgresql@17`), or name the folder that contains `initdb` and `postgres`, or \
         use another server",
        oldest = crate::binaries::OLDEST, folders = .0
    )]
    NoBinaries(String),

    #[error(
        "no `pg_dump` and `pg_restore` of PostgreSQL {server} or newer were found (older ones: {older}). Install them (Debian and \
         Ubuntu: `apt-get install postgresql-client`, or `postgresql-client-{server}` from apt.postgresql.org; macOS: `brew \
         install postgresql@{server}`), or name the folder that contains them", server = .0,
        older = if .1.is_empty() { "none" } else { .1.as_str() }
    )]
    NoDumpTools(u32, String),

    #[error(
        "the private PostgreSQL of {directory} is already run by process {pid} on this machine. Stop that process first, or \
         give this one a separate data directory", pid = .0, directory = .1.display()
    )]
    AlreadyRunning(String, PathBuf),

    #[error(
        "the data in {folder} belongs to a different version of PostgreSQL than the installed {installed}. Install that \
         version or name the folder with its programs; if the data is not needed, remove that folder",
        installed = .0, folder = .1.display()
    )]
    OtherMajor(String, PathBuf),

    #[error(
        "the database was stored in {place} according to {file}, but that folder is gone. Restore it from a backup, or \
         remove the file to start with an empty database", place = .0.display(), file = .1.display()
    )]
    Vanished(PathBuf, PathBuf),

    #[error("PostgreSQL processes {pids:?} still use {folder} and did not exit when killed", pids = .0, folder = .1.display())]
    StillOccupied(Vec<i32>, PathBuf),

    #[error("{what}. Output of PostgreSQL:\n{output}")]
    Failed { what: String, output: String },

    #[error(
        "cannot {what} {path}: {source}. Check that the user running this program can write there and that the disk is \
         not full, or choose another data directory", what = .0, path = .1.display(), source = .2
    )]
    Io(&'static str, PathBuf, #[source] io::Error),

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

pub(crate) fn last_lines(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}
