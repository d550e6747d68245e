//! `Idempotency-Key`: the same response for exactly 24 hours, then a new one.

use forum_domain::headshots::ImageKind;
use forum_tests::harness::{Answer, Caller, Ports, Sent, TestApi};
use forum_tests::memory::plain_image;
use http::Method;
use serde_json::Value;
use time::Duration;

const ANA: &str = "ana@school.example";

async fn submit(caller: &Caller<'_>, wizard: &Value) -> Answer {
    caller.keyed("key 1", "/api/applications", wizard).await
}

async fn upload(caller: &Caller<'_>, content: &[u8]) -> Answer {
    let sent = Sent::new(Method::POST, "/api/headshots").header("idempotency-key", "key 1");
    caller.send(sent.photo("me.png", content)).await
}

#[tokio::test]
async fn a_key_is_kept_for_24_hours() {
    let api = TestApi::new().await;
    let ana = api.applicant(ANA).await;
    let photo = plain_image(ImageKind::Png, 640, 480);
    let mut wizard = Caller::wizard();
    let uploaded = upload(&ana, &photo).await.expect(201);
    let submitted = submit(&ana, &wizard).await.expect(201);

    api.clock().advance(Duration::hours(24) - Duration::SECOND);
    // Access tokens expire earlier than that.
    let ana = api.sign_in(ANA).await;
    for (again, first) in [
        (upload(&ana, &photo).await.expect(201), &uploaded),
        (submit(&ana, &wizard).await.expect(201), &submitted),
    ] {
        assert_eq!((again.header("idempotency-replayed"), &again.text), ("true", &first.text));
    }
    wizard["city"] = "Miami".into();
    submit(&ana, &wizard).await.problem(422, "idempotency_key_reused");

    api.clock().advance(Duration::SECOND);
    let fresh = upload(&ana, &photo).await.expect(201);
    assert_eq!(fresh.header("idempotency-replayed"), "");
    assert_ne!(fresh.text_at("/id"), uploaded.text_at("/id"));
    submit(&ana, &wizard).await.problem(409, "application_pending_exists");
}

/// A client sends the file again while its first request is running.
#[tokio::test]
async fn two_uploads_at_once_under_one_key_store_one_photo() {
    let ports = Ports::new().await;
    let files = ports.program.files.clone();
    let api = TestApi::with(ports);
    let ana = api.applicant(ANA).await;
    let photo = plain_image(ImageKind::Png, 640, 480);
    let (one, two) = futures_util::join!(upload(&ana, &photo), upload(&ana, &photo));
    let (one, two) = (one.expect(201), two.expect(201));
    assert_eq!(one.text, two.text);
    let replayed = [&one, &two].map(|answer| answer.header("idempotency-replayed") == "true");
    assert_eq!(replayed.iter().filter(|replayed| **replayed).count(), 1, "{replayed:?}");
    assert_eq!(ana.get("/api/headshots").await.expect(200).json["total"], 1);
    let kept = files.written_before(api.now() + Duration::HOUR).await.expect("a list");
    assert_eq!(kept.len(), 1);
    let other = plain_image(ImageKind::Png, 9, 9);
    upload(&ana, &other).await.problem(422, "idempotency_key_reused");
}
