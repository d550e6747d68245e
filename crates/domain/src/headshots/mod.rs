//! Photos of applicants: what may be uploaded, how a stored file is named, and who keeps how many.

mod photo;
mod ports;

pub use photo::{DecodedLimits, ImageKind};
pub use ports::{FileStore, ImageError, ImageProcessor, ProcessedImage};
