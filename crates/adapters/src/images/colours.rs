//! Converts colours to sRGB. Photos from newer phones use a wider colour space, which a profile declares. Without the
//! profile, unconverted colours would look pale.

use image::{DynamicImage, RgbImage, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Maximum size of a profile in bytes. Profiles for screens and cameras have a few thousand.
const MAX_PROFILE: usize = 1024 * 1024;

/// Converts the image to sRGB. An invalid profile, or one for a colour space other than RGB, has no effect: the
/// decoders have already converted grey and CMYK.
pub(super) fn to_srgb(image: DynamicImage, profile: Option<&[u8]>) -> DynamicImage {
    let profile = profile
        .filter(|bytes| bytes.len() <= MAX_PROFILE)
        .and_then(|bytes| ColorProfile::new_from_slice(bytes).ok())
        .filter(|profile| profile.color_space == DataColorSpace::Rgb);
    let Some(profile) = profile else { return image };
    match image {
        DynamicImage::ImageRgb8(pixels) => {
            let converted = converted(&profile, Layout::Rgb, &pixels);
            let size = pixels.dimensions();
            converted.and_then(|bytes| RgbImage::from_raw(size.0, size.1, bytes)).unwrap_or(pixels).into()
        }
        DynamicImage::ImageRgba8(pixels) => {
            let converted = converted(&profile, Layout::Rgba, &pixels);
            let size = pixels.dimensions();
            converted.and_then(|bytes| RgbaImage::from_raw(size.0, size.1, bytes)).unwrap_or(pixels).into()
        }
        grey => grey,
    }
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
    use super::*;

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
