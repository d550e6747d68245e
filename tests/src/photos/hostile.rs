//! Uploads with a false format, hidden metadata, an excessive size or damage, and valid but rare files, each with
//! its expected outcome. Containers are edited directly: segments and chunks that no encoder would write.

use forum_domain::headshots::ImageKind::{self, Jpeg, Png, Webp};
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ExtendedColorType, ImageBuffer, ImageEncoder, Rgb, RgbImage};

use super::{SECRET, encoded, exif, padded_to, photo, quadrants};

const KINDS: [ImageKind; 3] = [Jpeg, Png, Webp];
const SMALL_JPEG: Expected = Stored(Jpeg, 64, 48);
const SMALL_PNG: Expected = Stored(Png, 64, 48);
const SMALL_WEBP: Expected = Stored(Webp, 64, 48);
const ZIP: &[u8] = b"PK\x03\x04\x14\0\0\0\0\0 evil.exe PK\x05\x06";
const HTML: &[u8] = b"<!doctype html><script>alert(document.domain)</script>";

/// An upload and its expected outcome.
#[derive(Debug, Clone)]
pub struct Hostile {
    pub name: &'static str,
    pub content: Vec<u8>,
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

pub fn hostile() -> Vec<Hostile> {
    [false_formats(), metadata(), bombs(), unsupported(), damaged(), rarities()].concat()
}

fn file(name: &'static str, content: Vec<u8>, expected: Expected) -> Hostile {
    Hostile { name, content, expected }
}

/// Files whose name claims a different format, and files valid in two formats.
fn false_formats() -> Vec<Hostile> {
    let [jpeg, png, simple_webp] = KINDS.map(|kind| photo(kind, 64, 48));
    vec![
        file("a PNG named as a JPEG", png.clone(), SMALL_PNG),
        file("a WebP named as a JPEG", simple_webp.clone(), SMALL_WEBP),
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
    let image = quadrants(64, 48);
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

/// 8 × 8 pixels of one colour each, which `image` cannot write: CMYK as Adobe writes it, and the first of several passes.
const COLOUR: &[u8] = include_bytes!("files/colour.jpg");
const GREY: &[u8] = include_bytes!("files/grey.jpg");
const PROGRESSIVE: &[u8] = include_bytes!("files/progressive.jpg");
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
fn deep(side: u32) -> Vec<u8> {
    let image =
        ImageBuffer::from_fn(side, side, |x, y| Rgb([(x * 900) as u16, (y * 900) as u16, 40_000_u16]));
    encoded(Png, &DynamicImage::ImageRgb16(image), None)
}

fn with_segment(jpeg: &[u8], marker: u8, payload: &[u8]) -> Vec<u8> {
    let length = u16::try_from(payload.len() + 2).expect("a segment");
    [&jpeg[..2], &[0xFF, marker], &length.to_be_bytes(), payload, &jpeg[2..]].concat()
}

/// Overwrites the dimensions in the frame header (SOF0 or SOF2) of a JPEG.
fn jpeg_claiming(mut jpeg: Vec<u8>, width: u16, height: u16) -> Vec<u8> {
    let found = jpeg.windows(2).position(|pair| pair[0] == 0xFF && matches!(pair[1], 0xC0 | 0xC2));
    let at = found.expect("a frame header");
    jpeg[at + 5..at + 7].copy_from_slice(&height.to_be_bytes());
    jpeg[at + 7..at + 9].copy_from_slice(&width.to_be_bytes());
    jpeg
}

/// A JPEG of one colour with pixels for the whole area, from one of 8 × 8 pixels whose last bits are zeros: five of them
/// for each component say that the next block equals the previous one.
fn large_flat_jpeg(jpeg: &[u8], components: usize, width: u16, height: u16) -> Vec<u8> {
    let blocks = usize::from(width.div_ceil(8)) * usize::from(height.div_ceil(8));
    let (pixels, end) = jpeg.split_at(jpeg.len() - 2);
    let zeros = vec![0; (5 * components * blocks).div_ceil(8)];
    jpeg_claiming([pixels, &zeros, end].concat(), width, height)
}

fn png_chunk(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let named = [name.as_slice(), payload].concat();
    let length = u32::try_from(payload.len()).expect("a chunk");
    [length.to_be_bytes().as_slice(), &named, &crc32(&named).to_be_bytes()].concat()
}

fn with_png_chunk(png: &[u8], name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    [&png[..33], &png_chunk(name, payload), &png[33..]].concat()
}

/// Overwrites the dimensions in the first chunk of a PNG and updates its checksum.
fn png_claiming(png: &[u8], width: u32, height: u32) -> Vec<u8> {
    let header = [width.to_be_bytes().as_slice(), &height.to_be_bytes(), &png[24..29]].concat();
    [&png[..8], &png_chunk(b"IHDR", &header), &png[33..]].concat()
}

fn webp_chunk(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a chunk");
    let padding = vec![0; payload.len() % 2];
    [name.as_slice(), &length.to_le_bytes(), payload, &padding].concat()
}

/// A WebP made of these chunks.
fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    let body = [b"WEBP".as_slice(), &chunks.concat()].concat();
    webp_chunk(b"RIFF", &body)
}

/// The VP8X chunk that starts an extended WebP: flags and canvas size.
fn webp_header(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let sides = [width, height].map(|side| (side - 1).to_le_bytes());
    let payload = [&[flags, 0, 0, 0], &sides[0][..3], &sides[1][..3]];
    webp_chunk(b"VP8X", &payload.concat())
}

/// The pixel chunk of a simple WebP (one that has no other chunk).
fn webp_pixels(webp: &[u8]) -> Vec<u8> {
    assert_eq!(&webp[12..16], b"VP8L", "a plain lossless WebP");
    webp[12..].to_vec()
}

fn crc32(bytes: &[u8]) -> u32 {
    let rest =
        bytes.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
                if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 }
            })
        });
    !rest
}
