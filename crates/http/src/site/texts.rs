//! Pages, feeds and other texts that contain the site's origin. The frontend build writes a placeholder. When the site
//! starts, this module replaces it and compresses the texts again.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::response::encoding::Packed;
use crate::site::files::{SiteFile, SiteFiles};

/// The placeholder, as in `ui/src/app/site-origin.ts`.
const PLACEHOLDER: &str = "https://origin.invalid";

pub(crate) struct SiteTexts {
    origin: String,
    made: HashMap<String, Arc<SiteText>>,
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
    pub(crate) fn new(origin: String, files: &dyn SiteFiles) -> Self {
        let made = files.paths().into_iter().filter(|path| may_contain_origin(path)).filter_map(|path| {
            let text = SiteText::new(&path, &files.read(&path)?, &origin)?.compressed();
            Some((path.into_owned(), Arc::new(text)))
        });
        Self { made: made.collect(), origin }
    }

    /// The text to send instead of the file. `None` if it contains no placeholder. A file that changed since the start
    /// (possible if the program reads a folder) is processed for this response and not compressed.
    pub(crate) fn of(&self, path: &str, file: &SiteFile) -> Option<Arc<SiteText>> {
        match self.made.get(path) {
            Some(made) if made.source_hash == file.hash => Some(made.clone()),
            _ => SiteText::new(path, file, &self.origin).map(Arc::new),
        }
    }
}

impl SiteText {
    fn new(path: &str, file: &SiteFile, origin: &str) -> Option<Self> {
        let text = std::str::from_utf8(&file.data).ok().filter(|_| may_contain_origin(path))?;
        if !text.contains(PLACEHOLDER) {
            return None;
        }
        // Inserted verbatim into markup and embedded data: an origin contains no character with a meaning in either.
        let plain = Bytes::from(text.replace(PLACEHOLDER, origin));
        Some(Self {
            source_hash: file.hash,
            hash: Sha256::digest(&plain).into(),
            plain,
            packed: Packed::NONE,
        })
    }

    fn compressed(self) -> Self {
        Self { packed: Packed::new(&self.plain), ..self }
    }
}

/// Whether a file with this name may contain the placeholder.
fn may_contain_origin(path: &str) -> bool {
    [".html", ".xml", ".txt"].iter().any(|ending| path.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::encoding::Encoding;
    use std::borrow::Cow;
    use std::io::Read;

    struct Files(Vec<(&'static str, String)>);

    impl SiteFiles for Files {
        fn read(&self, path: &str) -> Option<SiteFile> {
            self.0.iter().find(|(known, _)| *known == path).map(|(_, text)| file(text))
        }

        fn paths(&self) -> Vec<Cow<'static, str>> {
            self.0.iter().map(|(path, _)| Cow::Borrowed(*path)).collect()
        }
    }

    fn file(text: &str) -> SiteFile {
        SiteFile { data: Cow::Owned(text.as_bytes().to_vec()), hash: Sha256::digest(text).into() }
    }

    fn texts(files: &[(&'static str, &str)]) -> SiteTexts {
        let files = files.iter().map(|(path, text)| (*path, (*text).to_owned())).collect();
        SiteTexts::new("https://forum.example".to_owned(), &Files(files))
    }

    fn plain(text: Option<Arc<SiteText>>) -> Option<String> {
        text.map(|text| String::from_utf8_lossy(&text.plain).into_owned())
    }

    #[test]
    fn the_placeholder_is_replaced_in_pages_and_texts() {
        let named = "see https://origin.invalid/x and https://origin.invalid";
        let texts = texts(&[("a/index.html", named), ("humans.txt", "no placeholder"), ("main.js", named)]);
        let expected = "see https://forum.example/x and https://forum.example";
        assert_eq!(plain(texts.of("a/index.html", &file(named))).as_deref(), Some(expected));
        assert!(texts.of("humans.txt", &file("no placeholder")).is_none());
        assert!(texts.of("main.js", &file(named)).is_none());
    }

    #[test]
    fn a_text_is_built_at_start_and_a_changed_file_is_detected() {
        let first = "1 https://origin.invalid";
        let texts = texts(&[("a.txt", first)]);
        let made = |text| texts.of("a.txt", &file(text)).expect("text");
        assert!(Arc::ptr_eq(&made(first), &made(first)));
        assert_eq!(made("2 https://origin.invalid").plain, "2 https://forum.example");
        assert_eq!(plain(texts.of("b.txt", &file(first))).as_deref(), Some("1 https://forum.example"));
    }

    #[test]
    fn every_encoding_decodes_to_the_same_text_and_none_makes_it_larger() {
        let (long, short) = ("<a href=\"https://origin.invalid/\">".repeat(99), "https://origin.invalid");
        let texts = texts(&[("a.html", &long), ("a.txt", short)]);
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
