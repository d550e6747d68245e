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

mod manifest;
mod new_file;
mod reader;
mod writer;

pub use manifest::{FORMAT, Manifest, OmissionReason, OmittedPhoto};
pub use new_file::NewFile;
pub use reader::{Archive, ArchiveError, Contents};
pub use writer::ArchiveWriter;

use sha2::{Digest, Sha256};

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
