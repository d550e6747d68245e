//! Reads an archive: checks it completely, then returns its pieces.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use serde::Deserialize;
use tar::EntryType;

use super::manifest::{Checksum, FORMAT, Manifest, Part, Table, Tally};
use super::{DATABASE, KEYS, MANIFEST, MANIFEST_DIGEST, PHOTOS};
use crate::secret_file;

/// Maximum size of an entry in bytes. The largest entry is the manifest of a site with several hundred thousand photos.
const MAX_ENTRY: u64 = 256 * 1024 * 1024;

/// Maximum size in bytes of an extra header, such as a long name, which is read into memory. Other programs write a few
/// hundred bytes, this program writes none.
const MAX_HEADER: u64 = 64 * 1024;

/// The reason why an archive cannot be restored. Print it with its causes.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("it cannot be read")]
    Io(#[from] io::Error),
    #[error("it is not an archive that `educators-forum backup` has written")]
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    Rows(String),
    Key(String),
    Photo(String),
    Manifest,
    ManifestDigest,
    Unknown,
}

impl Content {
    fn of(path: &[u8]) -> Self {
        let Ok(path) = str::from_utf8(path) else { return Self::Unknown };
        match path.split_once('/') {
            None if path == MANIFEST => Self::Manifest,
            None if path == MANIFEST_DIGEST => Self::ManifestDigest,
            Some((DATABASE, piece)) => match piece.split_once('/') {
                Some((table, _)) => Self::Rows(table.to_owned()),
                None => Self::Unknown,
            },
            Some((KEYS, name)) => Self::Key(name.to_owned()),
            Some((PHOTOS, key)) => Self::Photo(key.to_owned()),
            _ => Self::Unknown,
        }
    }
}

#[derive(Debug)]
pub struct Piece {
    pub content: Content,
    pub bytes: Vec<u8>,
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

    /// Reads the whole archive and compares it with the manifest. Must precede every use of its contents.
    pub fn check(&self) -> Result<Manifest, ArchiveError> {
        self.check_headers()?;
        let mut found = Found::default();
        for piece in self.pass()?.pieces(|_| true)? {
            found.add(piece?);
        }
        found.compare()
    }

    /// Refuses headers and entries that would take more memory than those in a backup. Reads no content.
    fn check_headers(&self) -> Result<(), ArchiveError> {
        for entry in self.pass()?.tar.entries_with_seek()?.raw(true) {
            let entry = entry.map_err(unreadable)?;
            let largest = match entry.header().entry_type() {
                EntryType::Regular => MAX_ENTRY,
                EntryType::GNULongName
                | EntryType::GNULongLink
                | EntryType::XHeader
                | EntryType::XGlobalHeader => MAX_HEADER,
                _ => return Err(wrong_header()),
            };
            if entry.size() > largest {
                return Err(wrong_header());
            }
        }
        Ok(())
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
    pub fn pieces(
        &mut self,
        wanted: fn(&Content) -> bool,
    ) -> io::Result<impl Iterator<Item = Result<Piece, ArchiveError>>> {
        let entries = self.tar.entries_with_seek()?;
        let piece = move |entry: io::Result<tar::Entry<'_, File>>| {
            let mut entry = match entry {
                Ok(entry) => entry,
                Err(error) => return Some(Err(unreadable(error))),
            };
            let content = Content::of(&entry.path_bytes());
            wanted(&content).then(|| read(&mut entry).map(|bytes| Piece { content, bytes }))
        };
        Ok(entries.filter_map(piece))
    }
}

fn read(entry: &mut tar::Entry<'_, File>) -> Result<Vec<u8>, ArchiveError> {
    let size = entry.size();
    if size > MAX_ENTRY {
        return Err(ArchiveError::Foreign);
    }
    let mut bytes = Vec::new();
    entry.take(size).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 == size { Ok(bytes) } else { Err(ArchiveError::Incomplete) }
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

#[derive(Default)]
struct Found {
    tables: Vec<(String, Tally)>,
    keys: Vec<Part>,
    photos: Vec<Part>,
    manifest: Option<Vec<u8>>,
    digest: Option<Vec<u8>>,
    unknown: bool,
}

/// The member that all formats have in common.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

impl Found {
    fn add(&mut self, Piece { content, bytes }: Piece) {
        let part = |name| Part { name, checksum: Checksum::of(&bytes) };
        match content {
            Content::Rows(table) => {
                if self.tables.last().is_none_or(|(last, _)| *last != table) {
                    self.tables.push((table, Tally::default()));
                }
                if let Some((_, tally)) = self.tables.last_mut() {
                    tally.add(&bytes);
                }
            }
            Content::Key(name) => self.keys.push(part(name)),
            Content::Photo(key) => self.photos.push(part(key)),
            Content::Manifest => self.manifest = Some(bytes),
            Content::ManifestDigest => self.digest = Some(bytes),
            Content::Unknown => self.unknown = true,
        }
    }

    fn compare(self) -> Result<Manifest, ArchiveError> {
        let is_backup = !self.tables.is_empty() || self.manifest.is_some();
        let (Some(manifest), Some(digest)) = (&self.manifest, &self.digest) else {
            return Err(if is_backup { ArchiveError::Incomplete } else { ArchiveError::Foreign });
        };
        let damaged = |_| ArchiveError::Damaged(MANIFEST.to_owned());
        let expected = format!("{}  {MANIFEST}\n", Checksum::of(manifest).sha256);
        if *digest != expected.as_bytes() {
            return Err(ArchiveError::Damaged(MANIFEST.to_owned()));
        }
        let Format { format } = serde_json::from_slice(manifest).map_err(damaged)?;
        if format > FORMAT {
            return Err(ArchiveError::Newer(format));
        }
        let manifest: Manifest = serde_json::from_slice(manifest).map_err(damaged)?;
        if self.unknown {
            return Err(ArchiveError::Damaged("the name of an entry".to_owned()));
        }
        compare(&rows(&manifest.tables), &counted(self.tables), |(name, ..)| format!("{DATABASE}/{name}"))?;
        compare(&manifest.keys, &self.keys, |part| format!("{KEYS}/{}", part.name))?;
        compare(&manifest.photos, &self.photos, |_| "a photo".to_owned())?;
        Ok(manifest)
    }
}

type Rows = (String, Checksum, u64);

fn rows(tables: &[Table]) -> Vec<Rows> {
    tables.iter().map(|table| (table.name.clone(), table.checksum.clone(), table.rows)).collect()
}

fn counted(tables: Vec<(String, Tally)>) -> Vec<Rows> {
    let counted = |(name, tally): (String, Tally)| {
        let (checksum, rows) = tally.end();
        (name, checksum, rows)
    };
    tables.into_iter().map(counted).collect()
}

fn compare<T: PartialEq>(
    expected: &[T],
    found: &[T],
    name: impl Fn(&T) -> String,
) -> Result<(), ArchiveError> {
    let differing =
        expected.iter().zip(found).find(|(expected, found)| expected != found).map(|(expected, _)| expected);
    let surplus = || expected.get(found.len()).or_else(|| found.get(expected.len()));
    match differing.or_else(surplus) {
        Some(part) => Err(ArchiveError::Damaged(name(part))),
        None => Ok(()),
    }
}
