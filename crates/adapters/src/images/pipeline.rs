//! From uploaded bytes to a stored photo: header, pixels, size, orientation, colours, a new file. Only the pixels of
//! the old file get into the new one: EXIF with its locations, XMP, comments, colour profiles and trailing data are
//! dropped.

use std::io::Cursor;

use forum_domain::headshots::{DecodedLimits, ImageError, ImageKind, ProcessedImage};
use forum_domain::shared::Fault;
use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::{CompressionType, FilterType, PngDecoder, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::imageops::FilterType as Resampling;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageResult, Limits, RgbImage, RgbaImage};

use super::colours;
use super::header::{self, Header};

/// Maximum size of the decoded image in bytes: 24 megapixels of RGBA are 96 million.
const OUTPUT: u64 = 100_000_000;
/// Maximum number of bytes that a decoder may hold at a time, including its output. In addition to the output, resizing
/// needs less than what remains up to the 200 MiB that one photo may cost.
const DECODING: u64 = 170_000_000;
/// Maximum number of bytes that a decoder may use besides the pixels: texts, profiles, one row.
const METADATA: usize = 8 * 1024 * 1024;
/// JPEG quality: no visible loss in a portrait, a third of the size of quality 95.
const QUALITY: u8 = 85;
/// Maximum size of the new file in bytes; noise of 1024 × 1024 pixels in RGBA stays below it.
const ENCODED: usize = 5 * 1024 * 1024;

/// A decoded image and the metadata needed to convert it.
struct Decoded {
    image: DynamicImage,
    orientation: Orientation,
    profile: Option<Vec<u8>>,
}

/// The whole pipeline, on the calling thread. Of an animation, the first frame is used.
pub(super) fn process(kind: ImageKind, content: &[u8]) -> Result<ProcessedImage, ImageError> {
    let header = header::read(kind, content).map_err(|what| ImageError::Unreadable(what.to_owned()))?;
    let Header { width, height, decoding } = header;
    if !DecodedLimits::allow(width, height) || decoding > DECODING {
        return Err(ImageError::TooLarge { width, height });
    }
    let Decoded { image, orientation, profile } = match kind {
        ImageKind::Jpeg => decode(JpegDecoder::new(Cursor::new(content)).map_err(unreadable)?),
        ImageKind::Png => {
            let mut limits = Limits::no_limits();
            limits.max_alloc = Some(METADATA as u64);
            decode(PngDecoder::with_limits(Cursor::new(content), limits).map_err(unreadable)?)
        }
        ImageKind::Webp => decode_webp(content),
    }?;
    let image = eight_bits(kind, fitted(image));
    let mut image = colours::to_srgb(image, profile.as_deref());
    image.apply_orientation(orientation);
    let content = encode(kind, &image).map_err(|error| Fault::Bug(format!("encoding a photo: {error}")))?;
    if content.len() > ENCODED {
        return Err(Fault::Bug(format!("the encoded photo has {} bytes", content.len())).into());
    }
    Ok(ProcessedImage { content, width: image.width(), height: image.height() })
}

fn decode(mut decoder: impl ImageDecoder) -> Result<Decoded, ImageError> {
    let (width, height) = decoder.dimensions();
    if !DecodedLimits::allow(width, height) || decoder.total_bytes() > OUTPUT {
        return Err(ImageError::TooLarge { width, height });
    }
    // Damaged metadata is no reason to refuse the picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    Ok(Decoded { image, orientation, profile })
}

/// Not with `image`, which cannot limit what the decoder allocates for an EXIF chunk with a false length.
fn decode_webp(content: &[u8]) -> Result<Decoded, ImageError> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(content)).map_err(unreadable)?;
    decoder.set_memory_limit(METADATA);
    let (width, height) = decoder.dimensions();
    let bytes = decoder.output_buffer_size().filter(|bytes| *bytes as u64 <= OUTPUT);
    let Some(bytes) = bytes.filter(|_| DecodedLimits::allow(width, height)) else {
        return Err(ImageError::TooLarge { width, height });
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

/// Scales the image down to at most [`ProcessedImage::MAX_SIDE`] on each side; never enlarges it. Runs before rotation,
/// so that only a small image is rotated.
fn fitted(image: DynamicImage) -> DynamicImage {
    let most = ProcessedImage::MAX_SIDE;
    if image.width() <= most && image.height() <= most {
        return image;
    }
    image.resize(most, most, Resampling::CatmullRom)
}

/// Converts to eight bits per channel, with as many channels as the kind supports: grey stays grey in JPEG and PNG, a
/// transparent image stays transparent in PNG and WebP.
fn eight_bits(kind: ImageKind, image: DynamicImage) -> DynamicImage {
    let colour = image.color();
    match (colour.has_alpha() && kind != ImageKind::Jpeg, colour.has_color() || kind == ImageKind::Webp) {
        (true, true) => image.into_rgba8().into(),
        (true, false) => image.into_luma_alpha8().into(),
        (false, true) => image.into_rgb8().into(),
        (false, false) => image.into_luma8().into(),
    }
}

/// WebP is written losslessly; the library supports nothing else.
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

fn unreadable(error: impl std::fmt::Display) -> ImageError {
    ImageError::Unreadable(error.to_string())
}
