//! Reads an archive: checks it completely, then returns its entries.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use serde::Deserialize;
use tar::EntryType;

use super::manifest::{FORMAT, Manifest};
use super::{DATABASE, KEYS, MANIFEST, PHOTOS, SUMS, digest, sum};
use crate::secret_file;

/// Maximum size of an entry in bytes. The largest entry is the digests of more than a million photos.
const MAX_ENTRY: u64 = 256 * 1024 * 1024;

/// The reason why an archive cannot be restored. Print it with its causes.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("it cannot be read")]
    Io(#[from] io::Error),
    #[error("it is not an archive that `educators-forum backup` has written, or its beginning is damaged")]
    Foreign,
    #[error("it is incomplete: its end is missing, so the backup or a copy of it was interrupted")]
    Incomplete,
    #[error("it is damaged: {0} differs from what was written")]
    Damaged(String),
    #[error(
        "it has format {0}, and this program reads up to {FORMAT}; use the program that wrote it, or a newer one"
    )]
    Newer(u32),
}

/// The contents of an undamaged archive. Has no `Debug`, which would show keys.
pub struct Contents {
    pub manifest: Manifest,
    pub database_bytes: u64,
    pub keys: Vec<(String, Vec<u8>)>,
    /// The digest of each photo by its key.
    pub photos: BTreeMap<String, String>,
}

/// The member that all formats have in common.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// An archive on disk. Archives that other accounts can read are accepted, because the file system may not support
/// permissions.
pub struct Archive {
    file: File,
}

impl Archive {
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { file: secret_file::open(path)?.0 })
    }

    /// Reads the whole archive and compares it with its digests. Must precede every use of its contents.
    pub fn check(&self) -> Result<Contents, ArchiveError> {
        let (mut database_bytes, mut keys, mut photos) = (0, Vec::new(), BTreeMap::new());
        let (mut sums, mut listed, mut manifest) = (String::new(), None, None);
        for entry in self.pass()?.entries("")? {
            let (path, content) = match entry {
                Err(ArchiveError::Damaged(_)) if sums.is_empty() => return Err(ArchiveError::Foreign),
                entry => entry?,
            };
            if path == SUMS {
                listed = Some(String::from_utf8(content).map_err(|_| ArchiveError::Damaged(path))?);
                continue;
            }
            let digest = digest(&content);
            sums.push_str(&sum(&path, &digest));
            match path.split_once('/') {
                Some((DATABASE, _)) => database_bytes += content.len() as u64,
                _ if database_bytes == 0 => return Err(ArchiveError::Foreign),
                Some((KEYS, name)) => keys.push((name.to_owned(), content)),
                Some((PHOTOS, key)) => drop(photos.insert(key.to_owned(), digest)),
                None if path == MANIFEST => manifest = Some(content),
                _ => return Err(ArchiveError::Damaged("the name of an entry".to_owned())),
            }
        }
        if sums.is_empty() {
            return Err(ArchiveError::Foreign);
        }
        let (Some(listed), Some(manifest)) = (listed, manifest) else { return Err(ArchiveError::Incomplete) };
        let damaged = |_| ArchiveError::Damaged(MANIFEST.to_owned());
        let Format { format } = serde_json::from_slice(&manifest).map_err(damaged)?;
        if format > FORMAT {
            return Err(ArchiveError::Newer(format));
        }
        if let Some(part) = first_difference(&listed, &sums) {
            return Err(ArchiveError::Damaged(part));
        }
        let manifest = serde_json::from_slice(&manifest).map_err(damaged)?;
        Ok(Contents { manifest, database_bytes, keys, photos })
    }

    pub fn pass(&self) -> io::Result<Pass> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        Ok(Pass { tar: tar::Archive::new(file) })
    }
}

pub struct Pass {
    tar: tar::Archive<File>,
}

impl Pass {
    /// The pieces of the dump in order.
    pub fn dump(&mut self) -> io::Result<impl Iterator<Item = Result<Vec<u8>, ArchiveError>>> {
        Ok(self.entries(DATABASE)?.map(|entry| entry.map(|(_, content)| content)))
    }

    pub fn photos(&mut self) -> io::Result<impl Iterator<Item = Result<(String, Vec<u8>), ArchiveError>>> {
        let key = |path: String| path[PHOTOS.len() + 1..].to_owned();
        Ok(self.entries(PHOTOS)?.map(move |entry| entry.map(|(path, content)| (key(path), content))))
    }

    /// The paths and contents of the entries in a folder, or of all entries. Reads only entries as this program writes them:
    /// the library would read other headers, such as a long name, into memory, whatever their size.
    fn entries(
        &mut self,
        folder: &'static str,
    ) -> io::Result<impl Iterator<Item = Result<(String, Vec<u8>), ArchiveError>>> {
        let read = move |entry: io::Result<tar::Entry<'_, File>>| {
            let mut entry = entry.map_err(unreadable)?;
            let path = String::from_utf8(entry.path_bytes().into_owned()).map_err(|_| wrong_header())?;
            if entry.header().entry_type() != EntryType::Regular || entry.size() > MAX_ENTRY {
                return Err(wrong_header());
            }
            let is_wanted =
                folder.is_empty() || path.split_once('/').is_some_and(|(first, _)| first == folder);
            if is_wanted { Ok(Some((path, content(&mut entry)?))) } else { Ok(None) }
        };
        Ok(self.tar.entries_with_seek()?.raw(true).filter_map(move |entry| read(entry).transpose()))
    }
}

fn content(entry: &mut tar::Entry<'_, File>) -> Result<Vec<u8>, ArchiveError> {
    let mut content = Vec::new();
    entry.read_to_end(&mut content).map_err(unreadable)?;
    if content.len() as u64 == entry.size() { Ok(content) } else { Err(ArchiveError::Incomplete) }
}

fn wrong_header() -> ArchiveError {
    ArchiveError::Damaged("the header of an entry".to_owned())
}

/// The library reports a truncated or malformed archive with the kind `Other`; the file system uses other kinds.
fn unreadable(error: io::Error) -> ArchiveError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => ArchiveError::Incomplete,
        io::ErrorKind::Other | io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => wrong_header(),
        _ => ArchiveError::Io(error),
    }
}

/// The name of the first part whose digest is not the listed one. The key of a photo is secret, because it reveals its URL.
fn first_difference(listed: &str, found: &str) -> Option<String> {
    let mut others = found.lines();
    let line = listed.lines().find(|line| others.next() != Some(*line)).or_else(|| others.next())?;
    let part = line.split_once("  ").map_or(SUMS, |(_, path)| path);
    Some(if part.starts_with(PHOTOS) { "a photo".to_owned() } else { part.to_owned() })
}
