//! Writes a private file completely or not at all: it is written under a temporary name, synced, and hard-linked to its
//! final name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use forum_domain::shared::IdSource;

use crate::system::RandomIds;

/// An unfinished file has this prefix and a random id as its extension.
pub(crate) const UNFINISHED: &str = "new-";

/// Writes `file`, readable only by its owner. An existing file stays unchanged. `prepare` is applied to the unfinished file.
pub(crate) fn create_atomic(
    file: &Path,
    content: &[u8],
    prepare: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = file.with_extension(format!("{UNFINISHED}{}", RandomIds.new_id().simple()));
    let written = write_private(&temporary, content).and_then(|()| prepare(&temporary));
    // Unlike a rename, a hard link fails if another process has created the file.
    let written = written.and_then(|()| match fs::hard_link(&temporary, file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        outcome => outcome,
    });
    let removed = fs::remove_file(&temporary);
    // Of two errors, the first is the cause.
    written.and(removed)?;
    match file.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

fn write_private(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a readable folder").flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_is_private_and_written_once_and_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("a.txt");
        create_atomic(&file, b"one", |_| Ok(())).expect("a writable file");
        create_atomic(&file, b"two", |_| Ok(())).expect("an existing file");
        assert_eq!(fs::read(&file).expect("a readable file"), b"one");
        assert_eq!(fs::metadata(&file).expect("file metadata").permissions().mode() & 0o777, 0o600);
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_file_that_cannot_be_prepared_does_not_appear() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("a.txt");
        let refused = create_atomic(&file, b"one", |_| Err(io::Error::other("no")));
        assert_eq!(refused.expect_err("the error from `prepare`").to_string(), "no");
        assert_eq!(names(folder.path()), Vec::<String>::new());
    }
}
