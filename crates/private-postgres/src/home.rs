//! Where a cluster and its socket are stored. Normally below `<data dir>/postgres`; if the account that runs PostgreSQL
//! cannot access that (a data directory under /root, which is 0700), below /var/lib/<program>, recorded in `<data
//! dir>/postgres/location`. Attaching processes find the place in the same way.

use crate::{
    account::{Account, running_as_root},
    address::PORT,
    binaries::Installation,
    error::{At, ClusterError, last_lines},
};
use sha2::{Digest, Sha256};
use std::{
    fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// Maximum length of a socket's path; the smallest limit of all systems (macOS 103, Linux 107).
const SOCKET_PATH: usize = 103;

/// The folders of one data directory.
#[derive(Debug, Clone)]
pub(crate) struct Home {
    /// The canonical data directory.
    pub(crate) data_dir: PathBuf,
    /// `<data dir>/postgres`: lock, log and location; always belongs to the program's own account.
    pub(crate) control: PathBuf,
    /// Contains the clusters and the socket folder.
    pub(crate) place: PathBuf,
}

impl Home {
    /// Finds the home of a data directory; `None` if it has none yet.
    pub(crate) fn find(data_dir: &Path) -> Result<Option<Self>, ClusterError> {
        let control = data_dir.join("postgres");
        match control.canonicalize() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            found => found.at("open", &control)?,
        };
        let data_dir = data_dir.canonicalize().at("open", data_dir)?;
        let control = data_dir.join("postgres");
        let location = control.join("location");
        let place = match fs::read_to_string(&location) {
            Ok(text) => PathBuf::from(text.trim_end()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => control.clone(),
            Err(error) => return Err(error).at("read", &location),
        };
        Ok(Some(Self { data_dir, control, place }))
    }

    /// Finds the home or creates it.
    pub(crate) fn find_or_make(data_dir: &Path) -> Result<Self, ClusterError> {
        make_passable(data_dir)?;
        make_passable(&data_dir.join("postgres"))?;
        Self::find(data_dir)?
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
            .at("open", &data_dir.join("postgres"))
    }

    /// Fails if the recorded place no longer exists: its data is missing, and no new cluster must be created instead.
    pub(crate) fn check_place(&self) -> Result<(), ClusterError> {
        if self.place == self.control || self.place.is_dir() {
            return Ok(());
        }
        Err(ClusterError::Vanished { place: self.place.clone(), location: self.control.join("location") })
    }

    /// The folder of one major version's cluster.
    pub(crate) fn cluster(&self, major: u32) -> PathBuf {
        self.place.join(format!("pg{major}"))
    }

    /// PostgreSQL's own log since the last start.
    pub(crate) fn log(&self) -> PathBuf {
        self.control.join("postgres.log")
    }

    /// The major versions that have data here, ascending.
    pub(crate) fn majors(&self) -> Result<Vec<u32>, ClusterError> {
        let entries = match fs::read_dir(&self.place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.at("read", &self.place)?,
        };
        let mut majors: Vec<u32> = entries
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.strip_prefix("pg")?.parse().ok())
            .collect();
        majors.sort_unstable();
        Ok(majors)
    }

    /// Moves a home without data to /var/lib. The folder is named after the data directory; if that name is left over
    /// from a deleted data directory, a number is appended: old data is never reused or removed.
    pub(crate) fn move_elsewhere(&mut self, fallback: &Path) -> Result<(), ClusterError> {
        make_passable(fallback)?;
        let name = short_hash(&self.data_dir.to_string_lossy());
        let mut number = 1;
        let place = loop {
            let numbered = if number == 1 { name.clone() } else { format!("{name}-{number}") };
            let place = fallback.join(numbered);
            match fs::create_dir(&place) {
                Ok(()) => break place,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error).at("create", &place),
            }
        };
        set_passable(&place)?;
        let location = self.control.join("location");
        fs::write(&location, format!("{}\n", place.display())).at("write", &location)?;
        tracing::info!(
            data_dir = %self.data_dir.display(), place = %place.display(),
            "the user that runs PostgreSQL cannot access the data directory; the database is stored elsewhere"
        );
        self.place = place;
        Ok(())
    }

    /// The private folder of the socket: beside the data, or a short path if that one is too long for a socket.
    pub(crate) fn socket_dir(&self, account: Account, name: &str) -> Result<PathBuf, ClusterError> {
        let beside = self.place.join("run");
        let fits = beside.join(format!(".s.PGSQL.{PORT}")).as_os_str().len() <= SOCKET_PATH;
        let directory = if fits {
            beside
        } else {
            let base = if running_as_root() { "/run" } else { "/tmp" };
            Path::new(base).join(format!("{name}-{}", short_hash(&self.place.to_string_lossy())))
        };
        account.make_private(&directory)?;
        Ok(directory)
    }
}

