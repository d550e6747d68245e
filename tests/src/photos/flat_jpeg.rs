//! A minimal JPEG encoder: one colour, any number of components. The libraries write neither CMYK nor progressive
//! files, and take seconds for a large one.

use super::containers::jpeg_claiming;

/// The encoding of the samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    /// In one pass.
    Baseline,
    /// In several passes, of which this encoder writes only the first.
    Progressive,
}

/// 8 × 8 pixels of one colour; `samples` are the component values. Four components are marked as CMYK the way Adobe
/// writes it, with 0 for full ink.
pub(super) fn flat_jpeg(scheme: Scheme, samples: &[u8]) -> Vec<u8> {
    flat(scheme, samples, 1)
}

/// The same in one pass, with pixels for the whole area.
pub(super) fn large_flat_jpeg(samples: &[u8], width: u16, height: u16) -> Vec<u8> {
    let blocks = usize::from(width.div_ceil(8)) * usize::from(height.div_ceil(8));
    jpeg_claiming(flat(Scheme::Baseline, samples, blocks), width, height)
}

fn flat(scheme: Scheme, samples: &[u8], blocks: usize) -> Vec<u8> {
    let count = u8::try_from(samples.len()).expect("components");
    let mut jpeg = vec![0xFF, 0xD8];
    let mut segment = |marker: u8, payload: &[u8]| {
        let length = u16::try_from(payload.len() + 2).expect("a segment");
        jpeg.extend([0xFF, marker].iter().chain(&length.to_be_bytes()).chain(payload));
    };
    if count == 4 {
        segment(0xEE, b"Adobe\0\x64\0\0\0\0\0");
    }
    // Everything is quantized by 8, so the DC coefficient of a block is its sample minus 128.
    segment(0xDB, &[[0].as_slice(), &[8; 64]].concat());
    let components = (1..=count).flat_map(|id| [id, 0x11, 0]);
    let frame: Vec<u8> = [8, 0, 8, 0, 8, count].into_iter().chain(components).collect();
    segment(if scheme == Scheme::Progressive { 0xC2 } else { 0xC0 }, &frame);
    // Huffman tables: twelve DC sizes of four bits each, and a one-bit code for the end of a block.
    let sizes: Vec<u8> = [0x00, 0, 0, 0, 12].into_iter().chain([0; 12]).chain(0..12).collect();
    segment(0xC4, &sizes);
    let ends: Vec<u8> = [0x10, 1].into_iter().chain([0; 15]).chain([0]).collect();
    segment(0xC4, &ends);
    let last = if scheme == Scheme::Progressive { 0 } else { 63 };
    let scan: Vec<u8> =
        [count].into_iter().chain((1..=count).flat_map(|id| [id, 0])).chain([0, last, 0]).collect();
    segment(0xDA, &scan);
    let mut bits = String::new();
    for sample in samples {
        let difference = i32::from(*sample) - 128;
        let size = 32 - difference.unsigned_abs().leading_zeros();
        let number = if difference < 0 { difference + (1 << size) - 1 } else { difference };
        bits.push_str(&format!("{size:04b}"));
        if size > 0 {
            bits.push_str(&format!("{number:0width$b}", width = size as usize));
        }
        if scheme == Scheme::Baseline {
            bits.push('0');
        }
    }
    // Every other block equals the previous one. Its code for a difference of zero and its end are all zero bits.
    let mut zeros = 5 * samples.len() * (blocks - 1);
    while !bits.len().is_multiple_of(8) {
        bits.push(if zeros > 0 { '0' } else { '1' });
        zeros = zeros.saturating_sub(1);
    }
    for at in (0..bits.len()).step_by(8) {
        let byte = u8::from_str_radix(&bits[at..at + 8], 2).expect("eight bits");
        jpeg.push(byte);
        if byte == 0xFF {
            jpeg.push(0);
        }
    }
    jpeg.resize(jpeg.len() + zeros.div_ceil(8), 0);
    jpeg.extend([0xFF, 0xD9]);
    jpeg
}
