use async_trait::async_trait;

use super::photo::ImageKind;
use crate::shared::Fault;

/// A photo that was re-encoded from its pixels: upright, up to [`ProcessedImage::MAX_SIDE`] on each side, and without
/// metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessedImage {
    pub content: Vec<u8>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

impl ProcessedImage {
    /// Longest side of a stored photo, in pixels.
    pub const MAX_SIDE: u32 = 1_024;
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// More pixels than [`super::DecodedLimits`] allow, according to the header. HTTP 422 `image_too_large`.
    #[error("the image is {width} × {height} pixels")]
    TooLarge {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// Damaged, truncated, or not of the kind that its first bytes indicate. HTTP 422 `image_unreadable`.
    #[error("the image cannot be read: {0}")]
    Unreadable(String),
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[async_trait]
pub trait ImageProcessor: Send + Sync {
    /// Checks the dimensions before decoding, decodes one image at a time under a memory limit, turns it upright and
    /// re-encodes it.
    async fn process(&self, kind: ImageKind, content: Vec<u8>) -> Result<ProcessedImage, ImageError>;
}
