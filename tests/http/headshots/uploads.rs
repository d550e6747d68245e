//! Uploads: unexpected fields, oversized files, slow clients and too many at once.

use std::future::pending;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use forum_domain::headshots::{ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::Refusal;
use forum_tests::harness::{Body, Ports, Sent, TestApi, streamed};
use forum_tests::memory::{PlainImageProcessor, plain_image};
use futures_util::stream::{FuturesUnordered, StreamExt};
use http::Method;
use tokio::sync::Notify;

const HEADSHOTS: &str = "/api/headshots";
const FORM: &str = "multipart/form-data; boundary=b";
const HEAD: &str = "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"me.png\"\r\n\r\n";
const KIB: usize = 1_024;

fn photo() -> Vec<u8> {
    plain_image(ImageKind::Png, 640, 480)
}

fn post<'a>() -> Sent<'a> {
    Sent::new(Method::POST, HEADSHOTS).header("content-type", FORM)
}

/// A form with one endless file of zeros; counts the chunks of 64 KiB that were read.
fn endless(taken: Arc<AtomicUsize>) -> Body {
    let chunks = futures_util::stream::iter(0_u64..).map(move |turn| {
        taken.fetch_add(1, Ordering::SeqCst);
        let chunk = if turn == 0 { HEAD.as_bytes().to_vec() } else { vec![0; 64 * KIB] };
        Ok::<_, io::Error>(chunk)
    });
    streamed(chunks)
}

#[tokio::test]
async fn an_invalid_or_unexpected_form_is_refused_with_a_pointer() {
    let (_, ana) = TestApi::with_applicant().await;
    let photo = photo();
    let part = |field: &'static str, name: &'static str| (field, name, photo.as_slice());
    for (parts, whole, field, code) in [
        (vec![], "validation_failed", "/file", "required"),
        (vec![part("file", "a.png"), part("file", "b.png")], "validation_failed", "/file", "too_many"),
        (vec![part("photo", "a.png")], "unknown_field", "/photo", "unknown_field"),
        (vec![part("file", "a.png"), part("user/id", "")], "unknown_field", "/user~1id", "unknown_field"),
    ] {
        let sent = Sent::new(Method::POST, HEADSHOTS).form(&parts);
        ana.send(sent).await.invalid(whole, &[(field, code)]);
    }
    for (content_type, status, code) in [
        (FORM, 400, "malformed_request"),
        ("multipart/form-data; boundary=other", 400, "malformed_request"),
        ("multipart/form-data", 400, "malformed_request"),
        ("multipart/mixed; boundary=b", 415, "unsupported_media_type"),
        ("image/png", 415, "unsupported_media_type"),
    ] {
        let sent = Sent::new(Method::POST, HEADSHOTS).header("content-type", content_type);
        ana.send(Sent { body: HEAD.into(), ..sent }).await.problem(status, code);
    }
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json["total"], 0);
}

/// `contracts::images` has every hostile file.
#[tokio::test]
async fn a_file_that_is_no_acceptable_image_gets_its_status_and_is_not_stored() {
    let (_, ana) = TestApi::with_applicant().await;
    for (content, status, code) in [
        (b"<svg/>".to_vec(), 415, "unsupported_image"),
        (plain_image(ImageKind::Png, 10_001, 8), 422, "image_too_large"),
        ([&photo()[..], b"?"].concat(), 422, "image_unreadable"),
    ] {
        ana.upload("me.png", &content).await.problem(status, code);
    }
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json["total"], 0);
}

/// A client sends the file again while its first request is running.
#[tokio::test]
async fn two_uploads_at_once_under_one_key_store_one_photo() {
    let (api, ana) = TestApi::with_applicant().await;
    let photo = photo();
    let upload = async |content: &[u8]| {
        let sent = Sent::new(Method::POST, HEADSHOTS).header("idempotency-key", "key 1");
        ana.send(sent.photo("me.png", content)).await
    };
    let (one, two) = futures_util::join!(upload(&photo), upload(&photo));
    let (one, two) = (one.expect(201), two.expect(201));
    assert_eq!(one.text, two.text);
    let replayed = [&one, &two].map(|answer| answer.header("idempotency-replayed") == "true");
    assert_eq!(replayed.iter().filter(|replayed| **replayed).count(), 1, "{replayed:?}");
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json["total"], 1);
    let kept = api.ports.files.written_before(api.now() + time::Duration::HOUR).await.expect("a list");
    assert_eq!(kept.len(), 1);
    upload(&plain_image(ImageKind::Png, 9, 9)).await.problem(422, "idempotency_key_reused");
}

