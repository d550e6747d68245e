//! Photos over HTTP: uploaded, listed, served, shown by an application, removed; files that are missing, readers
//! that do not read.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::headshots::{HeadshotKey, ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::Refusal;
use forum_domain::site::{Feature, Site};
use forum_tests::harness::{Answer, Body, Caller, Ports, Sent, TestApi, UNKNOWN_ID};
use forum_tests::memory::plain_image;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use time::Duration;

use crate::support::requests::from;

const HEADSHOTS: &str = "/api/headshots";
const MIB: usize = 1_024 * 1_024;

fn photo() -> Vec<u8> {
    plain_image(ImageKind::Png, 640, 480)
}

#[tokio::test]
async fn an_uploaded_photo_is_public_until_it_is_removed() {
    let (api, ana) = TestApi::with_applicant().await;
    let me = ana.id().await;
    let uploaded = ana.upload("C:\\Me at work.PNG", &photo()).await.expect(201);
    let url = format!("/storage/headshots/{me}/headshot-1795176000000.png");
    let id = uploaded.text_at("/id");
    let expected = json!({"id": id, "name": "headshot-1795176000000.png", "headshot_url": url,
        "width": 640, "height": 480, "bytes": photo().len()});
    assert_eq!(uploaded.json, expected);

    let served = api.anonymous().get(&url).await.expect(200);
    assert_eq!(served.body, photo());
    for (name, value) in [
        ("content-type", "image/png"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "default-src 'none'; sandbox"),
        ("cache-control", "public, max-age=3600"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(served.header(name), value, "{name}");
    }
    let tag = served.header("etag").to_owned();
    assert!(tag.len() > 2 && tag.starts_with('"') && tag.ends_with('"'), "{tag}");
    let head = api.send(Sent::new(Method::HEAD, &url)).await.expect(200);
    assert_eq!((head.header("content-length"), head.body.len()), (photo().len().to_string().as_str(), 0));
    let known = api.send(Sent::new(Method::GET, &url).header("if-none-match", &tag)).await.expect(304);
    assert_eq!((known.header("etag"), known.header("cache-control")), (tag.as_str(), "public, max-age=3600"));
    assert!(known.body.is_empty());
    let refused = api.send(Sent::new(Method::POST, &url)).await.expect(405);
    assert_eq!(refused.header("allow"), "GET, HEAD");

    let path = format!("{HEADSHOTS}/{id}");
    ana.delete(&path).await.expect(204);
    ana.delete(&path).await.problem(404, "not_found");
    api.anonymous().get(&url).await.expect(404);
    let stale = api.send(Sent::new(Method::GET, &url).header("if-none-match", &tag)).await.expect(404);
    assert_eq!(stale.header("cache-control"), "no-store");
}

#[tokio::test]
async fn only_the_exact_path_of_a_photo_leads_to_its_file() {
    let (api, ana) = TestApi::with_applicant().await;
    let url = ana.upload("me.png", &photo()).await.expect(201).text_at("/headshot_url");
    let me = ana.id().await;
    for other in [
        url.replace(".png", ".jpg"),
        url.replace(".png", "%2Epng"),
        url.replace(&me, UNKNOWN_ID),
        "/storage/headshots/../../etc/passwd".to_owned(),
    ] {
        let answer = api.anonymous().get(&other).await.expect(404);
        assert_eq!((answer.media_type(), answer.text.as_str()), ("text/plain", "Not found\n"), "{other}");
    }
    api.anonymous().get(&format!("{url}?width=9")).await.expect(200);
}

#[tokio::test]
async fn an_application_shows_its_photo_and_keeps_it() {
    let (api, ana) = TestApi::with_applicant().await;
    let uploaded = ana.upload("me.png", &photo()).await.expect(201);
    let (id, url) = (uploaded.text_at("/id"), uploaded.text_at("/headshot_url"));
    let application = ana.apply_with(json!({"headshot_id": id})).await.expect(201).text_at("/id");
    let path = format!("/api/applications/{application}");
    assert_eq!(ana.get(&path).await.expect(200).text_at("/headshot_url"), url);
    let admin = api.admin("admin@forum.example").await;
    assert_eq!(admin.get(&path).await.expect(200).text_at("/headshot_url"), url);
    ana.delete(&format!("{HEADSHOTS}/{id}")).await.problem(409, "in_use");
    admin.decide(&application, "rejected").await.expect(200);
    ana.delete(&format!("{HEADSHOTS}/{id}")).await.problem(409, "in_use");
    api.anonymous().get(&url).await.expect(200);
    // Later uploads do not replace it.
    for _ in 0..4 {
        ana.upload("me.png", &photo()).await.expect(201);
    }
    api.anonymous().get(&url).await.expect(200);
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json["total"], 3);
}

/// Each application keeps its photo.
#[tokio::test]
async fn three_photos_in_use_leave_no_room_for_a_fourth_and_the_draft_says_so_in_time() {
    let (api, ana) = TestApi::with_applicant().await;
    let admin = api.admin("admin@forum.example").await;
    for left in [Value::Null, json!(1), json!(0)] {
        let id = ana.upload("me.png", &photo()).await.expect(201).text_at("/id");
        let application = ana.apply_with(json!({"headshot_id": id})).await.expect(201);
        admin.decide(&application.text_at("/id"), "rejected").await.expect(200);
        assert_eq!(ana.get("/api/applications/draft").await.expect(200).json["photos_left"], left);
    }
    ana.upload("me.png", &photo()).await.problem(409, "in_use");
    let list = ana.get(HEADSHOTS).await.expect(200);
    ana.apply_with(json!({"headshot_id": list.items()[0]["id"]})).await.expect(201);
}

