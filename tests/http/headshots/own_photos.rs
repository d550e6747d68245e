//! Photos over HTTP: uploaded, listed, served, shown by an application, removed.

use forum_domain::headshots::ImageKind;
use forum_tests::harness::{Sent, TestApi, UNKNOWN_ID};
use forum_tests::memory::plain_image;
use http::Method;
use serde_json::{Value, json};
use time::Duration;

const HEADSHOTS: &str = "/api/headshots";

fn photo() -> Vec<u8> {
    plain_image(ImageKind::Png, 640, 480)
}

#[tokio::test]
async fn an_uploaded_photo_is_public_until_it_is_removed() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
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
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let url = ana.upload("me.png", &photo()).await.expect(201).text_at("/headshot_url");
    let me = ana.id().await;
    for other in [
        url.replace(".png", ".jpg"),
        url.replace(".png", "%2Epng"),
        url.replace("/headshot-", "%2Fheadshot-"),
        url.replace(&me, &format!("../{me}")),
        url.replace(&me, UNKNOWN_ID),
        "/storage/headshots/../../etc/passwd".to_owned(),
        "/storage/headshots/%00".to_owned(),
        "/storage/x".to_owned(),
    ] {
        let answer = api.anonymous().get(&other).await.expect(404);
        assert_eq!((answer.media_type(), answer.text.as_str()), ("text/plain", "Not found\n"), "{other}");
    }
    api.anonymous().get(&format!("{url}?width=9")).await.expect(200);
}

/// `review::cursors` sorts it.
#[tokio::test]
async fn the_list_contains_the_users_own_photos_by_name() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    api.applicant("bo@school.example").await.upload("me.png", &photo()).await.expect(201);
    let none = json!({
        "items": [], "total": 0, "limit": 100, "offset": 0, "next_cursor": null, "prev_cursor": null,
    });
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json, none);
    let mut urls = Vec::new();
    for kind in [ImageKind::Png, ImageKind::Jpeg, ImageKind::Webp] {
        urls.push(ana.upload("me", &plain_image(kind, 9, 9)).await.expect(201).json["headshot_url"].take());
        api.clock().advance(Duration::seconds(1));
    }
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).each("headshot_url"), urls.iter().collect::<Vec<_>>());
    let second = ana.get(&format!("{HEADSHOTS}?limit=1&offset=1")).await.expect(200);
    assert_eq!(second.each("headshot_url"), [&urls[1]]);
}

#[tokio::test]
async fn an_application_shows_its_photo_and_keeps_it() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
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

#[tokio::test]
async fn an_application_accepts_only_the_applicants_own_photo() {
    let api = TestApi::new().await;
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let theirs = bo.upload("me.png", &photo()).await.expect(201).text_at("/id");
    for id in [theirs.as_str(), UNKNOWN_ID, "../x", ""] {
        let answer = ana.apply_with(json!({"headshot_id": id, "city": ""})).await;
        let expected = [("/city", "required"), ("/headshot_id", "unknown_headshot")];
        answer.invalid("validation_failed", &expected);
        ana.apply_with(json!({"headshot_id": id})).await.invalid("validation_failed", &expected[1..]);
    }
    assert_eq!(ana.get("/api/applications/mine").await.expect(200).json["total"], 0);
}

/// Each application keeps its photo.
#[tokio::test]
async fn three_photos_in_use_leave_no_room_for_a_fourth_and_the_draft_says_so_in_time() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
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
