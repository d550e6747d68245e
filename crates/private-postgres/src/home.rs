//! The folders of a cluster. It is stored in `<data dir>/postgres`. If root's PostgreSQL cannot enter that folder (a data
//! directory under /root), it is stored in a folder below /var/lib that `<data dir>/postgres/location` names.

use crate::error::{At, ClusterError};
use rustix::process::geteuid;
use std::{
    fs::{self, File, TryLockError},
    io::{self, Seek, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

#[derive(Debug)]
pub(crate) struct Home {
    /// `<data dir>/postgres`: lock, log and `location`.
    pub(crate) control: PathBuf,
    /// The folder that contains the clusters and the socket.
    pub(crate) storage: PathBuf,
}

impl Home {
    /// `None` for a data directory without a cluster.
    pub(crate) fn find(data_dir: &Path) -> Result<Option<Self>, ClusterError> {
        let control = data_dir.join("postgres");
        if !control.exists() {
            return Ok(None);
        }
        let control = control.canonicalize().at("open", &control)?;
        let location = control.join("location");
        let storage = match fs::read_to_string(&location) {
            Ok(text) => PathBuf::from(text.trim_end()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => control.clone(),
            Err(error) => return Err(error).at("read", &location),
        };
        // A new cluster must not replace missing data.
        if storage.is_dir() {
            Ok(Some(Self { control, storage }))
        } else {
            Err(ClusterError::Vanished(storage, location))
        }
    }

    pub(crate) fn find_or_make(data_dir: &Path) -> Result<Self, ClusterError> {
        make_passable(data_dir)?;
        let control = data_dir.join("postgres");
        make_passable(&control)?;
        Self::find(data_dir)?.ok_or_else(|| io::ErrorKind::NotFound.into()).at("open", &control)
    }

    /// Chooses a new folder below /var/lib. Must precede the creation of a cluster.
    pub(crate) fn move_to_var_lib(&mut self, name: &str) -> Result<(), ClusterError> {
        let parent = Path::new("/var/lib").join(format!("{name}-development"));
        make_passable(&parent)?;
        let storage = tempfile::tempdir_in(&parent).at("create a folder in", &parent)?.keep();
        fs::set_permissions(&storage, fs::Permissions::from_mode(0o711)).at("open to others", &storage)?;
        let location = self.control.join("location");
        fs::write(&location, format!("{}\n", storage.display())).at("write", &location)?;
        tracing::info!(storage = %storage.display(), "the user of PostgreSQL cannot enter the data directory; the database is stored elsewhere");
        self.storage = storage;
        Ok(())
    }

    pub(crate) fn cluster(&self, major: u32) -> PathBuf {
        self.storage.join(format!("pg{major}"))
    }

    /// The major versions of the existing clusters.
    pub(crate) fn majors(&self) -> Result<Vec<u32>, ClusterError> {
        let entries = fs::read_dir(&self.storage).at("read", &self.storage)?.flatten();
        let major = |entry: fs::DirEntry| entry.file_name().to_str()?.strip_prefix("pg")?.parse().ok();
        Ok(entries.filter_map(major).collect())
    }
}

/// Creates a missing folder. It is private except for root, whose PostgreSQL runs as another user and must traverse it.
fn make_passable(directory: &Path) -> Result<(), ClusterError> {
    if directory.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(directory).at("create", directory)?;
    let mode = if geteuid().is_root() { 0o711 } else { 0o700 };
    fs::set_permissions(directory, fs::Permissions::from_mode(mode)).at("set the permissions of", directory)
}

/// The lock on a data directory, which the kernel releases when its owner exits. The file contains the owner's process
/// id and, after the start, the socket's folder.
#[derive(Debug)]
pub(crate) struct Lock(File, PathBuf);

impl Lock {
    /// Takes the lock. If another process holds it, returns the content of the file.
    pub(crate) fn take(home: &Home) -> Result<Result<Self, String>, ClusterError> {
        let path = home.control.join("lock");
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.at("open", &path)?;
        match file.try_lock() {
            Ok(()) => Ok(Ok(Self(file, path))),
            Err(TryLockError::WouldBlock) => Ok(Err(fs::read_to_string(&path).at("read", &path)?)),
            Err(TryLockError::Error(error)) => Err(error).at("lock", &path),
        }
    }

    pub(crate) fn publish(&mut self, socket_dir: &str) -> Result<(), ClusterError> {
        let Self(file, path) = self;
        let text = format!("{}\n{socket_dir}\n", std::process::id());
        let written =
            file.rewind().and_then(|()| file.set_len(0)).and_then(|()| file.write_all(text.as_bytes()));
        written.at("write", path)
    }
}

/// Closing the file does not suffice: between fork and exec, a child has all open files of this process. Unlocking releases
/// the lock regardless.
impl Drop for Lock {
    fn drop(&mut self) {
        // If this fails, the kernel releases the lock when the process exits.
        let _ = self.0.unlock();
    }
}
