//! Private files that are written completely or not at all: they get their name only when they are complete. Spooled mails and
//! keys are written at once, a backup in pieces.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use forum_domain::shared::IdSource;

use crate::system::RandomIds;

/// An unfinished file has this prefix and a random id as its extension.
const UNFINISHED: &str = "new-";

const BUFFER: usize = 1024 * 1024;

/// Writes `file`, readable only by its owner, under a temporary name and links it to its final name. An existing file stays
/// unchanged. `prepare` is applied to the unfinished file.
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

/// A private file that is written under a temporary name in the same folder. If it is dropped before [`keep`](Self::keep),
/// it is removed. The next process removes the file of a killed process.
pub struct NewFile {
    writer: BufWriter<File>,
    temporary: PathBuf,
    target: PathBuf,
}

impl NewFile {
    pub fn create(target: &Path) -> io::Result<Self> {
        refuse_existing(target)?;
        remove_abandoned(folder_of(target));
        let mut temporary = target.as_os_str().to_owned();
        temporary.push(format!(".{UNFINISHED}{}", RandomIds.new_id().simple()));
        let temporary = PathBuf::from(temporary);
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary)?;
        // The lock marks the file as in progress. Without file locks, abandoned files are never removed.
        let _ = file.try_lock();
        let writer = BufWriter::with_capacity(BUFFER, file);
        Ok(Self { writer, temporary, target: target.to_owned() })
    }

    pub fn keep(mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_ref().sync_all()?;
        refuse_existing(&self.target)?;
        // A hard link would refuse an existing target, but not every file system for backups supports links.
        fs::rename(&self.temporary, &self.target)?;
        File::open(folder_of(&self.target))?.sync_all()
    }
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().to_str().is_some_and(is_unfinished) {
            let path = entry.path();
            if File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) && fs::remove_file(&path).is_ok() {
                tracing::info!(file = %path.display(), "removed the unfinished file of a killed backup");
            }
        }
    }
}

fn is_unfinished(name: &str) -> bool {
    let parts = name.rsplit_once(&format!(".{UNFINISHED}"));
    parts.is_some_and(|(target, id)| {
        !target.is_empty()
            && id.len() == 32
            && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

fn refuse_existing(target: &Path) -> io::Result<()> {
    match fs::symlink_metadata(target) {
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After `keep` there is no such file.
        let _ = fs::remove_file(&self.temporary);
    }
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
