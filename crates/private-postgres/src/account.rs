//! The user that PostgreSQL runs as. PostgreSQL refuses to run as root, so a program started by root switches to the
//! owner of the data, else to `nobody`.

use crate::error::{At, ClusterError};
use rustix::process::{Signal, geteuid, getppid, set_parent_process_death_signal};
use std::{
    fs, io,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    path::Path,
    process::Stdio,
};
use tokio::process::Command;

/// The user and group id of `nobody` on Linux.
const NOBODY: u32 = 65534;

/// The user that runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Account {
    /// The user running this program.
    Own,
    /// Another user, which root switches to.
    Other { uid: u32, gid: u32 },
}

impl Account {
    /// The account for a cluster, which may not exist yet.
    pub(crate) fn of(cluster: &Path) -> Self {
        if !geteuid().is_root() {
            return Self::Own;
        }
        // Data that root restored from a backup may belong to root.
        if let Ok(owner) = fs::metadata(cluster)
            && owner.uid() != 0
        {
            return Self::Other { uid: owner.uid(), gid: owner.gid() };
        }
        Self::Other { uid: NOBODY, gid: NOBODY }
    }

    /// Creates `directory` if missing, private to this account.
    pub(crate) fn make_private(self, directory: &Path) -> Result<(), ClusterError> {
        if !directory.is_dir() {
            fs::create_dir(directory).at("create", directory)?;
        }
        fs::set_permissions(directory, fs::Permissions::from_mode(0o700)).at("make private", directory)?;
        if let Self::Other { uid, gid } = self {
            chown(directory, Some(uid), Some(gid)).at("change the owner of", directory)?;
        }
        Ok(())
    }

    /// Whether this account can run `program` in `directory`; found out by trying.
    pub(crate) async fn reaches(self, program: &Path, directory: &Path) -> Result<bool, ClusterError> {
        match self.command(program).current_dir(directory).arg("--version").output().await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(false),
            Err(error) => Err(error).at("run as the user of PostgreSQL", program),
        }
    }

    /// A command run as this account: in its own process group, so that Ctrl-C reaches only this program; killed by the
    /// kernel together with the calling *thread*; and without this program's environment, which may contain secrets.
    pub(crate) fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .envs([("LC_ALL", "C"), ("TZ", "UTC"), ("PATH", "/usr/local/bin:/usr/bin:/bin")])
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::null());
        if let Self::Other { uid, gid } = self {
            // Changing the user drops root's supplementary groups.
            command.uid(uid).gid(gid);
        }
        end_with_this_thread(&mut command);
        command
    }
}

/// Makes the kernel send SIGQUIT (an immediate shutdown of PostgreSQL, which the next start recovers from) to the child
/// when the thread that starts it ends, even by kill -9. Not SIGINT: PostgreSQL ignores it during crash recovery.
/// Changing the user resets the setting, so it is made afterwards, between fork and exec.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the only way to run code between fork and exec")]
fn end_with_this_thread(command: &mut Command) {
    let parent = rustix::process::getpid();
    // SAFETY: the closure only makes the system calls prctl and getppid, which are async-signal-safe, and does not allocate.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::QUIT))?;
            // The parent may have died before the setting was made.
            if getppid() == Some(parent) { Ok(()) } else { Err(rustix::io::Errno::SRCH.into()) }
        });
    }
}

/// Other systems have no such signal (macOS is untested): after kill -9 the server keeps running, and the next start
/// fails with the message of PostgreSQL, which names the process.
#[cfg(not(target_os = "linux"))]
fn end_with_this_thread(_: &mut Command) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_does_not_serve_data_that_root_owns() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(Account::of(folder.path()), Account::of(Path::new("/no/such/cluster")));
    }
}
