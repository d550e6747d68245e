//! The manifest of a backup. `tar -xOf ARCHIVE manifest.json` prints it.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

/// The format that this program writes, and the newest one that it reads.
pub const FORMAT: u32 = 1;

/// The facts about a backup that its other entries do not contain.
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