#[tokio::test]
async fn a_photo_whose_file_is_missing_is_not_found_and_its_application_is_unchanged() {
    let (api, ana) = TestApi::with_applicant().await;
    let uploaded = ana.upload("me.png", &photo()).await.expect(201);
    let url = uploaded.text_at("/headshot_url");
    let id = ana.apply_with(json!({"headshot_id": uploaded.json["id"]})).await.expect(201).text_at("/id");
    let path = format!("/api/applications/{id}");
    let own = ana.get(&path).await.expect(200);
    api.send(Sent::new(Method::HEAD, &url)).await.expect(200);
    let key = HeadshotKey::of_url(&url).expect("a key").to_string();
    api.ports.files.delete(&key).await.expect("a deleted file");
    let missing = api.anonymous().get(&url).await.expect(404);
    assert_eq!((missing.text.as_str(), missing.header("cache-control")), ("Not found\n", "no-store"));
    api.send(Sent::new(Method::HEAD, &url)).await.expect(404);
    assert_eq!(ana.get(&path).await.expect(200).text, own.text);
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json["total"], 1);
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

async fn with_private_photos() -> TestApi {
    let site = Arc::new(Site { features: vec![Feature::PrivatePhotos], ..Site::default() });
    TestApi::with(Ports::new().await.with(|program| {
        program.site = site;
        program.undo_window = Duration::seconds(10);
    }))
}

/// Every operation that shows a photo.
#[tokio::test]
async fn every_address_of_a_private_photo_is_signed_and_an_export_leads_to_the_dashboard() {
    let api = with_private_photos().await;
    let (ana, admin) = (api.applicant("ana@school.example").await, api.admin("admin@forum.example").await);
    let uploaded = ana.upload("me.png", &photo()).await.expect(201);
    let first = json!({"headshot_id": uploaded.json["id"]});
    let id = ana.apply_with(first).await.expect(201).text_at("/id");
    let own = format!("/api/applications/{id}");
    let desk = format!("/api/admin/applications/{id}");
    let ask = json!({"message": "Another photo, please.", "fields": ["headshot_id"]});
    admin.post(&format!("{desk}/change-requests"), &ask).await.expect(201);
    let second = ana.upload("me.png", &photo()).await.expect(201);
    let answers = Caller::wizard_with(json!({"headshot_id": second.json["id"]}));
    let edited = ana.replace(&own, "\"1\"", &answers).await.expect(200);
    let decision = json!({"decision": "rejected"});
    let shown = [
        ("/headshot_url", uploaded),
        ("/items/0/headshot_url", ana.get(HEADSHOTS).await),
        ("/headshot_url", ana.get(&own).await),
        ("/headshot_url", admin.get(&own).await),
        ("/headshot_url", edited),
        ("/items/0/headshot_url", admin.get(&format!("{desk}/versions")).await),
        ("/headshot_url", admin.keyed("a", &format!("{desk}/decision"), &decision).await),
        ("/headshot_url", admin.keyed("a", &format!("{desk}/decision"), &decision).await),
        ("/headshot_url", admin.call(&format!("{desk}/decision/undo")).await),
    ];
    for (place, answer) in shown {
        let url = answer.text_at(place);
        let loaded = api.anonymous().get(&url).await.expect(200);
        assert_eq!(loaded.header("cache-control"), "private, max-age=3600", "{url}");
        let plain = url.split('?').next().expect("a path");
        assert!(plain.ends_with(".png") && plain != url, "{url}");
    }
    let file = admin.get("/api/admin/applications/export").await.expect(200).text;
    assert!(file.contains(&format!(",/admin?application={id},")) && !file.contains("/storage/"), "{file}");
}

#[tokio::test]
async fn a_private_photo_without_a_valid_signature_is_like_none_and_caches_drop_it_when_it_expires() {
    let api = with_private_photos().await;
    let ana = api.applicant("ana@school.example").await;
    let url = ana.upload("me.png", &photo()).await.expect(201).text_at("/headshot_url");
    let (plain, query) = url.split_once('?').expect("a signature");
    let tag = api.anonymous().get(&url).await.expect(200).header("etag").to_owned();
    let unknown = api.anonymous().get(&plain.replace(".png", ".jpg")).await.expect(404);
    let refused = async |url: &str| {
        let known = Sent::new(Method::GET, url).header("if-none-match", &tag);
        for answer in [api.anonymous().get(url).await, api.send(known).await] {
            assert_eq!(answer.visible(), unknown.visible(), "{url}");
        }
    };
    refused(plain).await;
    refused(&format!("{}?{query}", plain.replace(".png", ".jpg"))).await;
    // Noon, so the address expires after 36 hours.
    api.clock().advance(Duration::minutes(36 * 60 - 10));
    let last = api.anonymous().get(&url).await.expect(200);
    assert_eq!(last.header("cache-control"), "private, max-age=600");
    api.clock().advance(Duration::minutes(10));
    refused(&url).await;
}
