//! Photos for tests, ordinary, rotated and hostile ones. Every file is small, or small until it is decoded.
//! Ordinary pictures are four coloured quadrants, so that a test can tell which way is up.

mod hostile;

use forum_domain::headshots::ImageKind;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageEncoder, Rgb, RgbImage};

pub use hostile::{Expected, Hostile, hostile, rarities};

/// A metadata value that must not survive.
pub const SECRET: &[u8] = b"SECRET-PLACE-48.2082N-16.3738E";

const QUARTERS: [Rgb<u8>; 4] =
    [Rgb([220, 30, 30]), Rgb([30, 200, 30]), Rgb([30, 30, 220]), Rgb([240, 240, 240])];

/// Red and green at the top, blue and white at the bottom.
pub fn quadrants(width: u32, height: u32) -> DynamicImage {
    let at = |x, y| QUARTERS[usize::from(x >= width / 2) + 2 * usize::from(y >= height / 2)];
    RgbImage::from_fn(width, height, at).into()
}

/// The quadrants encoded, without metadata.
pub fn photo(kind: ImageKind, width: u32, height: u32) -> Vec<u8> {
    encoded(kind, &quadrants(width, height), None)
}

/// The quadrants as a rotated camera stores them, with EXIF that gives the orientation (1 to 8) and the location.
pub fn sideways(kind: ImageKind, orientation: u8, width: u32, height: u32) -> Vec<u8> {
    let mut stored = quadrants(width, height);
    // Storing is the inverse of displaying; only the quarter turns are not their own inverse.
    let opposite = match orientation {
        6 => 8,
        8 => 6,
        same => same,
    };
    stored.apply_orientation(Orientation::from_exif(opposite).expect("1 to 8"));
    encoded(kind, &stored, Some(exif(orientation)))
}

/// Whether the quadrants are in their original places.
pub fn is_upright(content: &[u8]) -> bool {
    let image = image::load_from_memory(content).expect("an image").into_rgb8();
    let (width, height) = image.dimensions();
    let middles =
        [(1, 1), (3, 1), (1, 3), (3, 3)].map(|(x, y)| *image.get_pixel(width * x / 4, height * y / 4));
    middles.iter().zip(QUARTERS).all(|(seen, painted)| {
        seen.0.iter().zip(painted.0).all(|(seen, painted)| seen.abs_diff(painted) <= 24)
    })
}

/// The same photo with trailing bytes that are not part of the image, up to this size.
pub fn padded_to(mut photo: Vec<u8>, bytes: usize) -> Vec<u8> {
    assert!(photo.len() <= bytes);
    photo.resize(bytes, b'.');
    photo
}

fn encoded(kind: ImageKind, image: &DynamicImage, exif: Option<Vec<u8>>) -> Vec<u8> {
    let mut content = Vec::new();
    match kind {
        ImageKind::Jpeg => write(image, JpegEncoder::new_with_quality(&mut content, 95), exif),
        ImageKind::Png => write(image, PngEncoder::new(&mut content), exif),
        ImageKind::Webp => write(image, WebPEncoder::new_lossless(&mut content), exif),
    }
    content
}

fn write(image: &DynamicImage, mut encoder: impl ImageEncoder, exif: Option<Vec<u8>>) {
    if let Some(exif) = exif {
        encoder.set_exif_metadata(exif).expect("a kind with EXIF");
    }
    image.write_with_encoder(encoder).expect("an encoded image");
}

/// EXIF with a description, an orientation and a location.
fn exif(orientation: u8) -> Vec<u8> {
    // After the 8-byte header come the first directory (2 + 3 × 12 + 4 bytes), the description and the GPS directory.
    let (description, places) = (50_u32, 50 + SECRET.len() as u32);
    let entry = |tag: u16, format: u16, count: u32, value: u32| {
        [
            tag.to_le_bytes().to_vec(),
            format.to_le_bytes().to_vec(),
            count.to_le_bytes().into(),
            value.to_le_bytes().into(),
        ]
        .concat()
    };
    [
        b"II*\0\x08\0\0\0".to_vec(),
        3_u16.to_le_bytes().to_vec(),
        entry(0x010E, 2, SECRET.len() as u32, description),
        entry(0x0112, 3, 1, u32::from(orientation)),
        entry(0x8825, 4, 1, places),
        vec![0; 4],
        SECRET.to_vec(),
        1_u16.to_le_bytes().to_vec(),
        entry(0x0001, 2, 2, u32::from(b'N')),
        vec![0; 4],
    ]
    .concat()
}
