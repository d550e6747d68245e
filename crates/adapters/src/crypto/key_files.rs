//! Secret files: private, written completely or not at all, and read only if no other account could have read or created
//! them.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use rustix::process::geteuid;

use crate::secret_file;
use crate::whole_file::create_atomic;

const ROOT: u32 = 0;

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error(
        "cannot {action} {}: {source}. The site keeps its secrets there; give the account that runs it a keys directory it can read (and, at first start, write)",
        path.display()
    )]
    Io { action: &'static str, path: PathBuf, source: io::Error },
    #[error(
        "{path} can be read by other accounts (mode {mode:03o}), and a reader can sign in as any user. Run `chmod 600 {path}`; if it may have been read, stop the site, delete it and run `educators-forum keys start-over`, which creates a new one and signs all users out",
        path = path.display()
    )]
    Exposed { path: PathBuf, mode: u32 },
    #[error(
        "{path} belongs to another account (user id {owner}), who may know it. If it is yours, give it to the account that runs the site; otherwise stop the site, delete it and run `educators-forum keys start-over`",
        path = path.display()
    )]
    Foreign { path: PathBuf, owner: u32 },
    #[error(
        "the keys directory {path} is writable by other accounts (mode {mode:03o}), who could put their own keys there. Run `chmod 700 {path}`",
        path = path.display()
    )]
    Open { path: PathBuf, mode: u32 },
    #[error(
        "{path} is damaged: it {why}. Restore it from a backup; without one, delete it and run `educators-forum keys start-over`, which creates a new one and invalidates links and sessions made with the old one",
        path = path.display()
    )]
    Damaged { path: PathBuf, why: String },
}

pub(super) fn make_directory(path: &Path) -> Result<(), KeyError> {
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(io("create the directory", path))?;
    refuse_open(path)
}

/// Refuses a directory whose files other accounts could replace.
pub(super) fn refuse_open(path: &Path) -> Result<(), KeyError> {
    let mode = fs::metadata(path).map_err(io("inspect", path))?.permissions().mode() & 0o7777;
    // With the sticky bit, other accounts may add files but not replace ours.
    if mode & 0o022 != 0 && mode & 0o1000 == 0 {
        return Err(KeyError::Open { path: path.to_owned(), mode });
    }
    Ok(())
}

/// Reads the line in `file`, which it first creates if it is missing. If another process creates it at the same time, the
/// existing file is read.
pub(super) fn read_or_make(
    file: &Path,
    make: impl FnOnce() -> io::Result<String>,
) -> Result<String, KeyError> {
    if !file.try_exists().map_err(io("look for", file))? {
        let text = make().map_err(io("create a secret for", file))?;
        publish(file, &text).map_err(io("create", file))?;
    }
    read(file)
}

/// Reads the line in `file`, which must not be readable by other accounts.
pub(super) fn read(file: &Path) -> Result<String, KeyError> {
    let (content, seen) = secret_file::open(file).map_err(io("open", file))?;
    let mode = seen.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(KeyError::Exposed { path: file.to_owned(), mode });
    }
    let home = file.parent().map(fs::metadata).transpose().map_err(io("inspect the directory of", file))?;
    if !is_trusted(seen.uid(), geteuid().as_raw(), home.map_or(ROOT, |home| home.uid())) {
        return Err(KeyError::Foreign { path: file.to_owned(), owner: seen.uid() });
    }
    let text = secret_file::read_text(content).map_err(io("read", file))?;
    Ok(text.trim_end().to_owned())
}

/// Whether the owner of a file is this process, the owner of the directory or root: with the sticky bit, other accounts may
/// add files.
fn is_trusted(owner: u32, process: u32, directory_owner: u32) -> bool {
    [ROOT, process, directory_owner].contains(&owner)
}

/// Writes `file` completely or not at all. An existing file stays unchanged.
pub(super) fn publish(file: &Path, text: &str) -> io::Result<()> {
    create_atomic(file, format!("{text}\n").as_bytes(), give_to_owner)
}

/// Keys that root creates must belong to the account that runs the site, which owns the directory.
fn give_to_owner(file: &Path) -> io::Result<()> {
    match file.parent().map(fs::metadata).transpose()? {
        Some(home) if geteuid().is_root() => chown(file, Some(home.uid()), Some(home.gid())),
        _ => Ok(()),
    }
}

pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> KeyError {
    let path = path.to_owned();
    move |source| KeyError::Io { action, path, source }
}

pub(super) fn damaged(path: &Path, why: String) -> KeyError {
    KeyError::Damaged { path: path.to_owned(), why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_this_process_root_or_the_directory_owner_are_trusted() {
        let (process, operator, stranger) = (1_000, 1_001, 1_002);
        for owner in [ROOT, process, operator] {
            assert!(is_trusted(owner, process, operator));
        }
        assert!(!is_trusted(stranger, process, operator));
        // Root could read the file, but must not trust it.
        assert!(!is_trusted(stranger, ROOT, ROOT));
    }

    #[test]
    fn a_new_secret_belongs_to_the_directory_owner_and_never_replaces_an_existing_one() {
        let directory = tempfile::tempdir().expect("a temporary folder");
        if geteuid().is_root() {
            chown(directory.path(), Some(54_321), Some(54_321)).expect("another owner");
        }
        let file = directory.path().join("secret");
        publish(&file, "first").expect("a writable file");
        publish(&file, "second").expect("an unchanged file");
        assert_eq!(read(&file).expect("a readable file"), "first");
        let owner = |path: &Path| fs::metadata(path).expect("file metadata").uid();
        assert_eq!(owner(&file), owner(directory.path()));
        assert_eq!(fs::read_dir(directory.path()).expect("a readable folder").count(), 1);
    }

    #[test]
    fn a_secret_that_is_not_a_regular_file_is_reported_and_does_not_block() {
        let directory = tempfile::tempdir().expect("a temporary folder");
        let pipe = directory.path().join("secret");
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        let fifo = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, fifo, mode, 0).expect("a pipe");
        let refused = read_or_make(&pipe, || Ok("secret".to_owned())).expect_err("a refusal").to_string();
        assert!(refused.contains("secret: it is not a regular file"), "{refused}");
    }
}
