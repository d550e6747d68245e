//! Accepted photos (docs/product.md, 4.6): three kinds, detected by their first bytes, and limits on size and
//! dimensions; the ports that re-encode and keep them.

use async_trait::async_trait;
use time::OffsetDateTime;

use crate::shared::{Code, Fault, Refusal};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// JPEG (JFIF or EXIF).
    Jpeg,
    Png,
    /// WebP, lossy or lossless.
    Webp,
}

impl ImageKind {
    /// Maximum size of an uploaded file: 5 MiB.
    pub const MAX_BYTES: usize = 5 * 1024 * 1024;

    /// Detects the kind from the first bytes, ignoring the file name.
    pub fn detect(content: &[u8]) -> Option<Self> {
        match content {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            _ => None,
        }
    }

    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }
}

/// Limits that are checked before a photo is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecodedLimits;

impl DecodedLimits {
    /// Longest side, in pixels.
    pub const MAX_SIDE: u32 = 10_000;
    /// Maximum number of pixels. Photos of current phones have 12 to 50 million.
    pub const MAX_PIXELS: u64 = 50_000_000;

    pub const fn allow(width: u32, height: u32) -> bool {
        width <= Self::MAX_SIDE
            && height <= Self::MAX_SIDE
            && (width as u64) * (height as u64) <= Self::MAX_PIXELS
    }

    /// `image_too_large`, for an image of these dimensions. If they are allowed, decoding it would need too much memory: 16
    /// bits per channel, an animation, an unusual coding.
    pub fn exceeded(width: u32, height: u32) -> Refusal {
        if Self::allow(width, height) {
            let detail = "This image takes too much memory to read. Please save it as an ordinary JPEG and choose that.";
            return Refusal::new(Code::ImageTooLarge, detail);
        }
        let detail = format!(
            "The image is {width} × {height} pixels. Please choose one of at most 10,000 pixels a side \
             and 50 megapixels."
        );
        Refusal::new(Code::ImageTooLarge, detail)
    }
}

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

#[async_trait]
pub trait ImageProcessor: Send + Sync {
    /// Checks the dimensions before decoding, decodes one image at a time under a memory limit, turns it upright and
    /// re-encodes it.
    ///
    /// # Errors
    /// [`DecodedLimits::exceeded`]; `image_unreadable` if it is damaged, truncated, or not of the kind that its first bytes
    /// indicate; `busy`.
    async fn process(&self, kind: ImageKind, content: Vec<u8>) -> Result<ProcessedImage, Refusal>;
}

/// Stores files by key. Keys (`<user id>/headshot-<timestamp>.<extension>`) never contain text from a client.
#[async_trait]
pub trait FileStore: Send + Sync {
    /// Stores the whole file or nothing: readers MUST never see a partial file, even if the writer fails.
    /// Replaces an existing file.
    async fn put(&self, key: &str, kind: ImageKind, content: Vec<u8>) -> Result<(), Fault>;

    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault>;

    /// Deletes a file. Succeeds if it does not exist.
    async fn delete(&self, key: &str) -> Result<(), Fault>;

    /// The keys of all files last written before `before`, in no particular order. Takes about 100 bytes of memory per
    /// file; used by the sweep.
    async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_detected_by_all_of_its_first_bytes() {
        let table: [(ImageKind, &[u8]); 3] = [
            (ImageKind::Jpeg, b"\xFF\xD8\xFF"),
            (ImageKind::Png, b"\x89PNG\r\n\x1A\n"),
            (ImageKind::Webp, b"RIFF\x01\x02\x03\x04WEBP"),
        ];
        for (kind, start) in table {
            assert_eq!(ImageKind::detect(start), Some(kind));
            assert_eq!(ImageKind::detect(&[start, b"content"].concat()), Some(kind));
            assert_eq!(ImageKind::detect(&start[..start.len() - 1]), None, "{kind:?} truncated");
            assert_eq!(ImageKind::detect(&[b" ", start].concat()), None, "{kind:?} later");
            // The four bytes after RIFF are a length.
            for at in (0..start.len()).filter(|at| kind != ImageKind::Webp || !(4..8).contains(at)) {
                let mut other = start.to_vec();
                other[at] ^= 0x20;
                assert_eq!(ImageKind::detect(&other), None, "{kind:?} with another byte {at}");
            }
        }
    }

    #[test]
    fn an_image_is_limited_to_sides_of_10_000_pixels_and_50_million_pixels() {
        let table = [
            (8_064, 6_048, true),
            (10_000, 5_000, true),
            (10_000, 5_001, false),
            (10_001, 1, false),
            (1, 10_001, false),
            (u32::MAX, u32::MAX, false),
        ];
        for (width, height, allowed) in table {
            assert_eq!(DecodedLimits::allow(width, height), allowed, "{width} × {height}");
        }
    }
}
