//! Converts uploaded bytes to a stored photo: reads the header, decodes, resizes, converts colours, rotates and encodes. The
//! new file contains only pixels: EXIF data with locations, XMP, comments, colour profiles and trailing data are dropped.

use std::io::Cursor;

use forum_domain::headshots::{DecodedLimits, ImageKind, ProcessedImage};
use forum_domain::shared::{Code, Fault, Refusal};
use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::{CompressionType, FilterType, PngDecoder, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::imageops::FilterType as Resampling;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageResult, Limits, RgbImage, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use super::header::{self, Header};

/// Maximum size of the decoded image in bytes: 50 megapixels of RGB.
const MAX_OUTPUT: u64 = 150_000_000;
/// Maximum number of bytes that a decoder may hold at a time, including its output. A photo may take 200 MiB in total.
const MAX_DECODING: u64 = 170_000_000;
/// Maximum number of bytes that a decoder may use besides the pixels: text, profiles, one row.
const MAX_METADATA: usize = 8 * 1024 * 1024;
/// Larger images are averaged before resizing. In bytes: with the memory for resizing, a photo stays below 200 MiB.
const MAX_RESIZABLE: usize = 100_000_000;
/// JPEG quality: no visible loss in a portrait, a third of the size of quality 95.
const QUALITY: u8 = 85;
/// Maximum size of the new file in bytes. Random RGBA noise of 1024 × 1024 pixels stays below it.
const MAX_ENCODED: usize = 5 * 1024 * 1024;

struct Decoded {
    image: DynamicImage,
    orientation: Orientation,
    profile: Option<Vec<u8>>,
}

/// Runs the pipeline on the calling thread. Uses the first frame of an animation.
pub(super) fn process(kind: ImageKind, content: &[u8]) -> Result<ProcessedImage, Refusal> {
    let header = header::read(kind, content).map_err(unreadable)?;
    let Header { width, height, decoding } = header;
    if !DecodedLimits::allow(width, height) || decoding > MAX_DECODING {
        return Err(DecodedLimits::exceeded(width, height));
    }
    let Decoded { image, orientation, profile } = match kind {
        ImageKind::Jpeg => decode(JpegDecoder::new(Cursor::new(content)).map_err(unreadable)?),
        ImageKind::Png => {
            let mut limits = Limits::no_limits();
            limits.max_alloc = Some(MAX_METADATA as u64);
            decode(PngDecoder::with_limits(Cursor::new(content), limits).map_err(unreadable)?)
        }
        ImageKind::Webp => decode_webp(content),
    }?;
    let image = eight_bits(kind, fitted(image));
    let mut image = to_srgb(image, profile.as_deref());
    image.apply_orientation(orientation);
    let content = encode(kind, &image).map_err(|error| Fault::Bug(format!("encoding a photo: {error}")))?;
    if content.len() > MAX_ENCODED {
        return Err(Fault::Bug(format!("the encoded photo has {} bytes", content.len())).into());
    }
    Ok(ProcessedImage { content, width: image.width(), height: image.height() })
}

fn decode(mut decoder: impl ImageDecoder) -> Result<Decoded, Refusal> {
    let (width, height) = decoder.dimensions();
    if !DecodedLimits::allow(width, height) || decoder.total_bytes() > MAX_OUTPUT {
        return Err(DecodedLimits::exceeded(width, height));
    }
    // Damaged metadata does not make the photo unusable.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    Ok(Decoded { image, orientation, profile })
}

/// Does not use `image`, which cannot limit the allocation for an EXIF chunk with a false length.
fn decode_webp(content: &[u8]) -> Result<Decoded, Refusal> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(content)).map_err(unreadable)?;
    decoder.set_memory_limit(MAX_METADATA);
    let (width, height) = decoder.dimensions();
    let bytes = decoder.output_buffer_size().filter(|bytes| *bytes as u64 <= MAX_OUTPUT);
    let Some(bytes) = bytes.filter(|_| DecodedLimits::allow(width, height)) else {
        return Err(DecodedLimits::exceeded(width, height));
    };
    let exif = decoder.exif_metadata().ok().flatten();
    let orientation = exif.and_then(|exif| Orientation::from_exif_chunk(&exif));
    let profile = decoder.icc_profile().ok().flatten();
    let mut pixels = vec![0; bytes];
    decoder.read_image(&mut pixels).map_err(unreadable)?;
    let image = if decoder.has_alpha() {
        RgbaImage::from_raw(width, height, pixels).map(DynamicImage::from)
    } else {
        RgbImage::from_raw(width, height, pixels).map(DynamicImage::from)
    };
    let image =
        image.ok_or_else(|| Fault::Bug("the decoded size of a WebP does not match its dimensions".into()))?;
    Ok(Decoded { image, orientation: orientation.unwrap_or(Orientation::NoTransforms), profile })
}

