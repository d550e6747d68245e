//! Where a cluster is stored: in `<data dir>/postgres`, or, if root's PostgreSQL cannot enter that (a data directory
//! under /root), in a folder below /var/lib that `<data dir>/postgres/location` names.

use crate::error::{At, ClusterError};
use rustix::process::geteuid;
use std::{
    fs::{self, File, TryLockError},
    io::{self, Seek, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// The folders of one data directory.
#[derive(Debug)]
pub(crate) struct Home {
    /// `<data dir>/postgres`: lock, log and `location`.
    pub(crate) control: PathBuf,
    /// Contains clusters and socket.
    pub(crate) place: PathBuf,
}

impl Home {
    /// Finds the home of a data directory; `None` if it has none yet.
    pub(crate) fn find(data_dir: &Path) -> Result<Option<Self>, ClusterError> {
        let control = data_dir.join("postgres");
        if !control.exists() {
            return Ok(None);
        }
        let control = control.canonicalize().at("open", &control)?;
        let location = control.join("location");
        let place = match fs::read_to_string(&location) {
            Ok(text) => PathBuf::from(text.trim_end()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => control.clone(),
            Err(error) => return Err(error).at("read", &location),
        };
        // No new cluster may take the place of data that is missing.
        if place.is_dir() {
            Ok(Some(Self { control, place }))
        } else {
            Err(ClusterError::Vanished(place, location))
        }
    }

    pub(crate) fn find_or_make(data_dir: &Path) -> Result<Self, ClusterError> {
        make_passable(data_dir)?;
        let control = data_dir.join("postgres");
        make_passable(&control)?;
        Self::find(data_dir)?.ok_or_else(|| io::ErrorKind::NotFound.into()).at("open", &control)
    }

    /// Moves a home without data to a new folder below /var/lib.
    pub(crate) fn move_elsewhere(&mut self, name: &str) -> Result<(), ClusterError> {
        let parent = Path::new("/var/lib").join(format!("{name}-development"));
        make_passable(&parent)?;
        let place = tempfile::tempdir_in(&parent).at("create a folder in", &parent)?.keep();
        fs::set_permissions(&place, fs::Permissions::from_mode(0o711)).at("open to others", &place)?;
        let location = self.control.join("location");
        fs::write(&location, format!("{}\n", place.display())).at("write", &location)?;
        tracing::info!(place = %place.display(), "the user of PostgreSQL cannot enter the data directory; the database is stored elsewhere");
        self.place = place;
        Ok(())
    }

    pub(crate) fn cluster(&self, major: u32) -> PathBuf {
        self.place.join(format!("pg{major}"))
    }

    /// The major versions that have data here.
    pub(crate) fn majors(&self) -> Result<Vec<u32>, ClusterError> {
        let entries = fs::read_dir(&self.place).at("read", &self.place)?.flatten();
        let major = |entry: fs::DirEntry| entry.file_name().to_str()?.strip_prefix("pg")?.parse().ok();
        Ok(entries.filter_map(major).collect())
    }
}

/// Creates a folder if missing: private, except for root, whose PostgreSQL runs as another user and must pass through
/// it.
fn make_passable(directory: &Path) -> Result<(), ClusterError> {
    if directory.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(directory).at("create", directory)?;
    let mode = if geteuid().is_root() { 0o711 } else { 0o700 };
    fs::set_permissions(directory, fs::Permissions::from_mode(mode)).at("set the permissions of", directory)
}

/// The lock of a home, which the kernel releases when its owner exits for any reason. The file holds the owner's process
/// id and, once the cluster is usable, the folder of its socket.
#[derive(Debug)]
pub(crate) struct Lock(File, PathBuf);

impl Lock {
    /// Takes the lock. If another process holds it, returns what the file holds.
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

    /// Writes this process's id and `socket_dir`.
    pub(crate) fn publish(&mut self, socket_dir: &str) -> Result<(), ClusterError> {
        let Self(file, path) = self;
        let text = format!("{}\n{socket_dir}\n", std::process::id());
        let written =
            file.rewind().and_then(|()| file.set_len(0)).and_then(|()| file.write_all(text.as_bytes()));
        written.at("write", path)
    }
}

/// Closing the file would suffice if it were not for children being started: between fork and exec they hold all open
/// files of this process, including the lock. Unlocking releases it regardless.
impl Drop for Lock {
    fn drop(&mut self) {
        // If this fails, the kernel releases the lock with the process.
        let _ = self.0.unlock();
    }
}
