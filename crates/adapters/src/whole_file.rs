//! Writes a private file completely or not at all: under another name first, synced to disk, and then linked to its own
//! name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use forum_domain::shared::IdSource;

use crate::system::RandomIds;

/// The extension of an unfinished file is this prefix and a random id.
pub(crate) const UNFINISHED: &str = "new-";

/// Writes `file`, readable only by its owner; an existing file stays unchanged. `prepare` is applied to the unfinished
/// file before it is visible.
pub(crate) fn create_atomic(
    file: &Path,
    content: &[u8],
    prepare: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = file.with_extension(format!("{UNFINISHED}{}", RandomIds.new_id().simple()));
    let written = write_private(&temporary, content).and_then(|()| prepare(&temporary));
    // A link, not a rename: it fails if another process was faster.
    let written = written.and_then(|()| match fs::hard_link(&temporary, file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        outcome => outcome,
    });
    let removed = fs::remove_file(&temporary);
    // Of two errors, the first shows the cause.
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
    fn a_file_is_written_once_privately_and_leaves_no_other_file() {
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
        assert_eq!(refused.expect_err("the error of `prepare`").to_string(), "no");
        assert_eq!(names(folder.path()), Vec::<String>::new());
    }
}
