//! The archive of a backup: one tar file, so that standard tools can list, check and extract it. It contains, in this order:
//!
//! | entry | content |
//! |---|---|
//! | `database/<number>` | the output of `pg_dump --format=custom`, in pieces, because tar writes a size before its content |
//! | `keys/<file>` | the files in the key directory |
//! | `photos/<key>` | the unchanged photos from the file store |
//! | `manifest.json` | [`Manifest`] |
//! | `SHA256SUMS` | the digests of all other entries in the format of `sha256sum` |
//!
//! An interrupted archive has no digests. Only one entry is in memory at a time.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tar::{Builder, EntryType, Header};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::secret_file;
pub use crate::whole_file::NewFile;

const DATABASE: &str = "database";
const KEYS: &str = "keys";
const PHOTOS: &str = "photos";
const MANIFEST: &str = "manifest.json";
const SUMS: &str = "SHA256SUMS";

/// The SHA-256 in hexadecimal digits.
#[must_use]
pub fn digest(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sum(path: &str, digest: &str) -> String {
    format!("{digest}  {path}\n")
}

/// The format that this program writes, and the newest one that it reads.
pub const FORMAT: u32 = 1;

/// The facts about a backup that its other entries do not contain. `tar -xOf ARCHIVE manifest.json` prints them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    pub id: Uuid,
    pub program: String,
    #[serde(with = "time::serde::rfc3339")]
    pub taken_at: OffsetDateTime,
    /// The PostgreSQL schema that contains the tables.
    pub namespace: String,
    pub migrations: Vec<i64>,
    pub photos_left_out: Vec<OmittedPhoto>,
}

/// A photo that has a row but is not in the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OmittedPhoto {
    pub key: String,
    pub why: OmissionReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OmissionReason {
    /// It was removed after the snapshot of the database and before its file was copied.
    Removed,
    Missing,
    Damaged,
}

/// Writes an archive entry by entry, to a file or a pipe.
pub struct ArchiveWriter<W: Write> {
    tar: Builder<W>,
    at: u64,
    pieces: u32,
    sums: String,
}

impl<W: Write> ArchiveWriter<W> {
    pub fn new(to: W, at: OffsetDateTime) -> Self {
        let at = at.unix_timestamp().unsigned_abs();
        Self { tar: Builder::new(to), at, pieces: 0, sums: String::new() }
    }

    /// Adds the next piece of the dump, which precedes keys and photos.
    pub fn dump(&mut self, piece: &[u8]) -> io::Result<()> {
        self.pieces += 1;
        self.part(&format!("{DATABASE}/{:06}", self.pieces), piece)
    }

    pub fn key(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        self.part(&format!("{KEYS}/{name}"), content)
    }

    pub fn photo(&mut self, key: &str, content: &[u8]) -> io::Result<()> {
        self.part(&format!("{PHOTOS}/{key}"), content)
    }

    pub fn finish(mut self, manifest: &Manifest) -> io::Result<W> {
        let mut text = serde_json::to_string_pretty(manifest).map_err(io::Error::other)?;
        text.push('\n');
        self.part(MANIFEST, text.as_bytes())?;
        let sums = std::mem::take(&mut self.sums);
        self.append(SUMS, sums.as_bytes())?;
        let mut to = self.tar.into_inner()?;
        to.flush()?;
        Ok(to)
    }

    fn part(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        self.sums.push_str(&sum(path, &digest(content)));
        self.append(path, content)
    }

    fn append(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        let mut header = Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o600);
        header.set_mtime(self.at);
        self.tar.append_data(&mut header, path, content)
    }
}

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
    Newer(u64),
}

/// The contents of an undamaged archive. Has no `Debug`, which would show keys.
pub struct Contents {
    pub manifest: Manifest,
    pub database_bytes: u64,
    pub keys: Vec<(String, Vec<u8>)>,
    /// The digest of each photo by its key.
    pub photos: BTreeMap<String, String>,
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
        let manifest: Value = serde_json::from_slice(&manifest).map_err(damaged)?;
        // The only member that all formats have.
        if let Some(newer) = manifest["format"].as_u64().filter(|format| *format > u64::from(FORMAT)) {
            return Err(ArchiveError::Newer(newer));
        }
        if let Some(part) = first_difference(&listed, &sums) {
            return Err(ArchiveError::Damaged(part));
        }
        let manifest = serde_json::from_value(manifest).map_err(damaged)?;
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
