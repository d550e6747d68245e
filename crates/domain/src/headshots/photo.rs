//! What counts as a photo: three kinds, told by their first bytes, and limits on size and dimensions.

/// The kinds of image that are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// JPEG (JFIF or EXIF).
    Jpeg,
    /// PNG.
    Png,
    /// WebP, lossy or lossless.
    Webp,
}

impl ImageKind {
    /// Bytes of an uploaded file at most: 5 MiB (readings.md, 'photo size, type').
    pub const MAX_BYTES: usize = 5 * 1024 * 1024;

    /// The kind that the first bytes tell, whatever the sender calls the file.
    #[must_use]
    pub fn detect(content: &[u8]) -> Option<Self> {
        match content {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            _ => None,
        }
    }

    /// Its media type.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }
}

/// How large a photo may be before it is decoded (security.md, row 'upload').
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecodedLimits;

impl DecodedLimits {
    /// Longest side, in pixels.
    pub const MAX_SIDE: u32 = 8_000;
    /// Most pixels.
    pub const MAX_PIXELS: u64 = 24_000_000;

    /// Whether an image of these dimensions may be decoded.
    #[must_use]
    pub const fn allow(width: u32, height: u32) -> bool {
        width <= Self::MAX_SIDE
            && height <= Self::MAX_SIDE
            && (width as u64) * (height as u64) <= Self::MAX_PIXELS
    }
}
