//! A file that appears under its name only when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use forum_domain::shared::IdSource;

use crate::system::RandomIds;
use crate::whole_file::UNFINISHED;

const BUFFER: usize = 1024 * 1024;

/// A private file that is being written under another name in the same folder. Dropped before [`keep`](Self::keep), it
/// disappears.
pub struct NewFile {
    writer: BufWriter<File>,
    temporary: PathBuf,
    target: PathBuf,
}

impl NewFile {
    /// Begins the file, readable only by its owner.
    ///
    /// # Errors
    /// When `target` exists or its folder cannot be written.
    pub fn create(target: &Path) -> io::Result<Self> {
        refuse_existing(target)?;
        let mut temporary = target.as_os_str().to_owned();
        temporary.push(format!(".{UNFINISHED}{}", RandomIds.new_id().simple()));
        let temporary = PathBuf::from(temporary);
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary)?;
        let writer = BufWriter::with_capacity(BUFFER, file);
        Ok(Self { writer, temporary, target: target.to_owned() })
    }

    /// Gives the file its name, once it is safely on disk.
    ///
    /// # Errors
    /// When it cannot be written, or `target` appeared meanwhile.
    pub fn keep(mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_ref().sync_all()?;
        refuse_existing(&self.target)?;
        // A hard link would refuse by itself, but not every file system for backups has links.
        fs::rename(&self.temporary, &self.target)?;
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }
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
        // Already renamed if it was kept.
        let _ = fs::remove_file(&self.temporary);
    }
}
