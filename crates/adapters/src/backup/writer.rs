//! Writes an archive entry by entry, to a file or a pipe.

use std::io::{self, Write};

use tar::{Builder, Header};
use time::OffsetDateTime;

use super::manifest::Manifest;
use super::{DATABASE, KEYS, MANIFEST, PHOTOS, SUMS, digest, sum};

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
