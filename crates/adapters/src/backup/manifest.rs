//! The manifest of a backup. `tar -xOf ARCHIVE manifest.json` prints it.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

/// The format that this program writes, and the newest one that it reads.
pub const FORMAT: u32 = 1;

/// The contents of a backup, and everything that is known to be missing from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    pub id: Uuid,
    pub program: String,
    #[serde(with = "time::serde::rfc3339")]
    pub taken_at: OffsetDateTime,
    /// The applied migrations, in ascending order.
    pub migrations: Vec<i64>,
    /// The tables, each after the tables that its foreign keys refer to.
    pub tables: Vec<Table>,
    pub keys: Vec<Part>,
    pub photos: Vec<Part>,
    pub photos_left_out: Vec<OmittedPhoto>,
}

impl Manifest {
    /// The version of the schema, which is its last migration.
    #[must_use]
    pub fn schema(&self) -> i64 {
        self.migrations.last().copied().unwrap_or_default()
    }

    #[must_use]
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub name: String,
    /// The copied columns: all except generated ones.
    pub columns: Vec<String>,
    pub rows: u64,
    #[serde(flatten)]
    pub checksum: Checksum,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The name or key, without its folder in the archive.
    pub name: String,
    #[serde(flatten)]
    pub checksum: Checksum,
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
    /// It was removed after its row was copied and before its file was copied.
    Removed,
    Missing,
    Damaged,
}

/// Size and SHA-256 of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checksum {
    pub bytes: u64,
    /// Hexadecimal digits.
    pub sha256: String,
}

impl Checksum {
    #[must_use]
    pub fn of(content: &[u8]) -> Self {
        let mut tally = Tally::default();
        tally.add(content);
        tally.end().0
    }
}

/// Computes a [`Checksum`] piece by piece and counts lines: a row of `COPY` contains no line break.
#[derive(Default)]
pub struct Tally {
    digest: Sha256,
    bytes: u64,
    lines: u64,
}

impl Tally {
    pub fn add(&mut self, piece: &[u8]) {
        self.digest.update(piece);
        self.bytes += piece.len() as u64;
        self.lines += piece.iter().filter(|byte| **byte == b'\n').count() as u64;
    }

    #[must_use]
    pub fn end(self) -> (Checksum, u64) {
        let mut sha256 = String::with_capacity(64);
        for byte in self.digest.finalize() {
            // Writing to a String cannot fail.
            let _ = write!(sha256, "{byte:02x}");
        }
        (Checksum { bytes: self.bytes, sha256 }, self.lines)
    }
}
