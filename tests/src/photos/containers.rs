//! Edits JPEG, PNG and WebP containers directly: inserts segments and chunks that no encoder would write.

pub(super) fn with_segment(jpeg: &[u8], marker: u8, payload: &[u8]) -> Vec<u8> {
    let length = u16::try_from(payload.len() + 2).expect("a segment");
    [&jpeg[..2], &[0xFF, marker], &length.to_be_bytes(), payload, &jpeg[2..]].concat()
}

/// Overwrites the dimensions in the frame header (SOF0 or SOF2) of a JPEG.
pub(super) fn jpeg_claiming(mut jpeg: Vec<u8>, width: u16, height: u16) -> Vec<u8> {
    let found = jpeg.windows(2).position(|pair| pair[0] == 0xFF && matches!(pair[1], 0xC0 | 0xC2));
    let at = found.expect("a frame header");
    jpeg[at + 5..at + 7].copy_from_slice(&height.to_be_bytes());
    jpeg[at + 7..at + 9].copy_from_slice(&width.to_be_bytes());
    jpeg
}

/// A JPEG of one colour with pixels for the whole area, from one of 8 × 8 pixels whose last bits are zeros: five of them
/// for each component say that the next block equals the previous one.
pub(super) fn large_flat_jpeg(jpeg: &[u8], components: usize, width: u16, height: u16) -> Vec<u8> {
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

pub(super) fn with_png_chunk(png: &[u8], name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    [&png[..33], &png_chunk(name, payload), &png[33..]].concat()
}

/// Overwrites the dimensions in the first chunk of a PNG and updates its checksum.
pub(super) fn png_claiming(png: &[u8], width: u32, height: u32) -> Vec<u8> {
    let header = [width.to_be_bytes().as_slice(), &height.to_be_bytes(), &png[24..29]].concat();
    [&png[..8], &png_chunk(b"IHDR", &header), &png[33..]].concat()
}

pub(super) fn webp_chunk(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a chunk");
    let padding = vec![0; payload.len() % 2];
    [name.as_slice(), &length.to_le_bytes(), payload, &padding].concat()
}

/// A WebP made of these chunks.
pub(super) fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    let body = [b"WEBP".as_slice(), &chunks.concat()].concat();
    webp_chunk(b"RIFF", &body)
}

/// The VP8X chunk that starts an extended WebP: flags and canvas size.
pub(super) fn webp_header(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let sides = [width, height].map(|side| (side - 1).to_le_bytes());
    let payload = [&[flags, 0, 0, 0], &sides[0][..3], &sides[1][..3]];
    webp_chunk(b"VP8X", &payload.concat())
}

/// The pixel chunk of a simple WebP (one that has no other chunk).
pub(super) fn webp_pixels(webp: &[u8]) -> Vec<u8> {
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
