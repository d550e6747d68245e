//! A file that gets its name only when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use forum_domain::shared::IdSource;

use crate::system::RandomIds;
use crate::whole_file::UNFINISHED;

const BUFFER: usize = 1024 * 1024;

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
