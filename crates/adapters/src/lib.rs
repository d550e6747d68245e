//! The ports of the domain on real technology, one folder each: PostgreSQL, mail, files, images, cryptography,
//! and the machine's clock and randomness; and how files that hold secrets are read. Made by the composition root and by
//! tests; nothing else calls this crate.

mod bounded_queue;
pub mod crypto;
pub mod files;
pub mod images;
pub mod mail;
pub mod postgres;
pub mod secret_file;
pub mod system;
pub mod tls;
mod whole_file;
