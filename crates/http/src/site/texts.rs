//! Pages, feeds and other texts that contain the site's origin. The frontend build writes a placeholder, which is replaced
//! at the first request. Where a feature changes a page, the build writes both variants, of which one remains. Then the
//! text is compressed again.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use forum_domain::site::{Feature, Site};
use poem_openapi::types::ToJSON;
use sha2::{Digest, Sha256};

use crate::api::site::SiteObject;
use crate::response::conditional::Packed;
use crate::site::files::SiteFile;

/// The placeholder, as in `ui/src/lib/browser/site-origin.ts`.
const PLACEHOLDER: &str = "https://origin.invalid";

/// The placeholder on the root element of every page.
const ROOT: &str = "data-origin=\"https://origin.invalid\"";
/// Around the variants of a part of a page, as in `ui/src/static-site.tsx`: the features, and the variants
/// without and with one of them.
const SWITCH: (&str, &str, &str, &str) = ("<x-switch data-feature=\"", "\">", "<x-on>", "</x-switch>");

pub(crate) struct SiteTexts {
    origin: String,
    site: Arc<Site>,
    /// `data-origin`, and if anything is switched on `data-site`.
    root: String,
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
    pub(crate) fn new(origin: String, site: Arc<Site>) -> Self {
        let mut root = format!("data-origin=\"{origin}\"");
        if !site.features.is_empty() {
            let object = SiteObject::from(&*site).to_json_string();
            let escaped = object.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            root.push_str(&format!(" data-site=\"{escaped}\""));
        }
        Self { origin, site, root, made: RwLock::default() }
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
        let text = Arc::new(SiteText::new(file, self)?);
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        made.insert(path.to_owned(), text.clone());
        Some(text)
    }
}

impl SiteText {
    fn new(file: &SiteFile, texts: &SiteTexts) -> Option<Self> {
        let text = std::str::from_utf8(&file.data).ok().filter(|text| text.contains(PLACEHOLDER))?;
        // Inserted verbatim into markup and embedded data: an origin contains no character with a meaning in either.
        let text = chosen(text, &texts.site).replace(ROOT, &texts.root);
        let plain = Bytes::from(text.replace(PLACEHOLDER, &texts.origin));
        let (hash, packed) = (Sha256::digest(&plain).into(), Packed::new(&plain));
        Some(Self { source_hash: file.hash, hash, plain, packed })
    }
}

/// The page with one variant of each part that features change.
fn chosen<'a>(page: &'a str, site: &Site) -> Cow<'a, str> {
    let (begin, named, on, end) = SWITCH;
    let mut parts = page.split(begin);
    let Some(before) = parts.next().filter(|before| before.len() < page.len()) else { return page.into() };
    let mut chosen = before.to_owned();
    for part in parts {
        let read = || {
            let (feature, rest) = part.split_once(named)?;
            let (variants, after) = rest.split_once(end)?;
            let (without, with) = variants.split_once(on)?;
            let is_on = feature.split(' ').filter_map(Feature::parse).any(|feature| site.has(feature));
            Some([if is_on { with } else { without }, after])
        };
        // A malformed part stays as the build wrote it.
        read().unwrap_or([begin, part]).iter().for_each(|text| chosen.push_str(text));
    }
    chosen.into()
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
        SiteTexts::new("https://forum.example".to_owned(), Arc::default())
    }

    const PAGE: &str = "<html lang=\"en\" data-origin=\"https://origin.invalid\"><p>1</p>\
        <x-switch data-feature=\"shop\"><b>off</b><x-on><a>on</a></x-switch><p>2</p>\
        <x-switch data-feature=\"newsletter contact\"><x-on><i>form</i></x-switch></html>";

    #[test]
    fn a_page_has_the_variants_of_what_is_switched_on() {
        let page = |features: &[Feature]| {
            let contact_email = "a&b@forum.example".to_owned();
            let site = Site { features: features.to_vec(), contact_email, ..Site::default() };
            plain(
                SiteTexts::new("https://forum.example".to_owned(), Arc::new(site)).of("a.html", &file(PAGE)),
            )
        };
        let off = "<html lang=\"en\" data-origin=\"https://forum.example\"><p>1</p><b>off</b><p>2</p></html>";
        assert_eq!(page(&[]).as_deref(), Some(off));
        let on = page(&[Feature::Contact, Feature::Shop]).expect("a page");
        assert!(on.ends_with("><p>1</p><a>on</a><p>2</p><i>form</i></html>"), "{on}");
        let start = "<html lang=\"en\" data-origin=\"https://forum.example\" data-site=\"{&quot;features&quot;:[&quot;contact&quot;,\
            &quot;shop&quot;],&quot;contact_email&quot;:&quot;a&amp;b@forum.example&quot;";
        assert!(on.starts_with(start), "{on}");
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
