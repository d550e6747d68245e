//! Hostile uploads over HTTP against the real image processor and a real folder: refused ones leave neither a row nor a
//! file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use forum_adapters::files::{FilesUrl, OpendalFileStore};
use forum_adapters::images::PixelProcessor;
use forum_adapters::tls::Trust;
use forum_domain::headshots::ImageKind;
use forum_tests::harness::{Caller, Ports, TestApi};
use forum_tests::photos::{self, Expected};

struct Site {
    api: TestApi,
    folder: tempfile::TempDir,
}

impl Site {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let files =
            OpendalFileStore::open(&FilesUrl::Folder { directory: folder.path().into() }, &Trust::default())
                .expect("a file store");
        let ports = Ports::new().await.with(|program| {
            program.files = Arc::new(files);
            program.images = Arc::new(PixelProcessor::new());
        });
        Self { api: TestApi::with(ports), folder }
    }

    /// Every file in the folder, including incomplete ones.
    fn files(&self) -> Vec<PathBuf> {
        fn below(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() { below(&path, found) } else { found.push(path) }
            }
        }
        let mut found = Vec::new();
        below(self.folder.path(), &mut found);
        found
    }

    async fn assert_empty(&self, ana: &Caller<'_>, after: &str) {
        assert_eq!(ana.get("/api/headshots").await.expect(200).json["total"], 0, "a row after {after}");
        assert_eq!(self.files(), Vec::<PathBuf>::new(), "a file after {after}");
    }
}

/// `forum-adapters` tests every hostile file.
#[tokio::test]
async fn each_kind_of_hostile_file_gets_its_status_and_refused_ones_leave_nothing() {
    let site = Site::new().await;
    let ana = site.api.applicant("ana@school.example").await;
    let mut seen = BTreeSet::new();
    for hostile in photos::hostile() {
        let (name, stored) = (hostile.name, matches!(hostile.expected, Expected::Stored(..)));
        let (status, code) = match hostile.expected {
            Expected::Stored(..) => (201, ""),
            Expected::Unsupported => (415, "unsupported_image"),
            Expected::TooLarge => (422, "image_too_large"),
            Expected::Unreadable => (422, "image_unreadable"),
        };
        if !seen.insert(code) {
            continue;
        }
        let answer = ana.upload(hostile.file_name, &hostile.content).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{name}: {}", answer.text);
        if stored {
            ana.delete(&format!("/api/headshots/{}", answer.text_at("/id"))).await.expect(204);
        }
        site.assert_empty(&ana, name).await;
    }
    assert_eq!(seen.len(), 4);
}

#[tokio::test]
async fn a_file_of_5_mib_is_accepted_and_one_byte_more_is_not() {
    let site = Site::new().await;
    let ana = site.api.applicant("ana@school.example").await;
    let largest = photos::padded_to(photos::photo(ImageKind::Webp, 64, 48), ImageKind::MAX_BYTES);
    let more = photos::padded_to(largest.clone(), ImageKind::MAX_BYTES + 1);
    ana.upload("me.webp", &more).await.problem(413, "payload_too_large");
    site.assert_empty(&ana, "too many bytes").await;
    let stored = ana.upload("me.webp", &largest).await.expect(201);
    assert!(stored.json["bytes"].as_u64().is_some_and(|bytes| bytes < 5_000), "{}", stored.text);
}

#[tokio::test]
async fn no_file_name_gets_into_the_key() {
    let site = Site::new().await;
    let ana = site.api.applicant("ana@school.example").await;
    let long = format!("{}.png", "x".repeat(4_000));
    for name in ["../../../etc/passwd", "me.php", "me\r\nX-Evil: 1.png", "мой портрет 🙂.png", "", &long]
    {
        let answer = ana.upload(name, &photos::photo(ImageKind::Png, 64, 48)).await.expect(201);
        let stored = answer.text_at("/name");
        let number = stored.strip_prefix("headshot-").and_then(|rest| rest.strip_suffix(".png"));
        assert!(number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit())), "{name}: {stored}");
        let [file] = site.files().try_into().expect("one file");
        assert!(
            answer.text_at("/headshot_url").ends_with(&stored) && file.ends_with(&stored),
            "{name}: {file:?}"
        );
        ana.delete(&format!("/api/headshots/{}", answer.text_at("/id"))).await.expect(204);
    }
    site.assert_empty(&ana, "the last request").await;
}