#[tokio::test]
async fn an_upload_that_is_too_large_is_refused_without_reading_the_rest() {
    let (api, ana) = TestApi::with_applicant().await;
    // The declared length is too large, so nothing is read.
    let taken = Arc::new(AtomicUsize::new(0));
    let declared = post().header("content-length", "6000000");
    ana.send_body(declared, endless(taken.clone())).await.problem(413, "payload_too_large");
    assert_eq!(taken.load(Ordering::SeqCst), 0);
    // Without a declared length: 5 MiB is 80 chunks, and a few more may be buffered.
    ana.send_body(post(), endless(taken.clone())).await.problem(413, "payload_too_large");
    let chunks = taken.load(Ordering::SeqCst);
    assert!((80..90).contains(&chunks), "{chunks}");
    // A caller who may not upload is refused before anything is read.
    let member = api.member("member@school.example").await;
    let taken = Arc::new(AtomicUsize::new(0));
    member.send_body(post(), endless(taken.clone())).await.problem(403, "not_applicant");
    api.anonymous().send_body(post(), endless(taken.clone())).await.problem(401, "invalid_token");
    assert_eq!(taken.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn concurrent_uploads_use_a_limited_amount_of_memory() {
    let (api, ana) = TestApi::with_applicant().await;
    let mut others = Vec::new();
    for index in 0..6 {
        others.push(api.applicant(&format!("other{index}@school.example")).await);
    }
    let came = Arc::new(AtomicUsize::new(0));
    let all = Arc::new(Notify::new());
    // Twelve uploads that stop just before their end.
    let mut held: FuturesUnordered<_> = (0..12)
        .map(|index| {
            let (came, all) = (came.clone(), all.clone());
            let chunk = [HEAD.as_bytes(), &vec![0; ImageKind::MAX_BYTES - KIB]].concat();
            let start = futures_util::stream::once(async { Ok::<_, io::Error>(chunk) });
            let stop = futures_util::stream::once(async move {
                if came.fetch_add(1, Ordering::SeqCst) == 11 {
                    all.notify_one();
                }
                pending().await
            });
            others[index / 2].send_body(post(), streamed(start.chain(stop)))
        })
        .collect();
    tokio::select! {
        answer = held.next() => panic!("ended early: {answer:?}"),
        () = all.notified() => {}
    }
    let large = vec![0; ImageKind::MAX_BYTES];
    ana.upload("me.png", &large).await.problem(503, "busy");
    drop(held);
    ana.upload("me.png", &large).await.problem(415, "unsupported_image");
    let larger = vec![0; ImageKind::MAX_BYTES + 1];
    ana.upload("me.png", &larger).await.problem(413, "payload_too_large");
    ana.upload("me.png", &photo()).await.expect(201);
}

/// Short, to keep the test short. The deadline is much longer.
const IMPATIENT: Duration = Duration::from_secs(2);
/// How long the test waits for the abort.
const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_stalled_or_trickling_upload_is_aborted_and_a_steady_one_is_not() {
    let api = TestApi::with(Ports::new().await.set(|settings| {
        settings.upload_patience = IMPATIENT;
        settings.upload_deadline = Duration::from_secs(3_600);
    }));
    let ana = api.applicant("ana@school.example").await;
    let every = |pause: Duration, piece: usize| {
        futures_util::stream::unfold(true, move |first| async move {
            tokio::time::sleep(pause).await;
            let piece = if first { HEAD.as_bytes().to_vec() } else { vec![0; piece] };
            Some((Ok::<_, io::Error>(piece), false))
        })
    };
    let silent = streamed(futures_util::stream::pending());
    let given_up = async |body| {
        let answer = tokio::time::timeout(LONG, ana.send_body(post(), body)).await;
        answer.expect("an aborted upload").problem(408, "request_timeout");
    };
    given_up(silent).await;
    let trickling = streamed(every(IMPATIENT / 10, 1));
    given_up(trickling).await;
    // Takes twice the time limit, but each chunk extends the limit by four seconds.
    let steady = streamed(every(IMPATIENT / 10, 64 * KIB).take(20));
    ana.send_body(post(), steady).await.problem(400, "malformed_request");
}

/// Takes longer than the deadline for other requests.
struct SlowProcessor;

#[async_trait]
impl ImageProcessor for SlowProcessor {
    async fn process(&self, kind: ImageKind, content: Vec<u8>) -> Result<ProcessedImage, Refusal> {
        tokio::time::sleep(Duration::from_secs(4)).await;
        PlainImageProcessor.process(kind, content).await
    }
}

#[tokio::test]
async fn uploads_have_their_own_deadline() {
    let ports = Ports::new().await.with(|program| program.images = Arc::new(SlowProcessor));
    let api = TestApi::with(ports.set(|settings| settings.request_deadline = Duration::from_secs(3)));
    let ana = api.applicant("ana@school.example").await;
    ana.upload("me.png", &photo()).await.expect(201);

    let ports = Ports::new().await;
    let api = TestApi::with(ports.set(|settings| settings.upload_deadline = Duration::from_secs(3)));
    let ana = api.applicant("ana@school.example").await;
    let silent = streamed(futures_util::stream::pending::<Result<Vec<u8>, io::Error>>());
    ana.send_body(post(), silent).await.problem(408, "request_timeout");
}
