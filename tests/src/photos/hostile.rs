//! Uploads with a false format, hidden metadata, an excessive size or damage, each with its expected outcome.

use forum_domain::headshots::ImageKind::{self, Jpeg, Png, Webp};
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ExtendedColorType, ImageEncoder, Rgb, RgbImage};

use super::containers::{
    jpeg_claiming, large_flat_jpeg, png_claiming, webp, webp_chunk, webp_header, webp_pixels, with_png_chunk,
    with_segment,
};
use super::pictures::{SECRET, encoded, exif, photo};
use super::rarities::{COLOUR, GREY, PROGRESSIVE, deep, rarities};

/// An upload and its expected outcome.
#[derive(Debug, Clone)]
pub struct Hostile {
    pub name: &'static str,
    pub content: Vec<u8>,
    /// The media type that the client claims.
    pub content_type: &'static str,
    pub file_name: &'static str,
    pub expected: Expected,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Stored as this kind, with this width and height.
    Stored(ImageKind, u32, u32),
    /// Not one of the three kinds: 415 `unsupported_image`.
    Unsupported,
    /// 422 `image_too_large`.
    TooLarge,
    /// 422 `image_unreadable`.
    Unreadable,
}

use Expected::{Stored, TooLarge, Unreadable, Unsupported};

const KINDS: [ImageKind; 3] = [Jpeg, Png, Webp];
const SMALL_JPEG: Expected = Stored(Jpeg, 64, 48);
const SMALL_PNG: Expected = Stored(Png, 64, 48);
const SMALL_WEBP: Expected = Stored(Webp, 64, 48);

const ZIP: &[u8] = b"PK\x03\x04\x14\0\0\0\0\0 evil.exe PK\x05\x06";
const HTML: &[u8] = b"<!doctype html><script>alert(document.domain)</script>";

pub fn hostile() -> Vec<Hostile> {
    [false_formats(), metadata(), bombs(), unsupported(), damaged(), rarities()].concat()
}

pub(super) fn file(name: &'static str, content: Vec<u8>, expected: Expected) -> Hostile {
    Hostile { name, content, content_type: "image/jpeg", file_name: "me.jpg", expected }
}

/// Files whose name or type claims a different format, and files valid in two formats.
fn false_formats() -> Vec<Hostile> {
    let [jpeg, png, simple_webp] = KINDS.map(|kind| photo(kind, 64, 48));
    let as_png = |hostile| Hostile { content_type: "image/png", file_name: "me.png", ..hostile };
    let unnamed = |hostile| Hostile { content_type: "application/octet-stream", file_name: "x", ..hostile };
    vec![
        as_png(file("a JPEG named as a PNG", jpeg.clone(), SMALL_JPEG)),
        file("a PNG named as a JPEG", png.clone(), SMALL_PNG),
        unnamed(file("a WebP without a type or an extension", simple_webp.clone(), SMALL_WEBP)),
        as_png(file(
            "an SVG named as a PNG",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".into(),
            Unsupported,
        )),
        file("HTML named as a JPEG", HTML.into(), Unsupported),
        file(
            "a JPEG that is also a page",
            [&with_segment(&jpeg, 0xFE, HTML), HTML, SECRET].concat(),
            SMALL_JPEG,
        ),
        file("a PNG that is also an archive", [&png, ZIP, SECRET].concat(), SMALL_PNG),
        file("a WebP that is also an archive", [&simple_webp, ZIP, SECRET].concat(), SMALL_WEBP),
    ]
}

/// Files with metadata that must not be published.
fn metadata() -> Vec<Hostile> {
    let image = super::quadrants(64, 48);
    let [jpeg, png, simple_webp] = KINDS.map(|kind| photo(kind, 64, 48));
    let xmp = [b"<x:xmpmeta>", SECRET].concat();
    let jpeg_xmp = [b"http://ns.adobe.com/xap/1.0/\0", xmp.as_slice()].concat();
    let png_xmp = [b"XML:com.adobe.xmp\0\0\0\0\0", xmp.as_slice()].concat();
    let webp_xmp = webp(&[webp_header(0x04, 64, 48), webp_pixels(&simple_webp), webp_chunk(b"XMP ", &xmp)]);
    let comment = [b"Comment\0", SECRET].concat();
    vec![
        file("a JPEG with its location", encoded(Jpeg, &image, Some(exif(1))), SMALL_JPEG),
        file("a PNG with its location", encoded(Png, &image, Some(exif(1))), SMALL_PNG),
        file("a WebP with its location", encoded(Webp, &image, Some(exif(1))), SMALL_WEBP),
        file("a JPEG with XMP", with_segment(&jpeg, 0xE1, &jpeg_xmp), SMALL_JPEG),
        file("a JPEG with a comment", with_segment(&jpeg, 0xFE, SECRET), SMALL_JPEG),
        file("a PNG with XMP", with_png_chunk(&png, b"iTXt", &png_xmp), SMALL_PNG),
        file("a PNG with a comment", with_png_chunk(&png, b"tEXt", &comment), SMALL_PNG),
        file("a WebP with XMP", webp_xmp, SMALL_WEBP),
    ]
}

