//! The port that understands images.

use async_trait::async_trait;

use super::photo::ImageKind;
use crate::shared::Fault;

/// A photo made anew from its pixels: upright, at most [`ProcessedImage::MAX_SIDE`] a side, without metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessedImage {
    /// The encoded image, of the same kind as what was uploaded.
    pub content: Vec<u8>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

impl ProcessedImage {
    /// Longest side of what is stored, in pixels.
    pub const MAX_SIDE: u32 = 1_024;
}

/// Why there is no processed image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// More pixels than [`super::DecodedLimits`] allow, told by the header. HTTP 422 `image_too_large`.
    #[error("the image is {width} × {height} pixels")]
    TooLarge {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// Damaged, cut off, or not what its first bytes promise. HTTP 422 `image_unreadable`.
    #[error("the image cannot be read: {0}")]
    Unreadable(String),
    /// Too many wait already; try again in a moment. HTTP 503 `busy`.
    #[error("too many images at once")]
    Busy,
    /// The processor failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Understands images.
#[async_trait]
pub trait ImageProcessor: Send + Sync {
    /// Checks the dimensions before anything is decoded, decodes under a cap on memory, one image at a time,
    /// turns it upright and encodes it anew.
    async fn process(&self, kind: ImageKind, content: Vec<u8>) -> Result<ProcessedImage, ImageError>;
}