/// Copies an installation that the account cannot access (binaries of an npm package under /root) to /var/lib, once per
/// version.
pub(crate) async fn copy_of(
    installation: &Installation,
    fallback: &Path,
) -> Result<Installation, ClusterError> {
    make_passable(fallback)?;
    let source = installation.bin_dir.parent().unwrap_or(&installation.bin_dir);
    let key = short_hash(&format!("{}\n{}", source.display(), installation.version));
    let copy = fallback.join(format!("postgresql-{}-{key}", installation.major));
    let copied = Installation { bin_dir: copy.join("bin"), ..installation.clone() };
    if copy.exists() {
        return Ok(copied);
    }
    let unfinished = tempfile_beside(&copy);
    make_passable(&unfinished)?;
    let parts = ["bin", "lib", "share"].map(|part| source.join(part));
    let output = Account::Own
        .command(Path::new("/bin/cp"))
        .arg("-Rp")
        .args(parts.iter().filter(|part| part.exists()))
        .arg(&unfinished)
        .output()
        .await
        .at("copy", source)?;
    if !output.status.success() {
        return Err(ClusterError::CommandFailed {
            what: "copying PostgreSQL to a folder where its user can run it",
            status: output.status.to_string(),
            output: last_lines(&String::from_utf8_lossy(&output.stderr)),
            hint: "Install PostgreSQL system-wide, or free up space in /var/lib",
        });
    }
    match fs::rename(&unfinished, &copy) {
        // A concurrent start was faster; its copy is the same.
        Err(_) if copy.exists() => fs::remove_dir_all(&unfinished).at("remove", &unfinished)?,
        renamed => renamed.at("rename", &unfinished)?,
    }
    tracing::info!(from = %source.display(), to = %copy.display(), "copied PostgreSQL to a folder where its user can run it");
    Ok(copied)
}

fn tempfile_beside(path: &Path) -> PathBuf {
    path.with_extension(format!("{}.unfinished", std::process::id()))
}

/// Creates a folder if missing: private, except for root, whose PostgreSQL runs as another user and must pass through
/// it.
fn make_passable(directory: &Path) -> Result<(), ClusterError> {
    if directory.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(directory).at("create", directory)?;
    set_passable(directory)
}

fn set_passable(directory: &Path) -> Result<(), ClusterError> {
    let mode = if running_as_root() { 0o711 } else { 0o700 };
    fs::set_permissions(directory, fs::Permissions::from_mode(mode)).at("set the permissions of", directory)
}

fn short_hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only a name that is taken leads to the next one.
    #[test]
    fn a_place_that_cannot_be_made_is_an_error_with_its_path() {
        let data_dir = PathBuf::from("/srv/data");
        let control = data_dir.join("postgres");
        let mut home = Home { data_dir, place: control.clone(), control };
        // Nobody can make a folder there, not even root.
        let error = home.move_elsewhere(Path::new("/dev/fd")).expect_err("no folder for data");
        assert!(matches!(&error, ClusterError::Io { path, .. } if path.starts_with("/dev/fd")), "{error}");
        assert_eq!(home.place, home.control);
    }

    #[tokio::test]
    async fn an_installation_is_copied_once_and_used_from_its_copy() {
        let [source, fallback] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
        let bin_dir = source.path().join("bin");
        fs::create_dir(&bin_dir).expect("own folder");
        fs::write(bin_dir.join("postgres"), "a program").expect("own folder");
        let installation = Installation { bin_dir, major: 15, version: "PostgreSQL 15".to_owned() };
        let copied = copy_of(&installation, fallback.path()).await.expect("space for a copy");
        assert!(copied.bin_dir.starts_with(fallback.path()), "{copied:?}");
        assert_eq!(fs::read_to_string(copied.bin_dir.join("postgres")).expect("a copy"), "a program");
        source.close().expect("own folder");
        assert_eq!(copy_of(&installation, fallback.path()).await.expect("it is there"), copied);
    }
}
