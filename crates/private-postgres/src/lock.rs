//! One program per directory: an advisory lock that the kernel releases when its owner exits for any reason.

use crate::error::{At, ClusterError};
use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};
use std::{
    fs::{File, OpenOptions},
    io::{Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

/// The lock of one directory; released on drop.
#[derive(Debug)]
pub(crate) struct DirectoryLock {
    file: File,
}

/// Closing the file would suffice if it were not for children being started: between fork and exec they hold all open
/// files of this process, including the lock. Unlocking releases it regardless.
impl Drop for DirectoryLock {
    fn drop(&mut self) {
        // If this fails, the kernel releases the lock with the process.
        let _ = flock(&self.file, FlockOperation::Unlock);
    }
}

impl DirectoryLock {
    /// Takes the lock in `directory`, or reports which process holds it.
    pub(crate) fn take(directory: &Path, data_dir: &Path) -> Result<Self, ClusterError> {
        let path = directory.join("lock");
        // Root may share this folder with the server's account: never follow a link planted there.
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .custom_flags(libc::O_NOFOLLOW)
            .open(&path)
            .at("open the lock file", &path)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => {
                let mut owner = String::new();
                file.read_to_string(&mut owner).at("read the lock file", &path)?;
                return Err(ClusterError::AlreadyRunning {
                    pid: owner.trim().parse().ok(),
                    directory: data_dir.to_owned(),
                });
            }
            Err(error) => return Err(error).at("lock", &path),
        }
        file.set_len(0).at("write the lock file", &path)?;
        writeln!(file, "{}", std::process::id()).at("write the lock file", &path)?;
        Ok(Self { file })
    }
}