/// Files that grow enormously when decoded.
fn bombs() -> Vec<Hostile> {
    let black = |width, height| encoded(Png, &DynamicImage::new_rgb8(width, height), None);
    let mut profile = Vec::new();
    let mut encoder = PngEncoder::new(&mut profile);
    encoder.set_icc_profile(vec![0; 100_000_000]).expect("PNG has profiles");
    encoder.write_image(&[9; 3 * 64], 8, 8, ExtendedColorType::Rgb8).expect("an encoded image");
    // The first chunk says 8 × 8, but the frame inside says 16383 × 16383.
    let frame = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F, 0, 0, 0, 0];
    let hidden = webp(&[webp_header(0, 8, 8), webp_chunk(b"VP8 ", &frame)]);
    let mut exif_of_4_gb = webp(&[webp_header(0x08, 64, 48), webp_pixels(&photo(Webp, 64, 48))]);
    exif_of_4_gb.extend(b"EXIF\xF0\xFF\xFF\xFF12345678");
    let riff = exif_of_4_gb.len() as u32;
    exif_of_4_gb[4..8].copy_from_slice(&riff.to_le_bytes());
    vec![
        file(
            "a PNG of 40 million black pixels in a few kilobytes",
            black(8_000, 5_000),
            Stored(Png, 1_024, 640),
        ),
        file(
            "a JPEG of 50 million pixels",
            large_flat_jpeg(COLOUR, 3, 10_000, 5_000),
            Stored(Jpeg, 1_024, 512),
        ),
        file(
            "a grey JPEG of 50 million pixels",
            large_flat_jpeg(GREY, 1, 7_071, 7_071),
            Stored(Jpeg, 1_024, 1_024),
        ),
        file("a PNG one column too wide", black(10_001, 8), TooLarge),
        file("a PNG with a profile of 100 MB in a few kilobytes", profile, Stored(Png, 8, 8)),
        file(
            "a PNG with 30,000 × 30,000 in its header",
            png_claiming(&photo(Png, 8, 8), 30_000, 30_000),
            TooLarge,
        ),
        file(
            "a PNG of the largest possible width",
            png_claiming(&photo(Png, 8, 8), 0x7FFF_FFFF, 1),
            TooLarge,
        ),
        file(
            "a JPEG with 30,000 × 30,000 in its header",
            jpeg_claiming(photo(Jpeg, 8, 8), 30_000, 30_000),
            TooLarge,
        ),
        file(
            "a WebP with 30,000 × 30,000 in its header",
            webp(&[webp_header(0, 30_000, 30_000), webp_pixels(&photo(Webp, 8, 8))]),
            TooLarge,
        ),
        file("a WebP whose frame is larger than its header says", hidden, TooLarge),
        file("a WebP that claims 4 GB of EXIF", exif_of_4_gb, Stored(Webp, 64, 48)),
        file(
            "a progressive JPEG that would need 216 MB",
            jpeg_claiming(PROGRESSIVE.into(), 8_000, 3_000),
            TooLarge,
        ),
        file("a 16-bit PNG of 24 million pixels", png_claiming(&deep(8), 8_000, 3_000), TooLarge),
    ]
}

/// Files in unsupported formats.
fn unsupported() -> Vec<Hostile> {
    vec![
        file("an SVG", b"<?xml version=\"1.0\"?><svg onload=\"alert(1)\"/>".into(), Unsupported),
        file("a GIF", b"GIF89a\x01\0\x01\0\0\0\0;".into(), Unsupported),
        file("HTML", HTML.into(), Unsupported),
        file("a PDF", b"%PDF-1.7\n%%EOF".into(), Unsupported),
        file("a BMP", b"BM\x3A\0\0\0\0\0\0\0\x36\0\0\0".into(), Unsupported),
        file("a TIFF", b"II*\0\x08\0\0\0\0\0".into(), Unsupported),
        file("an AVIF", b"\0\0\0\x1Cftypavif\0\0\0\0avifmif1".into(), Unsupported),
        file("an empty file", Vec::new(), Unsupported),
        file("one byte", vec![0xFF], Unsupported),
    ]
}

fn damaged() -> Vec<Hostile> {
    let cut = |kind, part: usize| {
        let whole = encoded(kind, &noise(64, 48), None);
        whole[..whole.len() * part / 100].to_vec()
    };
    let zero = webp(&[webp_chunk(b"VP8 ", &[0x10, 0, 0, 0x9D, 0x01, 0x2A, 0, 0, 0, 0, 0, 0])]);
    vec![
        file("the first bytes of a JPEG", photo(Jpeg, 8, 8)[..4].into(), Unreadable),
        file("the first bytes of a PNG", photo(Png, 8, 8)[..12].into(), Unreadable),
        file("the first bytes of a WebP", photo(Webp, 8, 8)[..14].into(), Unreadable),
        file("a JPEG cut off in its pixels", cut(Jpeg, 70), Unreadable),
        file("a PNG cut off in its pixels", cut(Png, 70), Unreadable),
        file("a WebP cut off in its pixels", cut(Webp, 70), Unreadable),
        file("a JPEG of width 0", jpeg_claiming(photo(Jpeg, 8, 8), 0, 8), Unreadable),
        file("a JPEG of height 0", jpeg_claiming(photo(Jpeg, 8, 8), 8, 0), Unreadable),
        file("a PNG of width 0", png_claiming(&photo(Png, 8, 8), 0, 8), Unreadable),
        file("a WebP of size 0", zero, Unreadable),
        file("a JPEG that consists of markers", [vec![0xFF, 0xD8], vec![0xFF; 10_000]].concat(), Unreadable),
    ]
}

fn noise(width: u32, height: u32) -> DynamicImage {
    let mut state = 1_u32;
    RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb([(state >> 24) as u8, (state >> 16) as u8, (state >> 8) as u8])
    })
    .into()
}
