//! Deterministic stand-ins for cryptography, files, images, providers and time.

pub(super) mod clock;
pub(super) mod files;
pub(super) mod hasher;
pub(super) mod images;
pub(super) mod providers;