/// Reduces the image to [`ProcessedImage::MAX_SIDE`] on each side. Never enlarges it. Precedes rotation, so that only a
/// small image is rotated.
fn fitted(image: DynamicImage) -> DynamicImage {
    let max = ProcessedImage::MAX_SIDE;
    if image.width() <= max && image.height() <= max {
        return image;
    }
    resizable(image).resize(max, max, Resampling::CatmullRom)
}

/// Resizing takes 16 bytes for each pixel of the old width and the new height; averaging takes only the new image, which
/// is still larger than a stored photo.
fn resizable(image: DynamicImage) -> DynamicImage {
    let max = 2 * ProcessedImage::MAX_SIDE;
    if image.as_bytes().len() > MAX_RESIZABLE { image.thumbnail(max, max) } else { image }
}

/// Converts to eight bits per channel and the channels that the format supports: grey stays grey in JPEG and PNG, and
/// transparency is kept in PNG and WebP.
fn eight_bits(kind: ImageKind, image: DynamicImage) -> DynamicImage {
    let colour = image.color();
    match (colour.has_alpha() && kind != ImageKind::Jpeg, colour.has_color() || kind == ImageKind::Webp) {
        (true, true) => image.into_rgba8().into(),
        (true, false) => image.into_luma_alpha8().into(),
        (false, true) => image.into_rgb8().into(),
        (false, false) => image.into_luma8().into(),
    }
}

/// WebP is encoded without loss, because the library supports nothing else.
fn encode(kind: ImageKind, image: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut content = Vec::new();
    match kind {
        ImageKind::Jpeg => image.write_with_encoder(JpegEncoder::new_with_quality(&mut content, QUALITY)),
        ImageKind::Png => image.write_with_encoder(PngEncoder::new_with_quality(
            &mut content,
            CompressionType::Default,
            FilterType::Adaptive,
        )),
        ImageKind::Webp => image.write_with_encoder(WebPEncoder::new_lossless(&mut content)),
    }?;
    Ok(content)
}

fn unreadable(error: impl std::fmt::Display) -> Refusal {
    tracing::debug!(%error, "a photo cannot be read");
    Code::ImageUnreadable.into()
}

/// Maximum size of a profile in bytes. Profiles for screens and cameras have a few thousand.
const MAX_PROFILE: usize = 1024 * 1024;

/// Converts the image to sRGB. An invalid profile, or one for a colour space other than RGB, has no effect: the
/// decoders have already converted grey and CMYK.
fn to_srgb(mut image: DynamicImage, profile: Option<&[u8]>) -> DynamicImage {
    let profile = profile
        .filter(|bytes| bytes.len() <= MAX_PROFILE)
        .and_then(|bytes| ColorProfile::new_from_slice(bytes).ok())
        .filter(|profile| profile.color_space == DataColorSpace::Rgb);
    let Some(profile) = profile else { return image };
    let (layout, pixels) = match &mut image {
        DynamicImage::ImageRgb8(pixels) => (Layout::Rgb, &mut **pixels),
        DynamicImage::ImageRgba8(pixels) => (Layout::Rgba, &mut **pixels),
        _ => return image,
    };
    if let Some(converted) = converted(&profile, layout, pixels) {
        pixels.copy_from_slice(&converted);
    }
    image
}

