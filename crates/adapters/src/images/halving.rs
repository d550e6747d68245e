//! Halves large images before resizing, which takes 16 bytes for each pixel of the old width and the new height.

use image::{DynamicImage, ImageBuffer, Pixel};

/// Larger images are halved. In bytes: with the memory for resizing, the total stays below the limit of 200 MiB per
/// photo.
const MAX_RESIZABLE: usize = 100_000_000;

/// Halves the width and the height of a larger image. The result is still larger than a stored photo.
pub(super) fn resizable(image: DynamicImage) -> DynamicImage {
    if image.as_bytes().len() <= MAX_RESIZABLE {
        return image;
    }
    match image {
        DynamicImage::ImageLuma8(pixels) => halved(pixels).into(),
        DynamicImage::ImageLumaA8(pixels) => halved(pixels).into(),
        DynamicImage::ImageRgb8(pixels) => halved(pixels).into(),
        DynamicImage::ImageRgba8(pixels) => halved(pixels).into(),
        DynamicImage::ImageLuma16(pixels) => halved(pixels).into(),
        DynamicImage::ImageLumaA16(pixels) => halved(pixels).into(),
        DynamicImage::ImageRgb16(pixels) => halved(pixels).into(),
        DynamicImage::ImageRgba16(pixels) => halved(pixels).into(),
        // No decoder returns other variants.
        other => other,
    }
}

/// Replaces four pixels with their mean, in place. An odd last row or column is dropped.
fn halved<P>(image: ImageBuffer<P, Vec<P::Subpixel>>) -> ImageBuffer<P, Vec<P::Subpixel>>
where
    P: Pixel,
    P::Subpixel: Into<u32> + TryFrom<u32>,
{
    let (width, height) = (image.width() / 2, image.height() / 2);
    let channels = usize::from(P::CHANNEL_COUNT);
    let row = image.width() as usize * channels;
    let mut samples = image.into_raw();
    let mut to = 0;
    for y in 0..height as usize {
        for x in 0..width as usize {
            let corner = 2 * (y * row + x * channels);
            for from in corner..corner + channels {
                let four = [from, from + channels, from + row, from + row + channels];
                let sum: u32 = four.into_iter().map(|at| samples[at].into()).sum();
                // The mean of four samples is a sample.
                samples[to] = P::Subpixel::try_from((sum + 2) / 4).unwrap_or(samples[from]);
                to += 1;
            }
        }
    }
    samples.truncate(to);
    samples.shrink_to_fit();
    // The number of samples matches the dimensions.
    ImageBuffer::from_raw(width, height, samples).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma, Rgb, RgbImage};

    use super::*;

    #[test]
    fn each_pixel_is_the_mean_of_four() {
        let image = RgbImage::from_fn(5, 5, |x, y| Rgb([10 * x as u8, 10 * y as u8, 200]));
        let half = halved(image);
        assert_eq!(half.dimensions(), (2, 2));
        let seen: Vec<[u8; 3]> = half.pixels().map(|pixel| pixel.0).collect();
        assert_eq!(seen, [[5, 5, 200], [25, 5, 200], [5, 25, 200], [25, 25, 200]]);
        let deep = ImageBuffer::<Luma<u16>, Vec<u16>>::from_raw(2, 2, vec![65_535; 4]).expect("a size");
        assert_eq!(halved(deep).into_raw(), [65_535]);
    }

    #[test]
    fn only_an_image_that_is_too_large_to_resize_is_halved() {
        let side = |grey: DynamicImage| resizable(grey).width();
        assert_eq!(side(GrayImage::new(10_000, 10_000).into()), 10_000);
        assert_eq!(side(GrayImage::new(10_000, 10_001).into()), 5_000);
    }
}
