//! Pages, feeds and other texts that contain the site's origin. The frontend build writes a placeholder, which is replaced
//! at the first request. Then the text is compressed again.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::response::conditional::Packed;
use crate::site::files::SiteFile;

/// The placeholder, as in `ui/src/app/site-origin.ts`.
const PLACEHOLDER: &str = "https://origin.invalid";

pub(crate) struct SiteTexts {
    origin: String,
    made: RwLock<HashMap<String, Arc<SiteText>>>,
}

/// A text with the origin inserted.
pub(crate) struct SiteText {
    source_hash: [u8; 32],
    /// SHA-256 of the text.
    pub(crate) hash: [u8; 32],
    pub(crate) plain: Bytes,
    pub(crate) packed: Packed,
}

impl SiteTexts {
    pub(crate) fn new(origin: String) -> Self {
        Self { origin, made: RwLock::default() }
    }

    /// The text to send instead of the file. `None` if it contains no placeholder. A file can change if the program reads a
    /// folder.
    pub(crate) fn of(&self, path: &str, file: &SiteFile) -> Option<Arc<SiteText>> {
        if !may_contain_origin(path) {
            return None;
        }
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(made) = made.filter(|made| made.source_hash == file.hash) {
            return Some(made);
        }
        let text = Arc::new(SiteText::new(file, &self.origin)?);
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        made.insert(path.to_owned(), text.clone());
        Some(text)
    }
}

impl SiteText {
    fn new(file: &SiteFile, origin: &str) -> Option<Self> {
        let text = std::str::from_utf8(&file.data).ok().filter(|text| text.contains(PLACEHOLDER))?;
        // Inserted verbatim into markup and embedded data: an origin contains no character with a meaning in either.
        let plain = Bytes::from(text.replace(PLACEHOLDER, origin));
        let (hash, packed) = (Sha256::digest(&plain).into(), Packed::new(&plain));
        Some(Self { source_hash: file.hash, hash, plain, packed })
    }
}

/// Whether a file with this name may contain the placeholder.
fn may_contain_origin(path: &str) -> bool {
    [".html", ".xml", ".txt"].iter().any(|ending| path.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::conditional::Encoding;
    use std::borrow::Cow;
    use std::io::Read;

    fn file(text: &str) -> SiteFile {
        SiteFile { data: Cow::Owned(text.as_bytes().to_vec()), hash: Sha256::digest(text).into() }
    }

    fn texts() -> SiteTexts {
        SiteTexts::new("https://forum.example".to_owned())
    }

    fn plain(text: Option<Arc<SiteText>>) -> Option<String> {
        text.map(|text| String::from_utf8_lossy(&text.plain).into_owned())
    }

    #[test]
    fn the_placeholder_is_replaced_in_pages_and_texts() {
        let named = "see https://origin.invalid/x and https://origin.invalid";
        let texts = texts();
        let expected = "see https://forum.example/x and https://forum.example";
        assert_eq!(plain(texts.of("a/index.html", &file(named))).as_deref(), Some(expected));
        assert!(texts.of("humans.txt", &file("no placeholder")).is_none());
        assert!(texts.of("main.js", &file(named)).is_none());
    }

    #[test]
    fn a_text_is_made_once_and_a_changed_file_is_detected() {
        let texts = texts();
        let made = |text| texts.of("a.txt", &file(text)).expect("text");
        assert!(Arc::ptr_eq(&made("1 https://origin.invalid"), &made("1 https://origin.invalid")));
        assert_eq!(made("2 https://origin.invalid").plain, "2 https://forum.example");
    }

    #[test]
    fn every_encoding_decodes_to_the_same_text_and_none_makes_it_larger() {
        let (long, short) = ("<a href=\"https://origin.invalid/\">".repeat(99), "https://origin.invalid");
        let texts = texts();
        let long = texts.of("a.html", &file(&long)).expect("text");
        let mut unpacked = Vec::new();
        let br = long.packed.get(Encoding::Brotli).expect("smaller");
        brotli::Decompressor::new(&*br, 4096).read_to_end(&mut unpacked).expect("brotli");
        assert_eq!(unpacked, long.plain);
        unpacked.clear();
        let gz = long.packed.get(Encoding::Gzip).expect("smaller");
        flate2::read::GzDecoder::new(&*gz).read_to_end(&mut unpacked).expect("gzip");
        assert_eq!(unpacked, long.plain);
        let short = texts.of("a.txt", &file(short)).expect("text");
        assert!(short.packed.get(Encoding::Gzip).is_none());
    }
}
