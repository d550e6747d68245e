//! Writes an archive piece by piece, to a file or a pipe.

use std::io::{self, Write};

use tar::{Builder, Header};
use time::OffsetDateTime;

use super::manifest::{Checksum, Manifest, Part, Table, Tally};
use super::{DATABASE, KEYS, MANIFEST, MANIFEST_DIGEST, PHOTOS};

/// Size of a piece of a table in bytes. tar writes the size of an entry before its content, so a piece is held in memory.
const PIECE: usize = 4 * 1024 * 1024;

pub struct ArchiveWriter<W: Write> {
    tar: Builder<W>,
    at: u64,
}

impl<W: Write> ArchiveWriter<W> {
    pub fn new(to: W, at: OffsetDateTime) -> Self {
        Self { tar: Builder::new(to), at: at.unix_timestamp().unsigned_abs() }
    }

    /// Begins a table. Tables precede keys and photos.
    pub fn table(&mut self, name: String, columns: Vec<String>) -> TableWriter<'_, W> {
        TableWriter { archive: self, name, columns, piece: Vec::new(), pieces: 0, tally: Tally::default() }
    }

    pub fn key(&mut self, name: &str, content: &[u8]) -> io::Result<Part> {
        self.part(KEYS, name, content)
    }

    pub fn photo(&mut self, key: &str, content: &[u8]) -> io::Result<Part> {
        self.part(PHOTOS, key, content)
    }

    pub fn finish(mut self, manifest: &Manifest) -> io::Result<W> {
        let mut text = serde_json::to_string_pretty(manifest).map_err(io::Error::other)?;
        text.push('\n');
        self.append(MANIFEST, text.as_bytes())?;
        let digest = Checksum::of(text.as_bytes()).sha256;
        self.append(MANIFEST_DIGEST, format!("{digest}  {MANIFEST}\n").as_bytes())?;
        let mut to = self.tar.into_inner()?;
        to.flush()?;
        Ok(to)
    }

    fn part(&mut self, folder: &str, name: &str, content: &[u8]) -> io::Result<Part> {
        self.append(&format!("{folder}/{name}"), content)?;
        Ok(Part { name: name.to_owned(), checksum: Checksum::of(content) })
    }

    fn append(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        let mut header = Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o600);
        header.set_mtime(self.at);
        self.tar.append_data(&mut header, path, content)
    }
}

pub struct TableWriter<'a, W: Write> {
    archive: &'a mut ArchiveWriter<W>,
    name: String,
    columns: Vec<String>,
    piece: Vec<u8>,
    pieces: u32,
    tally: Tally,
}

impl<W: Write> TableWriter<'_, W> {
    pub fn add(&mut self, rows: &[u8]) -> io::Result<()> {
        self.tally.add(rows);
        self.piece.extend_from_slice(rows);
        if self.piece.len() >= PIECE { self.end_piece() } else { Ok(()) }
    }

    pub fn end(mut self) -> io::Result<Table> {
        // An empty table has an empty piece, so that the archive lists every table.
        if self.pieces == 0 || !self.piece.is_empty() {
            self.end_piece()?;
        }
        let Self { name, columns, tally, .. } = self;
        let (checksum, rows) = tally.end();
        Ok(Table { name, columns, rows, checksum })
    }

    fn end_piece(&mut self) -> io::Result<()> {
        self.pieces += 1;
        let path = format!("{DATABASE}/{}/{:06}.copy", self.name, self.pieces);
        self.archive.append(&path, &self.piece)?;
        self.piece.clear();
        Ok(())
    }
}
