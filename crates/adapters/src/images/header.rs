//! Reads the header of an image before decoding: its dimensions and the memory that the decoder will need. Reads in place
//! with little memory, so that no header can do harm. If a file contradicts itself, the largest value is used.

use forum_domain::headshots::ImageKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub width: u32,
    pub height: u32,
    /// Maximum number of bytes that the decoder holds at a time, including its output. It is taken from the source of
    /// these decoder versions and confirmed by measurement.
    pub decoding: u64,
}

pub(super) fn read(kind: ImageKind, content: &[u8]) -> Result<Header, &'static str> {
    match kind {
        ImageKind::Jpeg => jpeg(content),
        ImageKind::Png => png(content).ok_or("no PNG header"),
        ImageKind::Webp => webp(content).ok_or("no WebP header"),
    }
}

/// Reads the segments up to the first scan. Line-by-line decoding takes memory only for the output. With several scans, the
/// decoder also keeps a 16-bit coefficient for every sample until the last scan.
fn jpeg(content: &[u8]) -> Result<Header, &'static str> {
    let mut frame: Option<Frame> = None;
    let mut rest = content.get(2..).unwrap_or_default();
    loop {
        let (marker, after) = next_marker(rest).ok_or("the header ends early")?;
        rest = after;
        match marker {
            // Markers without a segment.
            0x01 | 0xD0..=0xD8 => continue,
            0xD9 => return Err("the image ends before it begins"),
            _ => {}
        }
        let length = be16(rest, 0).filter(|length| *length >= 2).ok_or("a segment has no length")?;
        let segment = rest.get(..usize::from(length)).ok_or("a segment is truncated")?;
        match marker {
            0xC0..=0xC2 => {
                let new = Frame::read(segment, marker == 0xC2).ok_or("the frame header is damaged")?;
                if frame.replace(new).is_some() {
                    return Err("there are two frame headers");
                }
            }
            0xDA => {
                let frame = frame.ok_or("a scan without a frame")?;
                // The end marker cannot occur in the scans' data, where every FF is followed by 00.
                if !rest.windows(2).any(|pair| pair == [0xFF, 0xD9]) {
                    return Err("the image is truncated");
                }
                return Ok(frame.header(segment.get(2).copied().unwrap_or(0)));
            }
            _ => {}
        }
        rest = &rest[usize::from(length)..];
    }
}

fn next_marker(mut bytes: &[u8]) -> Option<(u8, &[u8])> {
    loop {
        let at = bytes.iter().position(|byte| *byte == 0xFF)?;
        bytes = &bytes[at + 1..];
        match bytes.first()? {
            0x00 | 0xFF => {}
            marker => return Some((*marker, &bytes[1..])),
        }
    }
}

#[derive(Clone, Copy)]
struct Frame {
    width: u16,
    height: u16,
    components: u8,
    progressive: bool,
    /// Number of samples of all components per 64 pixels (chroma is often stored at half the resolution).
    samples: u64,
}

impl Frame {
    fn read(segment: &[u8], progressive: bool) -> Option<Self> {
        let (height, width) = (be16(segment, 3)?, be16(segment, 5)?);
        let components = *segment.get(7)?;
        let factors = segment.get(8..8 + 3 * usize::from(components))?.chunks_exact(3);
        let factors: Vec<(u64, u64)> =
            factors.map(|factor| (u64::from(factor[1] >> 4), u64::from(factor[1] & 0x0F))).collect();
        let widest = factors.iter().map(|(across, _)| *across).max()?.max(1);
        let tallest = factors.iter().map(|(_, down)| *down).max()?.max(1);
        let all: u64 = factors.iter().map(|(across, down)| across * down).sum();
        Some(Self { width, height, components, progressive, samples: (all * 64).div_ceil(widest * tallest) })
    }

    fn header(self, components_in_first_scan: u8) -> Header {
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        let pixels = u64::from(width) * u64::from(height);
        let output = pixels * if self.components == 1 { 1 } else { 3 };
        let in_several_scans = self.progressive || components_in_first_scan != self.components;
        let coefficients = if in_several_scans { pixels.div_ceil(64) * self.samples * 2 } else { 0 };
        Header { width, height, decoding: output + coefficients }
    }
}

