//! The archive of a backup: one tar file, so that standard tools can list and extract it. It holds, in this order:
//!
//! | entry | content |
//! |---|---|
//! | `database/<table>/<number>.copy` | rows in the text format of `COPY`, in pieces of a few MiB |
//! | `keys/<file>` | the files of the directory of keys |
//! | `photos/<key>` | the photos, as they are in the file store |
//! | `manifest.json` | what there must be, with sizes and digests ([`Manifest`]) |
//! | `manifest.sha256` | the digest of that, as `sha256sum` writes it |
//!
//! The end proves that an archive is complete: an interrupted one has no manifest. Nothing is ever wholly in memory but
//! one piece. The database's part is written and read by `postgres::snapshot` and `postgres::restore`, the keys' by
//! `crypto::KeyCopies`; the program puts them together.

mod manifest;
mod new_file;
mod reader;
mod writer;

pub use manifest::{Checksum, FORMAT, LeftOutPhoto, Manifest, Part, Table, Tally, WhyLeftOut};
pub use new_file::NewFile;
pub use reader::{Archive, ArchiveError, Content, Pass, Piece};
pub use writer::{ArchiveWriter, TableWriter};

/// Folders of the archive.
const DATABASE: &str = "database";
const KEYS: &str = "keys";
const PHOTOS: &str = "photos";
/// Its last two entries.
const MANIFEST: &str = "manifest.json";
const MANIFEST_DIGEST: &str = "manifest.sha256";
