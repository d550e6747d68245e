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
        let header = read(ImageKind::Png, &[start.as_slice(), &[depth, colour]].concat()).expect("a header");
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
