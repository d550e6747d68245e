//! Photos over HTTP under faults: a store that is down, clients that disconnect, files that are missing, readers that
//! do not read.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::headshots::{HeadshotKey, ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::Refusal;
use forum_tests::faults::{BrokenFileStore, FileTrouble};
use forum_tests::harness::{Answer, Body, Ports, Sent, TestApi};
use forum_tests::memory::plain_image;
use http::{Method, StatusCode};
use serde_json::json;

use crate::support::networks::from;

const HEADSHOTS: &str = "/api/headshots";
const MIB: usize = 1_024 * 1_024;

fn photo() -> Vec<u8> {
    plain_image(ImageKind::Png, 640, 480)
}

async fn breakable() -> (TestApi, Arc<BrokenFileStore>) {
    let ports = Ports::new().await;
    let files = Arc::new(BrokenFileStore::over(ports.program.files.clone()));
    (TestApi::with(ports.with(|program| program.files = files.clone())), files)
}

#[tokio::test]
async fn an_unreachable_store_is_a_503_and_uploads_work_as_soon_as_it_is_back() {
    let (api, files) = breakable().await;
    let ana = api.applicant("ana@school.example").await;
    for trouble in [FileTrouble::BeforeWriting, FileTrouble::AfterWriting, FileTrouble::Away] {
        files.set(trouble);
        for _ in 0..13 {
            let answer = ana.upload("me.png", &photo()).await.problem(503, "unavailable");
            assert_ne!(answer.header("retry-after"), "", "{trouble:?}");
        }
        files.set(FileTrouble::None);
        ana.upload("me.png", &photo()).await.expect(201);
    }
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json["total"], 3);
}

#[tokio::test]
async fn a_photo_whose_file_is_missing_is_not_found_and_its_application_is_unchanged() {
    let ports = Ports::new().await;
    let files = ports.program.files.clone();
    let api = TestApi::with(ports);
    let ana = api.applicant("ana@school.example").await;
    let admin = api.admin("admin@forum.example").await;
    let uploaded = ana.upload("me.png", &photo()).await.expect(201);
    let url = uploaded.text_at("/headshot_url");
    let id = ana.apply_with(json!({"headshot_id": uploaded.json["id"]})).await.expect(201).text_at("/id");
    let path = format!("/api/applications/{id}");
    let (own, seen) = (ana.get(&path).await.expect(200), admin.get(&path).await.expect(200));
    let size = photo().len().to_string();
    assert_eq!(api.send(Sent::new(Method::HEAD, &url)).await.expect(200).header("content-length"), size);

    let key = HeadshotKey::of_url(&url).expect("a key").to_string();
    files.delete(&key).await.expect("a deleted file");
    let missing = api.anonymous().get(&url).await.expect(404);
    assert_eq!((missing.text.as_str(), missing.header("cache-control")), ("Not found\n", "no-store"));
    api.send(Sent::new(Method::HEAD, &url)).await.expect(404);
    assert_eq!(ana.get(&path).await.expect(200).text, own.text);
    assert_eq!(admin.get(&path).await.expect(200).text, seen.text);
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json["total"], 1);
    ana.upload("me.png", &photo()).await.expect(201);
}

/// Returns photos of 4 MiB, which the real processor never does.
struct HeavyProcessor;

#[async_trait]
impl ImageProcessor for HeavyProcessor {
    async fn process(&self, _kind: ImageKind, _content: Vec<u8>) -> Result<ProcessedImage, Refusal> {
        Ok(ProcessedImage { content: vec![7; 4 * MIB], width: 640, height: 480 })
    }
}

/// A request for the photo from network number `network`.
fn get_from(network: u8, url: &str) -> Sent<'_> {
    Sent { peer: from(network), ..Sent::new(Method::GET, url) }
}

#[tokio::test]
async fn photos_being_sent_use_at_most_64_mib_together_and_16_mib_for_one_network() {
    let api = TestApi::with(Ports::new().await.with(|program| program.images = Arc::new(HeavyProcessor)));
    let ana = api.applicant("ana@school.example").await;
    let url = ana.upload("me.png", &photo()).await.expect(201).text_at("/headshot_url");
    let mut unread = Vec::new();
    for network in 0..4 {
        for _ in 0..4 {
            let response = api.begin(&get_from(network, &url), Body::default()).await;
            assert_eq!(response.status(), StatusCode::OK);
            unread.push(response);
        }
        // The others are not kept waiting by it.
        let refused = api.send(get_from(network, &url)).await.problem(503, "busy");
        assert_ne!(refused.header("retry-after"), "");
    }
    api.send(get_from(9, &url)).await.problem(503, "busy");
    // Responses that need no memory for a photo are still sent.
    let tag = unread[0].headers()["etag"].to_str().expect("text").to_owned();
    api.send(get_from(0, &url).header("if-none-match", tag)).await.expect(304);
    // Memory is released when a response has been read, and when its reader disconnects.
    let read = Answer::read(unread.remove(0)).await;
    assert!(read.body == vec![7; 4 * MIB]);
    let one_more = api.begin(&get_from(0, &url), Body::default()).await;
    assert_eq!(one_more.status(), StatusCode::OK);
    api.send(get_from(9, &url)).await.problem(503, "busy");
    drop(unread);
    api.send(get_from(9, &url)).await.expect(200);
}
