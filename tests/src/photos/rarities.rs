//! Valid but rare files, which few programs write and every decoder must read.

use forum_domain::headshots::ImageKind::{self, Jpeg, Png, Webp};
use image::{DynamicImage, ImageBuffer, Rgb};

use super::hostile::Expected::{Stored, Unreadable};
use super::hostile::{Hostile, file};
use super::pictures::{encoded, padded_to, photo};

/// 8 × 8 pixels of one colour each, which `image` cannot write: CMYK as Adobe writes it, and the first of several passes.
pub(super) const COLOUR: &[u8] = include_bytes!("files/colour.jpg");
pub(super) const GREY: &[u8] = include_bytes!("files/grey.jpg");
pub(super) const PROGRESSIVE: &[u8] = include_bytes!("files/progressive.jpg");
const CMYK: &[u8] = include_bytes!("files/cmyk.jpg");
/// The quadrants in the first frame, one colour in the second.
const ANIMATED_PNG: &[u8] = include_bytes!("files/animated.png");
const ANIMATED_WEBP: &[u8] = include_bytes!("files/animated.webp");
const TWO_FRAME_HEADERS: &[u8] = include_bytes!("files/two-frame-headers.jpg");

pub fn rarities() -> Vec<Hostile> {
    vec![
        file("an animated WebP", ANIMATED_WEBP.into(), Stored(Webp, 64, 48)),
        file("an animated PNG", ANIMATED_PNG.into(), Stored(Png, 64, 48)),
        file("a 16-bit PNG", deep(64), Stored(Png, 64, 64)),
        file("a JPEG in CMYK", CMYK.into(), Stored(Jpeg, 8, 8)),
        file("a progressive JPEG", PROGRESSIVE.into(), Stored(Jpeg, 8, 8)),
        file("a JPEG in grey", GREY.into(), Stored(Jpeg, 8, 8)),
        file("a PNG one pixel high", photo(Png, 10_000, 1), Stored(Png, 1_024, 1)),
        file("a WebP of one pixel", photo(Webp, 1, 1), Stored(Webp, 1, 1)),
        file("a JPEG with two frame headers", TWO_FRAME_HEADERS.into(), Unreadable),
        file(
            "a photo of exactly 5 MiB",
            padded_to(photo(Jpeg, 64, 48), ImageKind::MAX_BYTES),
            Stored(Jpeg, 64, 48),
        ),
    ]
}

/// A gradient with 16 bits per channel.
pub(super) fn deep(side: u32) -> Vec<u8> {
    let image =
        ImageBuffer::from_fn(side, side, |x, y| Rgb([(x * 900) as u16, (y * 900) as u16, 40_000_u16]));
    encoded(Png, &DynamicImage::ImageRgb16(image), None)
}
