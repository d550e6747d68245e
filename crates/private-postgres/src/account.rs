//! The user that PostgreSQL runs as, and how its commands are started. PostgreSQL refuses to run as root, so a program
//! started by root switches to the owner of the data, else to `postgres`, else to `nobody`.

use crate::error::{At, ClusterError};
use std::{
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown},
    path::Path,
    process::Stdio,
};
use tokio::process::Command;

/// The user that runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Account {
    /// The user running this program.
    Own,
    /// Another user, which root switches to.
    Other { uid: u32, gid: u32 },
}

pub(crate) fn running_as_root() -> bool {
    rustix::process::geteuid().is_root()
}

impl Account {
    /// The account of an existing cluster: its owner.
    pub(crate) fn owning(cluster: &Path) -> Result<Self, ClusterError> {
        let owner = std::fs::metadata(cluster).at("read", cluster)?;
        match running_as_root() {
            true if owner.uid() != 0 => Ok(Self::Other { uid: owner.uid(), gid: owner.gid() }),
            true => Self::for_new_cluster(),
            false => Ok(Self::Own),
        }
    }

    /// The account for a cluster that will be created.
    pub(crate) fn for_new_cluster() -> Result<Self, ClusterError> {
        if !running_as_root() {
            return Ok(Self::Own);
        }
        let users = Path::new("/etc/passwd");
        let users = std::fs::read_to_string(users).at("read", users)?;
        ["postgres", "nobody"].iter().find_map(|name| find_user(&users, name)).ok_or(ClusterError::NoAccount)
    }

    /// Creates `directory` if missing, private to this account. An existing one must be a directory (not a link: root
    /// would hand over its target) that belongs to this account or to the user running the program.
    pub(crate) fn make_private(self, directory: &Path) -> Result<(), ClusterError> {
        match std::fs::DirBuilder::new().mode(0o700).create(directory) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made.at("create", directory)?,
        }
        let found = std::fs::symlink_metadata(directory).at("read", directory)?;
        let own = rustix::process::geteuid().as_raw();
        let uid = if let Self::Other { uid, .. } = self { uid } else { own };
        if !found.is_dir() || (found.uid() != uid && found.uid() != own) {
            let source = io::Error::new(
                io::ErrorKind::AlreadyExists,
                "it belongs to another account or is not a directory",
            );
            return Err(source).at("use", directory);
        }
        if let Self::Other { uid, gid } = self {
            chown(directory, Some(uid), Some(gid))
                .at("change the owner to the user of PostgreSQL", directory)?;
        }
        std::fs::set_permissions(directory, std::fs::Permissions::from_mode(0o700))
            .at("make private", directory)
    }

    /// Whether this account can enter `directory` and run `program` there; found out by trying.
    pub(crate) async fn reaches(self, program: &Path, directory: &Path) -> Result<bool, ClusterError> {
        match self.command(program).current_dir(directory).arg("--version").output().await {
            Ok(_) => Ok(true),
            // Not EPERM: that means changing the user was refused, which no other directory would fix.
            Err(error) if error.raw_os_error() == Some(libc::EACCES) => Ok(false),
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

/// Finds one user's ids in the text of /etc/passwd.
fn find_user(users: &str, name: &str) -> Option<Account> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        (fields.next() == Some(name)).then_some(())?;
        let uid = fields.nth(1)?.parse().ok()?;
        let gid = fields.next()?.parse().ok()?;
        (uid != 0).then_some(Account::Other { uid, gid })
    })
}

/// Makes the kernel send SIGQUIT (an immediate shutdown of PostgreSQL, which the next start recovers from) to the child
/// when the thread that starts it ends, even by kill -9. Not SIGINT: PostgreSQL ignores it during crash recovery.
/// Changing the user resets the setting, so it is made afterwards, between fork and exec.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the only way to run code between fork and exec")]
fn end_with_this_thread(command: &mut Command) {
    let parent = std::process::id();
    // SAFETY: the closure only makes the system calls prctl and getppid, which are async-signal-safe, and does not allocate.
    unsafe {
        command.pre_exec(move || {
            if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGQUIT) == -1 {
                return Err(io::Error::last_os_error());
            }
            // The parent may have died before the setting was made.
            if u32::try_from(libc::getppid()) != Ok(parent) {
                return Err(io::Error::from_raw_os_error(libc::ESRCH));
            }
            Ok(())
        });
    }
}

/// Other systems have no such signal (macOS is untested): after kill -9 the server keeps running until the next start
/// stops it.
#[cfg(not(target_os = "linux"))]
fn end_with_this_thread(_: &mut Command) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_found_by_its_whole_name() {
        let users =
            "root:x:0:0::/root:/bin/sh\npostgres2:x:7:8::/:/bin/sh\npostgres:x:101:104:,,,:/var:/bin/bash\n";
        assert_eq!(find_user(users, "postgres"), Some(Account::Other { uid: 101, gid: 104 }));
        assert_eq!(find_user(users, "nobody"), None);
        assert_eq!(find_user(users, "root"), None, "root is never an answer");
    }

    /// Data that root restored from a backup may belong to root.
    #[test]
    fn root_s_own_data_are_not_served_by_root() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let account = Account::owning(folder.path()).expect("own folder");
        assert_eq!(account, Account::for_new_cluster().expect("postgres or nobody"));
    }

    /// Whether a later start may succeed depends on the cause.
    #[test]
    fn a_private_folder_that_cannot_be_made_is_an_error_with_its_cause() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let error = Account::Own.make_private(&folder.path().join("missing/run")).expect_err("no parent");
        assert!(matches!(error, ClusterError::Io { what: "create", .. }), "{error}");
    }
}
