//! Hostile uploads over HTTP against the real image processor and a real folder: each gets its expected status, and
//! refused ones leave neither a row nor a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use forum_adapters::files::{FilesUrl, OpendalFileStore};
use forum_adapters::images::PixelProcessor;
use forum_adapters::tls::Trust;
use forum_domain::headshots::ImageKind;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use forum_tests::photos::{self, Expected, SECRET};
use http::Method;

const BOUNDARY: &str = "----boundary-of-a-browser";

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

/// A part of a form, valid or not.
fn part(disposition: &str, content_type: &str, content: &[u8]) -> Vec<u8> {
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\nContent-Type: {content_type}\r\n\r\n"
    );
    [head.as_bytes(), content, b"\r\n"].concat()
}

async fn post(ana: &Caller<'_>, parts: &[Vec<u8>]) -> Answer {
    let end = format!("--{BOUNDARY}--\r\n");
    post_raw(
        ana,
        &format!("multipart/form-data; boundary={BOUNDARY}"),
        [&parts.concat(), end.as_bytes()].concat(),
    )
    .await
}

async fn post_raw(ana: &Caller<'_>, content_type: &str, body: Vec<u8>) -> Answer {
    let sent =
        Sent { body, ..Sent::new(Method::POST, "/api/headshots").header("content-type", content_type) };
    ana.send(sent).await
}

fn valid_part() -> Vec<u8> {
    part("name=\"file\"; filename=\"me.png\"", "image/png", &photos::photo(ImageKind::Png, 64, 48))
}

#[tokio::test]
async fn every_hostile_file_gets_its_status_and_refused_ones_leave_nothing() {
    let site = Site::new().await;
    let ana = site.api.applicant("ana@school.example").await;
    for hostile in photos::hostile() {
        let name = hostile.name;
        let disposition = format!("name=\"file\"; filename=\"{}\"", hostile.file_name);
        let answer = post(&ana, &[part(&disposition, hostile.content_type, &hostile.content)]).await;
        let (status, code) = match hostile.expected {
            Expected::Stored(..) => (201, ""),
            Expected::Unsupported => (415, "unsupported_image"),
            Expected::TooLarge => (422, "image_too_large"),
            Expected::Unreadable => (422, "image_unreadable"),
        };
        assert_eq!((answer.status, answer.code()), (status, code), "{name}: {}", answer.text);
        if let Expected::Stored(kind, width, height) = hostile.expected {
            assert_eq!(
                (&answer.json["width"], &answer.json["height"]),
                (&width.into(), &height.into()),
                "{name}"
            );
            let served = site.api.anonymous().get(&answer.text_at("/headshot_url")).await.expect(200);
            assert_eq!(served.header("content-type"), kind.content_type(), "{name}");
            assert_eq!(ImageKind::detect(&served.body), Some(kind), "{name}");
            assert!(!served.body.windows(SECRET.len()).any(|window| window == SECRET), "{name}");
            ana.delete(&format!("/api/headshots/{}", answer.text_at("/id"))).await.expect(204);
        } else {
            answer.problem(status, code);
        }
        site.assert_empty(&ana, name).await;
    }
}

#[tokio::test]
async fn a_file_of_5_mib_is_accepted_and_one_byte_more_is_not() {
    let site = Site::new().await;
    let ana = site.api.applicant("ana@school.example").await;
    let photo = photos::photo(ImageKind::Webp, 64, 48);
    let largest = photos::padded_to(photo, ImageKind::MAX_BYTES);
    let more = photos::padded_to(largest.clone(), ImageKind::MAX_BYTES + 1);
    let far_more = photos::padded_to(largest.clone(), ImageKind::MAX_BYTES * 2);
    for content in [more, far_more] {
        ana.upload("me.webp", &content).await.problem(413, "payload_too_large");
        site.assert_empty(&ana, "too many bytes").await;
    }
    let stored = ana.upload("me.webp", &largest).await.expect(201);
    assert!(stored.json["bytes"].as_u64().is_some_and(|bytes| bytes < 5_000), "{}", stored.text);
}

#[tokio::test]
async fn no_file_name_gets_into_the_key() {
    let site = Site::new().await;
    let ana = site.api.applicant("ana@school.example").await;
    let long = format!("{}.png", "x".repeat(4_000));
    for name in [
        "../../../etc/passwd",
        "..\\..\\boot.ini",
        "/absolute.png",
        "C:\\me.png",
        "me.png/../../x.svg",
        "<script>alert(1)</script>.png",
        "me.php",
        "me.png%00.html",
        "me.png%0d%0aX-Evil: 1",
        "me\r\nX-Evil: 1.png",
        "мой портрет 🙂.png",
        "",
        ".",
        long.as_str(),
    ] {
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

#[tokio::test]
async fn an_invalid_or_unexpected_form_is_refused_and_leaves_nothing() {
    let site = Site::new().await;
    let ana = site.api.applicant("ana@school.example").await;
    let form = format!("multipart/form-data; boundary={BOUNDARY}");
    let png = photos::photo(ImageKind::Png, 64, 48);
    let named = |disposition: &str| part(disposition, "image/png", &png);
    let whole = [valid_part(), format!("--{BOUNDARY}--\r\n").into_bytes()].concat();
    let cut = whole[..whole.len() / 2].to_vec();
    let photo_field = named("name=\"photo\"; filename=\"me.png\"");
    let user_field = named("name=\"user_id\"");
    let (multipart, malformed, media_type) =
        ("multipart/form-data", "malformed_request", "unsupported_media_type");
    let other = "multipart/form-data; boundary=other";
    let table = [
        ("another field", post(&ana, &[photo_field]).await, 422, "unknown_field"),
        ("an extra field", post(&ana, &[valid_part(), user_field]).await, 422, "unknown_field"),
        ("two files", post(&ana, &[valid_part(), valid_part()]).await, 422, "validation_failed"),
        ("no field", post(&ana, &[]).await, 422, "validation_failed"),
        ("a field without a name", post(&ana, &[named("filename=\"me.png\"")]).await, 400, malformed),
        ("a truncated form", post_raw(&ana, &form, cut).await, 400, malformed),
        ("another boundary", post_raw(&ana, other, whole.clone()).await, 400, malformed),
        ("no boundary", post_raw(&ana, multipart, whole.clone()).await, 400, malformed),
        ("no body", post_raw(&ana, &form, Vec::new()).await, 400, malformed),
        ("no form", post_raw(&ana, &form, b"junk".into()).await, 400, malformed),
        ("JSON", post_raw(&ana, "application/json", b"{}".into()).await, 415, media_type),
        ("another form", post_raw(&ana, "multipart/mixed; boundary=b", whole.clone()).await, 415, media_type),
        ("the bare file", post_raw(&ana, "image/png", png.clone()).await, 415, media_type),
    ];
    let got: Vec<_> = table.iter().map(|(what, answer, ..)| (*what, answer.status, answer.code())).collect();
    let expected: Vec<_> = table.iter().map(|(what, _, status, code)| (*what, *status, *code)).collect();
    assert_eq!(got, expected);
    site.assert_empty(&ana, "the last request").await;
}
