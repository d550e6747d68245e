//! Deterministic stand-ins for cryptography, files, images, providers and time.

pub(super) mod clock;
pub(super) mod crypto;
pub(super) mod files;
pub(super) mod images;
pub(super) mod providers;
