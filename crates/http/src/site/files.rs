//! The files of the built frontend.

use std::borrow::Cow;

use bytes::Bytes;

#[derive(Clone)]
pub struct SiteFile {
    pub data: Cow<'static, [u8]>,
    /// SHA-256 of the content.
    pub hash: [u8; 32],
}

impl SiteFile {
    /// The content without copying, because embedded files are static.
    pub(crate) fn into_bytes(self) -> Bytes {
        match self.data {
            Cow::Borrowed(data) => Bytes::from_static(data),
            Cow::Owned(data) => data.into(),
        }
    }
}

/// The files of the built frontend, by path without a leading slash.
pub trait SiteFiles: Send + Sync {
    fn read(&self, path: &str) -> Option<SiteFile>;
}

/// A site without pages.
impl SiteFiles for () {
    fn read(&self, _path: &str) -> Option<SiteFile> {
        None
    }
}

/// The media type that a file name implies.
pub(crate) fn content_type(name: &str) -> String {
    // Browsers show text/xml, the default for .xml, as a document instead of a feed.
    if name.ends_with("feed.xml") {
        return "application/rss+xml; charset=utf-8".to_owned();
    }
    if name.ends_with(".xml") {
        return "application/xml; charset=utf-8".to_owned();
    }
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    let text = mime.type_() == "text" || matches!(mime.subtype().as_str(), "javascript" | "json");
    if text { format!("{}; charset=utf-8", mime.essence_str()) } else { mime.essence_str().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_implies_the_type_that_browsers_and_feed_readers_expect() {
        let table = [
            ("about/index.html", "text/html; charset=utf-8"),
            ("assets/main.js", "text/javascript; charset=utf-8"),
            ("blog/feed.xml", "application/rss+xml; charset=utf-8"),
            ("sitemap.xml", "application/xml; charset=utf-8"),
            ("robots.txt", "text/plain; charset=utf-8"),
            ("unknown", "application/octet-stream"),
        ];
        for (name, expected) in table {
            assert_eq!(content_type(name), expected, "{name}");
        }
    }
}
