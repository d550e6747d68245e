//! Tests the image processor with valid and hostile files. It keeps only pixels.

use forum_adapters::images::PixelProcessor;
use forum_domain::headshots::{ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::{Code, Refusal};
use forum_tests::photos::{self, Expected, SECRET};

async fn process(content: Vec<u8>) -> Result<(ImageKind, ProcessedImage), Expected> {
    let kind = ImageKind::detect(&content).ok_or(Expected::Unsupported)?;
    match PixelProcessor::default().process(kind, content).await {
        Ok(image) => Ok((kind, image)),
        Err(Refusal { code: Code::ImageTooLarge, .. }) => Err(Expected::TooLarge),
        Err(Refusal { code: Code::ImageUnreadable, .. }) => Err(Expected::Unreadable),
        Err(other) => panic!("{other:?}"),
    }
}

fn holds(content: &[u8], piece: &[u8]) -> bool {
    content.windows(piece.len()).any(|window| window == piece)
}

#[tokio::test]
async fn hostile_files_are_refused_or_stripped_to_pixels() {
    let mut wrong = Vec::new();
    for hostile in photos::hostile() {
        let outcome = match process(hostile.content).await {
            Ok((kind, image)) => {
                for piece in [SECRET, b"Exif", b"EXIF", b"XMP", b"<script", b"PK\x03\x04", b"ICC"] {
                    assert!(!holds(&image.content, piece), "{}: {piece:?} survived", hostile.name);
                }
                assert_eq!(ImageKind::detect(&image.content), Some(kind), "{}", hostile.name);
                let again = image::load_from_memory(&image.content).expect("an image");
                assert_eq!((again.width(), again.height()), (image.width, image.height), "{}", hostile.name);
                Expected::Stored(kind, image.width, image.height)
            }
            Err(refused) => refused,
        };
        if outcome != hostile.expected {
            wrong.push(format!("{}: {outcome:?} instead of {:?}", hostile.name, hostile.expected));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[tokio::test]
async fn photos_of_every_orientation_come_out_upright() {
    for kind in [ImageKind::Jpeg, ImageKind::Png, ImageKind::Webp] {
        for orientation in 1..=8 {
            // One orientation per kind is enough to show that rotation comes after scaling.
            let large = (orientation == 6).then_some((1_536, 768, (1_024, 512)));
            for (width, height, expected) in [(96, 64, (96, 64))].into_iter().chain(large) {
                let content = photos::sideways(kind, orientation, width, height);
                assert_eq!(photos::is_upright(&content), orientation == 1, "{kind:?} {orientation} before");
                let (_, image) = process(content).await.expect("a valid photo");
                assert!(photos::is_upright(&image.content), "{kind:?} {orientation}");
                assert_eq!((image.width, image.height), expected, "{kind:?} {orientation}");
            }
        }
    }
}

#[tokio::test]
async fn the_first_frame_of_an_animation_is_kept() {
    for name in ["an animated WebP", "an animated PNG"] {
        let animation = photos::rarities().into_iter().find(|hostile| hostile.name == name).expect("a file");
        let (_, image) = process(animation.content).await.expect("a valid file");
        assert!(photos::is_upright(&image.content), "{name}");
    }
}

#[tokio::test]
async fn colours_in_rare_files_are_preserved() {
    for (name, expected) in [
        ("a JPEG in CMYK", [255, 255, 255]),
        ("a progressive JPEG", [90, 90, 90]),
        ("a JPEG in grey", [90, 90, 90]),
    ] {
        let rare = photos::rarities().into_iter().find(|hostile| hostile.name == name).expect("a file");
        let (_, image) = process(rare.content).await.expect("a valid file");
        let seen = image::load_from_memory(&image.content).expect("an image").into_rgb8().get_pixel(4, 4).0;
        assert!(seen.iter().zip(expected).all(|(seen, meant)| seen.abs_diff(meant) <= 3), "{name}: {seen:?}");
    }
}

#[tokio::test]
async fn transparency_is_kept_if_the_format_supports_it_and_small_photos_are_not_enlarged() {
    let glass = image::DynamicImage::from(image::RgbaImage::from_pixel(20, 10, image::Rgba([9, 9, 9, 70])));
    for format in [image::ImageFormat::Png, image::ImageFormat::WebP] {
        let mut content = std::io::Cursor::new(Vec::new());
        glass.write_to(&mut content, format).expect("an encoded image");
        let (_, image) = process(content.into_inner()).await.expect("a valid photo");
        let seen = image::load_from_memory(&image.content).expect("an image");
        assert_eq!((seen.width(), seen.height()), (20, 10));
        assert_eq!(seen.into_rgba8().get_pixel(5, 5).0, [9, 9, 9, 70], "{format:?}");
    }
}

#[tokio::test]
async fn noise_in_every_format_stays_below_the_upload_limit() {
    let mut state = 1_u32;
    let noise = image::RgbaImage::from_fn(1_024, 1_024, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        image::Rgba((state ^ (state >> 15)).to_le_bytes())
    });
    let noise = image::DynamicImage::from(noise);
    for format in [image::ImageFormat::Png, image::ImageFormat::WebP, image::ImageFormat::Jpeg] {
        let source = if format == image::ImageFormat::Jpeg { noise.to_rgb8().into() } else { noise.clone() };
        let mut content = std::io::Cursor::new(Vec::new());
        source.write_to(&mut content, format).expect("an encoded image");
        let (_, image) = process(content.into_inner()).await.expect("a valid photo");
        assert!(image.content.len() <= ImageKind::MAX_BYTES, "{format:?}: {} bytes", image.content.len());
    }
}