/// Reads the first chunk. PNG is decoded row by row into its output.
fn png(content: &[u8]) -> Option<Header> {
    let chunk = content.get(8..).filter(|rest| rest.get(4..8) == Some(b"IHDR"))?;
    let (width, height) = (be32(chunk, 8)?, be32(chunk, 12)?);
    let (depth, colour) = (*chunk.get(16)?, *chunk.get(17)?);
    // Palettes expand to three channels, and a transparent colour adds a channel.
    let channels = match colour {
        0 | 4 => 2,
        _ => 4,
    };
    let bytes = if depth == 16 { 2 } else { 1 };
    // Width and height may each be up to 2³² - 1, more than in other formats.
    let decoding = pixels(width, height).saturating_mul(channels * bytes);
    Some(Header { width, height, decoding })
}

/// Reads the first chunk and the header of every lossy frame in the file: the decoder allocates memory according to the
/// frame header before it compares the header with the first chunk.
fn webp(content: &[u8]) -> Option<Header> {
    let chunk = content.get(12..)?;
    let (mut width, mut height, bytes) = match chunk.get(..4)? {
        b"VP8X" => {
            let flags = *chunk.get(8)?;
            let (animated, transparent) = (flags & 0x02 != 0, flags & 0x10 != 0);
            // Animated: canvas, frame and output. Transparent: output, planes and two copies of alpha. Otherwise:
            // output and a copy.
            let bytes = if animated {
                12
            } else if transparent {
                11
            } else {
                7
            };
            (le24(chunk, 12)? + 1, le24(chunk, 15)? + 1, bytes)
        }
        b"VP8L" => {
            let bits = u32::from_le_bytes(chunk.get(9..13)?.try_into().ok()?);
            (1 + (bits & 0x3FFF), 1 + ((bits >> 14) & 0x3FFF), 7)
        }
        b"VP8 " => (1, 1, 5),
        _ => return None,
    };
    for at in content.windows(4).enumerate().filter(|(_, name)| *name == b"VP8 ").map(|(at, _)| at) {
        let Some(frame) = content.get(at..at + 18) else { break };
        if frame[11..14] == [0x9D, 0x01, 0x2A] {
            let side = |from: usize| u32::from(u16::from_le_bytes([frame[from], frame[from + 1]]) & 0x3FFF);
            (width, height) = (width.max(side(14)), height.max(side(16)));
        }
    }
    Some(Header { width, height, decoding: pixels(width, height) * bytes })
}

fn pixels(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
}

