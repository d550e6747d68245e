//! The archive of a backup: one tar file, so that standard tools can list and extract it. It contains, in this order:
//!
//! | entry | content |
//! |---|---|
//! | `database/<table>/<number>.copy` | rows in the text format of `COPY`, in pieces of a few MiB |
//! | `keys/<file>` | the files in the key directory |
//! | `photos/<key>` | the unchanged photos from the file store |
//! | `manifest.json` | all other entries, with sizes and digests ([`Manifest`]) |
//! | `manifest.sha256` | the digest of the manifest in the format of `sha256sum` |
//!
//! An interrupted archive has no manifest. Only one piece is in memory at a time. `postgres::snapshot` and
//! `postgres::restore` write and read the database, `crypto::KeyCopies` the keys. The program combines them.

mod manifest;
mod new_file;
mod reader;
mod writer;

pub use manifest::{Checksum, FORMAT, Manifest, OmissionReason, OmittedPhoto, Part, Table, Tally};
pub use new_file::NewFile;
pub use reader::{Archive, ArchiveError, Content, Pass, Piece};
pub use writer::{ArchiveWriter, TableWriter};

/// Folders of the archive.
const DATABASE: &str = "database";
const KEYS: &str = "keys";
const PHOTOS: &str = "photos";
/// The last two entries.
const MANIFEST: &str = "manifest.json";
const MANIFEST_DIGEST: &str = "manifest.sha256";
