//! Pages, feeds and lists in which the address of the site stands. Whoever builds the browser side does not know it
//! and writes a stand-in; here it becomes the site's own, and the text is compressed again.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, PoisonError, RwLock};

use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use forum_domain::shared::escape_html;
use sha2::{Digest, Sha256};

use crate::site_files::SiteFile;

/// As in `ui/src/app/site-origin.ts`.
const STAND_IN: &str = "https://origin.invalid";
/// Between size and the time that the first reader waits: 9 of 11 takes a tenth of the time of 11.
const BROTLI_QUALITY: u32 = 9;
const BROTLI_WINDOW: u32 = 22;
const BUFFER: usize = 4096;

/// The texts of one site; each is made when it is first asked for.
pub(crate) struct SiteTexts {
    origin: String,
    made: RwLock<HashMap<String, Arc<SiteText>>>,
}

/// A text with the site's address in it.
pub(crate) struct SiteText {
    /// Hash of the file it was made of, which changes while a program that reads a folder runs.
    made_of: [u8; 32],
    /// SHA-256 of the text.
    pub(crate) hash: [u8; 32],
    /// The text.
    pub(crate) plain: Vec<u8>,
    packed: Vec<(&'static str, Vec<u8>)>,
}

impl SiteTexts {
    pub(crate) fn new(origin: String) -> Self {
        Self { origin, made: RwLock::default() }
    }

    /// The text to send instead of the file; `None` where no address stands in it.
    pub(crate) fn of(&self, name: &str, file: &SiteFile) -> Option<Arc<SiteText>> {
        let origin = match name.rsplit('.').next() {
            Some("html" | "xml") => escape_html(&self.origin),
            Some("txt") => self.origin.clone(),
            _ => return None,
        };
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(made) = made.filter(|made| made.made_of == file.hash) {
            return Some(made);
        }
        let text = std::str::from_utf8(&file.data).ok().filter(|text| text.contains(STAND_IN))?;
        let text = Arc::new(SiteText::new(text.replace(STAND_IN, &origin), file.hash));
        let mut all = self.made.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(name.to_owned(), text.clone());
        Some(text)
    }
}

impl SiteText {
    fn new(text: String, made_of: [u8; 32]) -> Self {
        let plain = text.into_bytes();
        let packed = [("br", brotli(&plain)), ("gzip", gzip(&plain))];
        let smaller = |packed: Vec<u8>| Some(packed).filter(|packed| packed.len() < plain.len());
        let packed = packed
            .into_iter()
            .filter_map(|(encoding, packed)| Some((encoding, smaller(packed.ok()?)?)))
            .collect();
        Self { made_of, hash: Sha256::digest(&plain).into(), plain, packed }
    }

    /// The text in this encoding, where that makes it smaller.
    pub(crate) fn packed(&self, encoding: &str) -> Option<&[u8]> {
        self.packed.iter().find(|(name, _)| *name == encoding).map(|(_, data)| data.as_slice())
    }
}

fn brotli(text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut writer = CompressorWriter::new(&mut packed, BUFFER, BROTLI_QUALITY, BROTLI_WINDOW);
    writer.write_all(text)?;
    drop(writer);
    Ok(packed)
}

fn gzip(text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    writer.write_all(text)?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;
    use std::io::Read;

    fn file(text: &str, hash: u8) -> SiteFile {
        SiteFile { data: Cow::Owned(text.as_bytes().to_vec()), hash: [hash; 32] }
    }

    fn plain(text: Option<Arc<SiteText>>) -> Option<String> {
        text.map(|text| String::from_utf8_lossy(&text.plain).into_owned())
    }

    #[test]
    fn the_stand_in_becomes_the_origin_escaped_where_the_text_is_markup() {
        let texts = SiteTexts::new("https://a&b.example".to_owned());
        let html = file("<link href=\"https://origin.invalid/x\"><p>https://origin.invalid</p>", 1);
        let expected = "<link href=\"https://a&amp;b.example/x\"><p>https://a&amp;b.example</p>";
        assert_eq!(plain(texts.of("index.html", &html)).as_deref(), Some(expected));
        let robots = texts.of("robots.txt", &file("Sitemap: https://origin.invalid/sitemap.xml", 2));
        assert_eq!(plain(robots).as_deref(), Some("Sitemap: https://a&b.example/sitemap.xml"));
        assert!(texts.of("humans.txt", &file("nothing to put in", 3)).is_none());
        assert!(texts.of("main.js", &file("'https://origin.invalid'", 4)).is_none());
    }

    #[test]
    fn a_text_is_made_once_and_again_when_its_file_changes() {
        let texts = SiteTexts::new("https://forum.example".to_owned());
        let first = texts.of("a.txt", &file("1 https://origin.invalid", 1)).expect("a text");
        let again = texts.of("a.txt", &file("1 https://origin.invalid", 1)).expect("a text");
        assert!(Arc::ptr_eq(&first, &again));
        let changed = texts.of("a.txt", &file("2 https://origin.invalid", 2));
        assert_eq!(plain(changed).as_deref(), Some("2 https://forum.example"));
    }

    #[test]
    fn every_encoding_unpacks_to_the_same_text_and_none_makes_it_larger() {
        let texts = SiteTexts::new("https://forum.example".to_owned());
        let long = texts.of("a.html", &file(&"<a href=\"https://origin.invalid/\">".repeat(99), 1));
        let long = long.expect("a text");
        let mut unpacked = Vec::new();
        let br = long.packed("br").expect("smaller");
        brotli::Decompressor::new(br, BUFFER).read_to_end(&mut unpacked).expect("brotli");
        assert_eq!(unpacked, long.plain);
        unpacked.clear();
        let gz = long.packed("gzip").expect("smaller");
        flate2::read::GzDecoder::new(gz).read_to_end(&mut unpacked).expect("gzip");
        assert_eq!(unpacked, long.plain);
        let short = texts.of("a.txt", &file("https://origin.invalid", 1)).expect("a text");
        assert!(short.packed("gzip").is_none());
    }
}
