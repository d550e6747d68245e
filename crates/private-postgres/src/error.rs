//! What can go wrong with the private cluster, said as what happened, why, and what to do about it.

use std::{io, path::PathBuf};

/// Failures of the private cluster. Each sentence is meant for the person who started the program.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// No usable PostgreSQL was found on this machine.
    #[error(
        "no PostgreSQL {oldest} or newer was found (looked in: {looked_in}). Install it (Debian and Ubuntu: \
         `apt-get install postgresql`, macOS: `brew install postgresql@17`), or name the folder that holds `initdb` and \
         `postgres`, or use a server of your own"
    )]
    NoBinaries {
        /// The oldest major version that is supported.
        oldest: u32,
        /// The folders searched, and what was wrong with those that came near.
        looked_in: String,
    },

    /// The lock of the data directory is held by a running program.
    #[error(
        "the private PostgreSQL of {} is already run by {} on this machine. Stop that process first, or give this one a \
         data directory of its own", .directory.display(), named(*.pid)
    )]
    AlreadyRunning {
        /// The process that holds the lock; `None` while it has not yet written its id.
        pid: Option<i32>,
        /// The data directory both want.
        directory: PathBuf,
    },

    /// The data was written by a major version none of the binaries here has.
    #[error(
        "the data in {} belongs to PostgreSQL {found}, but only PostgreSQL {available} was found here. Install PostgreSQL \
         {found} or name the folder of its programs; to move to the newer one dump the data with the old and restore it with \
         the new; where the data is not needed remove that folder", .folder.display()
    )]
    OtherMajor {
        /// The newest major version among the folders on disk.
        found: u32,
        /// The major versions of the binaries found.
        available: String,
        /// The folder of that version.
        folder: PathBuf,
    },

    /// The data was kept outside the data directory, in a folder that is no more.
    #[error(
        "the database was kept in {}, as {} says, and that folder is gone. Put it back from a backup, or remove the file \
         to begin with an empty database", .place.display(), .location.display()
    )]
    Vanished {
        /// The folder that is gone.
        place: PathBuf,
        /// The file that names it.
        location: PathBuf,
    },

    /// Server processes still work on the cluster although its program is gone.
    #[error(
        "PostgreSQL processes {pids} still work on {} and did not end when asked to. End them (`kill -QUIT` the \
         first), then start again", .directory.display()
    )]
    StillOccupied {
        /// Their process ids.
        pids: String,
        /// The folder they work on.
        directory: PathBuf,
    },

    /// The program runs as root and neither of the accounts that could run PostgreSQL exists.
    #[error(
        "PostgreSQL refuses to run as root, and this machine has neither a user `postgres` nor a user `nobody` to run \
         it as. Create one (`useradd --system postgres`), or start this program as an ordinary user"
    )]
    NoAccount,

    /// A command of PostgreSQL failed.
    #[error("{what} failed ({status}). PostgreSQL said:\n{output}\n{hint}")]
    CommandFailed {
        /// Which step.
        what: &'static str,
        /// How the process ended.
        status: String,
        /// The last lines of its output.
        output: String,
        /// What to look at.
        hint: &'static str,
    },

    /// The server did not report readiness in time.
    #[error("PostgreSQL was not ready after {seconds} s; it was stopped. Last lines of {}:\n{output}", .log.display())]
    NotReady {
        /// How long it was given.
        seconds: u64,
        /// Its log file.
        log: PathBuf,
        /// The last lines of that file.
        output: String,
    },

    /// The server ended while the program was using it.
    #[error(
        "the private PostgreSQL exited unexpectedly ({status}); committed data is safe. Last lines of {}:\n{output}",
        .log.display()
    )]
    Ended {
        /// How the process ended.
        status: String,
        /// Its log file.
        log: PathBuf,
        /// The last lines of that file.
        output: String,
    },

    /// The file system or the operating system refused a step.
    #[error(
        "cannot {what} {}: {source}. Check that the user running this program may write there and that the disk is not \
         full, or choose another data directory", .path.display()
    )]
    Io {
        /// The step, as a verb.
        what: &'static str,
        /// The file or folder concerned.
        path: PathBuf,
        /// The refusal.
        source: io::Error,
    },

    /// The cluster runs but its role and database could not be prepared.
    #[error(
        "the private PostgreSQL runs, but its database could not be prepared: {0}. Its log is in the data directory"
    )]
    Prepare(#[from] sqlx::Error),
}

impl ClusterError {
    /// Whether a later start may succeed without a change of settings: binaries can be installed, disk space freed,
    /// an old server exit.
    #[must_use]
    pub fn is_passing(&self) -> bool {
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

/// Names the step and the path an I/O error belongs to.
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
            assert_eq!(error.is_passing(), passes, "{kind}");
        }
    }
}
