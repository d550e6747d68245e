//! Errors of the private cluster: each says what happened, why, and what to do about it.

use std::{io, path::PathBuf};

/// Errors of the private cluster. Each message is meant for the person who started the program.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// No usable PostgreSQL was found on this machine.
    #[error(
        "no PostgreSQL {oldest} or newer was found (looked in: {looked_in}). Install it (Debian and Ubuntu: \
         `apt-get install postgresql`, macOS: `brew install postgresql@17`), or name the folder that contains `initdb` and \
         `postgres`, or use another server"
    )]
    NoBinaries {
        /// The oldest supported major version.
        oldest: u32,
        /// The folders searched, with the reason for those that contained something unusable.
        looked_in: String,
    },

    /// A running program holds the lock of the data directory.
    #[error(
        "the private PostgreSQL of {} is already run by {} on this machine. Stop that process first, or give this one a \
         separate data directory", .directory.display(), named(*.pid)
    )]
    AlreadyRunning {
        /// The process that holds the lock; `None` while it has not written its id.
        pid: Option<i32>,
        /// The data directory.
        directory: PathBuf,
    },

    /// The data was written by a major version of which no binaries were found.
    #[error(
        "the data in {} belongs to PostgreSQL {found}, but only PostgreSQL {available} was found here. Install PostgreSQL \
         {found} or name the folder of its programs; to upgrade, dump the data with the old version and restore it with \
         the new one; if the data is not needed, remove that folder", .folder.display()
    )]
    OtherMajor {
        /// The newest major version with data.
        found: u32,
        /// The major versions of the installed binaries.
        available: String,
        /// The data folder of that version.
        folder: PathBuf,
    },

    /// The data was stored outside the data directory, in a folder that no longer exists.
    #[error(
        "the database was stored in {} according to {}, but that folder is gone. Restore it from a backup, or remove the file \
         to start with an empty database", .place.display(), .location.display()
    )]
    Vanished {
        /// The missing folder.
        place: PathBuf,
        /// The file that names it.
        location: PathBuf,
    },

    /// Server processes still use the cluster although the program that started them is gone.
    #[error(
        "PostgreSQL processes {pids} still use {} and did not exit when signalled. End them (`kill -QUIT` the \
         first), then start again", .directory.display()
    )]
    StillOccupied {
        /// Their process ids.
        pids: String,
        /// The folder they use.
        directory: PathBuf,
    },

    /// The program runs as root, and neither account that could run PostgreSQL exists.
    #[error(
        "PostgreSQL refuses to run as root, and this machine has neither a user `postgres` nor a user `nobody` to run \
         it as. Create one (`useradd --system postgres`), or start this program as an ordinary user"
    )]
    NoAccount,

    /// A command of PostgreSQL failed.
    #[error("{what} failed ({status}). PostgreSQL said:\n{output}\n{hint}")]
    CommandFailed {
        /// The failed step.
        what: &'static str,
        /// How the process exited.
        status: String,
        /// The last lines of its output.
        output: String,
        /// What to check.
        hint: &'static str,
    },

    /// The server was not ready in time.
    #[error("PostgreSQL was not ready after {seconds} s; it was stopped. Last lines of {}:\n{output}", .log.display())]
    NotReady {
        /// The time limit.
        seconds: u64,
        /// Its log file.
        log: PathBuf,
        /// The last lines of that file.
        output: String,
    },

    /// The server exited while the program was using it.
    #[error(
        "the private PostgreSQL exited unexpectedly ({status}); committed data is safe. Last lines of {}:\n{output}",
        .log.display()
    )]
    Ended {
        /// How the process exited.
        status: String,
        /// Its log file.
        log: PathBuf,
        /// The last lines of that file.
        output: String,
    },

    /// The file system or the operating system refused an operation.
    #[error(
        "cannot {what} {}: {source}. Check that the user running this program can write there and that the disk is not \
         full, or choose another data directory", .path.display()
    )]
    Io {
        /// The operation, as a verb.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },

    /// The cluster is running, but its role and database could not be created.
    #[error(
        "the private PostgreSQL is running, but its database could not be created: {0}. Its log is in the data directory"
    )]
    Prepare(#[from] sqlx::Error),
}

impl ClusterError {
    /// Whether a later start may succeed without a change of settings: binaries may be installed, disk space freed, an
    /// old server exit.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::NoBinaries { .. }
            | Self::StillOccupied { .. }
            | Self::CommandFailed { .. }
            | Self::NotReady { .. }
            | Self::Ended { .. }
            | Self::Prepare(_) => true,
            Self::Io { source, .. } => is_full(source),
            Self::AlreadyRunning { .. }
            | Self::OtherMajor { .. }
            | Self::Vanished { .. }
            | Self::NoAccount => false,
        }
    }
}

/// Whether the disk or a quota is full.
fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

fn named(pid: Option<i32>) -> String {
    pid.map_or_else(|| "a process that is just starting".to_owned(), |pid| format!("process {pid}"))
}

/// Adds the operation and the path to an I/O error.
pub(crate) trait At<T> {
    /// Turns the error into [`ClusterError::Io`].
    fn at(self, what: &'static str, path: &std::path::Path) -> Result<T, ClusterError>;
}

impl<T, E: Into<io::Error>> At<T> for Result<T, E> {
    fn at(self, what: &'static str, path: &std::path::Path) -> Result<T, ClusterError> {
        self.map_err(|error| ClusterError::Io { what, path: path.to_owned(), source: error.into() })
    }
}

/// The last lines of a text, for error messages.
pub(crate) fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn a_full_disk_passes_and_a_refused_permission_does_not() {
        for (kind, passes) in [
            (ErrorKind::StorageFull, true),
            (ErrorKind::QuotaExceeded, true),
            (ErrorKind::PermissionDenied, false),
        ] {
            let path = PathBuf::from("/data");
            let error = ClusterError::Io { what: "create", path, source: kind.into() };
            assert_eq!(error.is_transient(), passes, "{kind}");
        }
    }

    #[test]
    fn processes_of_an_earlier_run_pass_and_a_server_of_another_program_does_not() {
        let directory = PathBuf::from("/data");
        assert!(
            ClusterError::StillOccupied { pids: "[7]".into(), directory: directory.clone() }.is_transient()
        );
        assert!(!ClusterError::AlreadyRunning { pid: None, directory }.is_transient());
    }
}