fn be16(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn le24(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 3)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MILLION: u64 = 1_000_000;

    /// The markers of a JPEG of 6000 × 4000 pixels with these sampling factors and an empty first scan.
    fn jpeg_of(marker: u8, factors: &[u8], in_scan: u8) -> Vec<u8> {
        let count = factors.len() as u8;
        let components = factors.iter().flat_map(|factors| [1, *factors, 0]);
        let frame = [0xFF, marker, 0, 8 + 3 * count, 8, 0x0F, 0xA0, 0x17, 0x70, count];
        let scan = [0xFF, 0xDA, 0, 3, in_scan];
        [0xFF, 0xD8].into_iter().chain(frame).chain(components).chain(scan).chain([0xFF, 0xD9]).collect()
    }

    fn millions(content: &[u8]) -> u64 {
        let header = read(ImageKind::Jpeg, content).expect("a header");
        assert_eq!((header.width, header.height), (6_000, 4_000));
        header.decoding / MILLION
    }

    #[test]
    fn the_cost_of_a_jpeg_with_several_scans_includes_its_coefficients() {
        assert_eq!(millions(&jpeg_of(0xC0, &[0x22, 0x11, 0x11], 3)), 72, "line by line");
        assert_eq!(millions(&jpeg_of(0xC0, &[0x11], 1)), 24, "grey");
        assert_eq!(millions(&jpeg_of(0xC2, &[0x22, 0x11, 0x11], 3)), 72 + 72, "progressive, small colours");
        assert_eq!(millions(&jpeg_of(0xC2, &[0x11, 0x11, 0x11], 3)), 72 + 144, "progressive, full colours");
        assert_eq!(millions(&jpeg_of(0xC0, &[0x11, 0x11, 0x11], 1)), 72 + 144, "one scan per colour");
        assert_eq!(millions(&jpeg_of(0xC0, &[0x11; 4], 4)), 72, "CMYK, converted to RGB line by line");
    }

    #[test]
    fn a_truncated_jpeg_header_is_refused() {
        let whole = jpeg_of(0xC0, &[0x22, 0x11, 0x11], 3);
        for end in 0..whole.len() {
            assert!(read(ImageKind::Jpeg, &whole[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn the_cost_of_a_webp_depends_on_its_format() {
        let extended = |flags: u8| {
            let chunk = [b"VP8X".as_slice(), &[10, 0, 0, 0, flags, 0, 0, 0, 0x9F, 0x0F, 0, 0xE7, 0x03, 0]];
            let content = [b"RIFF\0\0\0\0WEBP".as_slice(), &chunk.concat()].concat();
            let header = read(ImageKind::Webp, &content).expect("a header");
            assert_eq!((header.width, header.height), (4_000, 1_000));
            header.decoding / MILLION
        };
        assert_eq!((extended(0), extended(0x10), extended(0x02)), (28, 44, 48));
        assert!(read(ImageKind::Webp, b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0").is_err());
    }

    #[test]
    fn the_cost_of_a_png_is_its_output() {
        let png = |depth: u8, colour: u8| {
            let start = b"\x89PNG\r\n\x1a\n\0\0\0\x0DIHDR\0\0\x0F\xA0\0\0\x03\xE8";
            let header =
                read(ImageKind::Png, &[start.as_slice(), &[depth, colour]].concat()).expect("a header");
            assert_eq!((header.width, header.height), (4_000, 1_000));
            header.decoding / MILLION
        };
        assert_eq!((png(8, 2), png(8, 6), png(16, 6), png(8, 0), png(1, 3)), (16, 16, 32, 8, 16));
    }

    /// An image of 2³¹ × 2³¹ pixels with four bytes each would have 2⁶⁴ bytes.
    #[test]
    fn the_cost_of_a_huge_png_saturates() {
        let start = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        let content = [&start[..], &[0x80, 0, 0, 0, 0x80, 0, 0, 0, 8, 6]].concat();
        assert_eq!(read(ImageKind::Png, &content).map(|header| header.decoding), Ok(u64::MAX));
    }

    /// Parts of image files and random bytes.
    fn pieces() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            prop::sample::select(vec![
                b"RIFF\0\0\0\0WEBP".to_vec(),
                b"VP8X".to_vec(),
                b"VP8L".to_vec(),
                b"VP8 ".to_vec(),
                vec![0x9D, 0x01, 0x2A],
                b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(),
                vec![0xFF, 0xD8],
                vec![0xFF, 0xC2, 0, 17],
                vec![0xFF, 0xDA, 0, 3],
                vec![0xFF; 8],
                vec![0xFF, 0xD9],
            ]),
            prop::collection::vec(any::<u8>(), 0..20),
        ];
        prop::collection::vec(piece, 0..9).prop_map(|pieces| pieces.concat())
    }

    /// Well-formed beginnings of headers with random numbers.
    fn beginnings() -> impl Strategy<Value = Vec<u8>> {
        let chunk = prop::sample::select(vec![b"VP8X", b"VP8L", b"VP8 "]);
        let webp = (chunk, prop::collection::vec(any::<u8>(), 0..24));
        let webp = webp.prop_map(|(name, rest)| [b"RIFF\0\0\0\0WEBP".as_slice(), name, &rest].concat());
        let jpeg = (0xC0..=0xC2_u8, prop::collection::vec(any::<u8>(), 0..5), 0..5_u8);
        let jpeg = jpeg.prop_map(|(marker, factors, in_scan)| jpeg_of(marker, &factors, in_scan));
        prop_oneof![webp, jpeg]
    }

    proptest! {
        #[test]
        fn reading_headers_never_panics_and_each_pixel_costs_one_byte_or_more(
            content in prop_oneof![pieces(), beginnings()],
        ) {
            for kind in [ImageKind::Jpeg, ImageKind::Png, ImageKind::Webp] {
                if let Ok(header) = read(kind, &content) {
                    prop_assert!(header.decoding >= pixels(header.width, header.height), "{:?}", header);
                }
            }
        }

        #[test]
        fn any_size_in_a_png_is_read(width in any::<u32>(), height in any::<u32>(), depth in any::<u8>(), colour in any::<u8>()) {
            let start = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
            let content = [&start[..], &width.to_be_bytes(), &height.to_be_bytes(), &[depth, colour]].concat();
            let header = read(ImageKind::Png, &content).expect("a header");
            prop_assert_eq!((header.width, header.height), (width, height));
            prop_assert!(header.decoding >= pixels(width, height));
        }
    }
}