fn converted(profile: &ColorProfile, layout: Layout, pixels: &[u8]) -> Option<Vec<u8>> {
    let srgb = ColorProfile::new_srgb();
    let transform = profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default()).ok()?;
    let mut converted = vec![0; pixels.len()];
    transform.transform(pixels, &mut converted).ok()?;
    Some(converted)
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, ImageEncoder};
    use moxcms::ColorProfile;

    use super::*;

    fn stored_red(kind: ImageKind, profile: &ColorProfile) -> u8 {
        let red = DynamicImage::from(RgbImage::from_pixel(16, 16, image::Rgb([200, 100, 100])));
        let profile = profile.encode().expect("a profile");
        let mut photo = Vec::new();
        let with_profile = |encoder: &mut dyn ImageEncoder| {
            encoder.set_icc_profile(profile).expect("an encoder with profile support");
        };
        match kind {
            ImageKind::Jpeg => {
                let mut encoder = JpegEncoder::new_with_quality(&mut photo, 100);
                with_profile(&mut encoder);
                red.write_with_encoder(encoder)
            }
            ImageKind::Png => {
                let mut encoder = PngEncoder::new(&mut photo);
                with_profile(&mut encoder);
                red.write_with_encoder(encoder)
            }
            ImageKind::Webp => {
                let mut encoder = WebPEncoder::new_lossless(&mut photo);
                with_profile(&mut encoder);
                red.write_with_encoder(encoder)
            }
        }
        .expect("an encoded photo");
        let stored = process(kind, &photo).expect("a valid photo").content;
        image::load_from_memory(&stored).expect("an image").into_rgb8().get_pixel(8, 8).0[0]
    }

    #[test]
    fn the_colours_of_a_wide_profile_are_converted_before_it_is_dropped() {
        for kind in [ImageKind::Jpeg, ImageKind::Png, ImageKind::Webp] {
            let (same, wide) = (ColorProfile::new_srgb(), ColorProfile::new_display_p3());
            let (same, wide) = (stored_red(kind, &same), stored_red(kind, &wide));
            assert!(same.abs_diff(200) <= 2, "{kind:?}: {same}");
            assert!(wide > 205, "{kind:?}: {wide}");
        }
    }
    #[test]
    fn only_an_image_that_is_too_large_to_resize_is_averaged_first() {
        let side = |height| resizable(GrayImage::new(10_000, height).into()).height();
        assert_eq!((side(10_000), side(10_001)), (10_000, 2 * ProcessedImage::MAX_SIDE));
    }

    #[test]
    fn wide_gamut_colours_are_converted_and_grey_is_unchanged() {
        let wide = ColorProfile::new_display_p3().encode().expect("a profile");
        let red = DynamicImage::from(RgbImage::from_pixel(2, 2, image::Rgb([200, 100, 100])));
        let converted = to_srgb(red.clone(), Some(&wide)).into_rgb8().get_pixel(1, 1).0;
        assert!(converted[0] > 205 && converted[1] < 98, "{converted:?} is not converted");
        let grey = DynamicImage::from(RgbImage::from_pixel(2, 2, image::Rgb([90, 90, 90])));
        let same = to_srgb(grey, Some(&wide)).into_rgb8().get_pixel(0, 0).0;
        assert!(same.iter().all(|channel| channel.abs_diff(90) <= 1), "{same:?}");
        let transparent = DynamicImage::from(RgbaImage::from_pixel(1, 1, image::Rgba([200, 100, 100, 7])));
        assert_eq!(to_srgb(transparent, Some(&wide)).into_rgba8().get_pixel(0, 0).0[3], 7);
        for damaged in [&wide[..100], b"", b"profile"] {
            assert_eq!(to_srgb(red.clone(), Some(damaged)), red);
        }
        let padded = |bytes| [wide.as_slice(), &vec![0; bytes - wide.len()]].concat();
        assert_ne!(to_srgb(red.clone(), Some(&padded(1024 * 1024))), red, "a profile of the maximum size");
        assert_eq!(to_srgb(red.clone(), Some(&padded(1024 * 1024 + 1))), red, "a larger profile");
    }
}
