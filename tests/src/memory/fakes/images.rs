//! Images that tests can write by hand: the magic bytes of a kind, then the dimensions as text, such as `640x480`.
//! The adapter's own tests cover the decoding of real images.

use async_trait::async_trait;
use forum_domain::headshots::{DecodedLimits, ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::{Code, Refusal};

const fn magic(kind: ImageKind) -> &'static [u8] {
    match kind {
        ImageKind::Jpeg => b"\xFF\xD8\xFF\xE0",
        ImageKind::Png => b"\x89PNG\r\n\x1a\n",
        ImageKind::Webp => b"RIFF\0\0\0\0WEBP",
    }
}

/// An image in the test format.
pub fn plain_image(kind: ImageKind, width: u32, height: u32) -> Vec<u8> {
    [magic(kind), format!("{width}x{height}").as_bytes()].concat()
}

/// `ImageProcessor` for the test format: it applies the real limits, but there are no pixels.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainImageProcessor;

#[async_trait]
impl ImageProcessor for PlainImageProcessor {
    async fn process(&self, kind: ImageKind, content: Vec<u8>) -> Result<ProcessedImage, Refusal> {
        let unreadable = || Refusal::from(Code::ImageUnreadable);
        let words = content.strip_prefix(magic(kind)).and_then(|rest| std::str::from_utf8(rest).ok());
        let (width, height) = words.and_then(|words| words.split_once('x')).ok_or_else(unreadable)?;
        let (width, height): (u32, u32) =
            width.parse().ok().zip(height.parse().ok()).ok_or_else(unreadable)?;
        if !DecodedLimits::allow(width, height) {
            return Err(DecodedLimits::exceeded(width, height));
        }
        let longest = width.max(height).max(1);
        let scaled = |side: u32| side * ProcessedImage::MAX_SIDE.min(longest) / longest;
        let (width, height) = (scaled(width).max(1), scaled(height).max(1));
        Ok(ProcessedImage { content: plain_image(kind, width, height), width, height })
    }
}
