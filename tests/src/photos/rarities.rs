//! Valid but rare files, which few programs write and every decoder must read.

use forum_domain::headshots::ImageKind::{self, Jpeg, Png, Webp};
use image::{DynamicImage, ImageBuffer, Rgb, RgbImage};

use super::containers::{frame_header, png_chunk, png_chunks, webp, webp_chunk, webp_header, webp_pixels};
use super::flat_jpeg::{Scheme, flat_jpeg};
use super::hostile::Expected::{Stored, Unreadable};
use super::hostile::{Hostile, file};
use super::pictures::{encoded, padded_to, photo, quadrants};

pub fn rarities() -> Vec<Hostile> {
    let frame = |image: &RgbImage| {
        let pixels = webp_pixels(&encoded(Webp, &image.clone().into(), None));
        let frame = [[0; 6].as_slice(), &[63, 0, 0, 47, 0, 0, 100, 0, 0, 0], &pixels].concat();
        webp_chunk(b"ANMF", &frame)
    };
    let first = quadrants(64, 48).into_rgb8();
    let second = RgbImage::from_pixel(64, 48, Rgb([1, 2, 3]));
    let animated =
        webp(&[webp_header(0x02, 64, 48), webp_chunk(b"ANIM", &[0; 6]), frame(&first), frame(&second)]);
    vec![
        file("an animated WebP", animated, Stored(Webp, 64, 48)),
        file("an animated PNG", animated_png(), Stored(Png, 64, 48)),
        file("a 16-bit PNG", deep(64), Stored(Png, 64, 64)),
        file("a JPEG in CMYK", flat_jpeg(Scheme::Baseline, &[255, 255, 255, 255]), Stored(Jpeg, 8, 8)),
        file("a progressive JPEG", flat_jpeg(Scheme::Progressive, &[90, 128, 128]), Stored(Jpeg, 8, 8)),
        file("a JPEG in grey", flat_jpeg(Scheme::Baseline, &[90]), Stored(Jpeg, 8, 8)),
        file("a PNG one pixel high", photo(Png, 10_000, 1), Stored(Png, 1_024, 1)),
        file("a WebP of one pixel", photo(Webp, 1, 1), Stored(Webp, 1, 1)),
        file("a JPEG with two frame headers", twice_framed(), Unreadable),
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

/// The quadrants in the first frame, one colour in the second.
fn animated_png() -> Vec<u8> {
    let (first, second) = (photo(Png, 64, 48), encoded(Png, &DynamicImage::new_rgb8(64, 48), None));
    let control = |number: u32| {
        let sizes = [64_u32, 48, 0, 0].map(u32::to_be_bytes).concat();
        png_chunk(b"fcTL", &[number.to_be_bytes().as_slice(), &sizes, &[0, 1, 0, 10, 0, 0]].concat())
    };
    let pixels = png_chunks(&second, b"IDAT").into_iter().flat_map(|range| second[range].to_vec());
    let pixels: Vec<u8> = 2_u32.to_be_bytes().into_iter().chain(pixels).collect();
    let end = first.len() - 12;
    [
        &first[..33],
        &png_chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]),
        &control(0),
        &first[33..end],
        &control(1),
        &png_chunk(b"fdAT", &pixels),
        &first[end..],
    ]
    .concat()
}

fn twice_framed() -> Vec<u8> {
    let jpeg = photo(Jpeg, 8, 8);
    let at = frame_header(&jpeg);
    let length = usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]])) + 2;
    [&jpeg[..at + length], &jpeg[at..at + length], &jpeg[at + length..]].concat()
}
