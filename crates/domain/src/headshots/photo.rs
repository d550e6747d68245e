//! Accepted photos (docs/product.md, 4.6): three kinds, detected by their first bytes, and limits on size and
//! dimensions.

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
    #[must_use]
    pub fn detect(content: &[u8]) -> Option<Self> {
        match content {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            _ => None,
        }
    }

    #[must_use]
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

    #[must_use]
    pub const fn allow(width: u32, height: u32) -> bool {
        width <= Self::MAX_SIDE
            && height <= Self::MAX_SIDE
            && (width as u64) * (height as u64) <= Self::MAX_PIXELS
    }
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
            (5_712, 4_284, true),
            (8_064, 6_048, true),
            (10_000, 5_000, true),
            (5_000, 10_000, true),
            (10_000, 5_001, false),
            (10_001, 1, false),
            (1, 10_001, false),
            (8_000, 6_250, true),
            (8_000, 6_251, false),
            (u32::MAX, u32::MAX, false),
        ];
        for (width, height, allowed) in table {
            assert_eq!(DecodedLimits::allow(width, height), allowed, "{width} × {height}");
        }
    }
}
