//! The account that runs PostgreSQL, which refuses to run as root: root switches to the owner of the data or to `nobody`.

use crate::error::{At, ClusterError};
use rustix::process::{Signal, geteuid, getppid, set_parent_process_death_signal};
use std::{
    fs, io,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    path::Path,
    process::Stdio,
};
use tokio::process::Command;

/// User and group id of `nobody` on Linux.
const NOBODY: u32 = 65534;

/// The user and the group that root switches to. `None` is the account of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Account(pub(crate) Option<(u32, u32)>);

impl Account {
    /// The account for a cluster, which may not exist yet.
    pub(crate) fn of(cluster: &Path) -> Self {
        if !geteuid().is_root() {
            return Self(None);
        }
        // Restored data may belong to root.
        if let Ok(owner) = fs::metadata(cluster)
            && owner.uid() != 0
        {
            return Self(Some((owner.uid(), owner.gid())));
        }
        Self(Some((NOBODY, NOBODY)))
    }

    /// Creates a missing `directory` and makes it private to this account.
    pub(crate) fn make_private(self, directory: &Path) -> Result<(), ClusterError> {
        if !directory.is_dir() {
            fs::create_dir(directory).at("create", directory)?;
        }
        fs::set_permissions(directory, fs::Permissions::from_mode(0o700)).at("make private", directory)?;
        if let Self(Some((uid, gid))) = self {
            chown(directory, Some(uid), Some(gid)).at("change the owner of", directory)?;
        }
        Ok(())
    }

    pub(crate) async fn reaches(self, program: &Path, directory: &Path) -> Result<bool, ClusterError> {
        match self.command(program).current_dir(directory).arg("--version").output().await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(false),
            Err(error) => Err(error).at("run as PostgreSQL's user", program),
        }
    }

    /// A command that runs as this account. It has a separate process group, so that Ctrl-C reaches only this program.
    /// The kernel ends it with the calling *thread*. It does not inherit the environment, which may contain secrets.
    pub(crate) fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .envs([("LC_ALL", "C"), ("TZ", "UTC"), ("PATH", "/usr/local/bin:/usr/bin:/bin")])
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::null());
        if let Self(Some((uid, gid))) = self {
            // Changing the user drops root's supplementary groups.
            command.uid(uid).gid(gid);
        }
        end_with_this_thread(&mut command);
        command
    }
}

/// Makes the kernel send SIGQUIT to the child when the calling thread ends, even after kill -9. SIGQUIT is an immediate
/// shutdown, from which the next start recovers. PostgreSQL ignores SIGINT during crash recovery. Changing the user
/// resets this setting, so it is made later, between fork and exec.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the only way to run code between fork and exec")]
fn end_with_this_thread(command: &mut Command) {
    let parent = rustix::process::getpid();
    // SAFETY: the closure only makes the system calls prctl and getppid, which are async-signal-safe, and does not allocate.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::QUIT))?;
            // The parent may have exited before this call.
            if getppid() == Some(parent) { Ok(()) } else { Err(rustix::io::Errno::SRCH.into()) }
        });
    }
}

/// Other systems have no such signal: after kill -9 the server keeps running, and the next start fails with a message
/// from PostgreSQL that names the process.
#[cfg(not(target_os = "linux"))]
fn end_with_this_thread(_: &mut Command) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_owned_by_root_does_not_run_as_root() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(Account::of(folder.path()), Account::of(Path::new("/no/such/cluster")));
    }
}
