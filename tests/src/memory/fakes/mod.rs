//! Deterministic stand-ins for cryptography, files, images and time.

pub(crate) mod clock;
pub(crate) mod crypto;
pub(crate) mod files;
pub(crate) mod images;
