//! Refused uploads: unexpected fields, oversized files, slow clients and too many at once.

use std::future::pending;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use forum_domain::headshots::{ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::{Code, Refusal};
use forum_http::SiteSettings;
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
async fn an_unexpected_form_field_is_reported_with_a_pointer() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let photo = photo();
    let send = async |fields: &[(&str, &str, &[u8])]| {
        ana.send(Sent::new(Method::POST, HEADSHOTS).form(fields)).await
    };
    let missing = send(&[]).await.problem(422, "validation_failed");
    assert_eq!(missing.field_errors(), [("/file", "required")]);
    let two = send(&[("file", "a.png", &photo), ("file", "b.png", &photo)]).await;
    assert_eq!(two.problem(422, "validation_failed").field_errors(), [("/file", "too_many")]);
    let wrong = send(&[("photo", "a.png", &photo)]).await.problem(422, "unknown_field");
    assert_eq!(wrong.field_errors(), [("/photo", "unknown_field")]);
    let beside = send(&[("file", "a.png", &photo), ("user/id", "", b"1")]).await;
    assert_eq!(beside.problem(422, "unknown_field").field_errors(), [("/user~1id", "unknown_field")]);
    assert_eq!(ana.get(HEADSHOTS).await.expect(200).json["total"], 0);
}

#[tokio::test]
async fn an_upload_that_is_too_large_is_refused_without_reading_the_rest() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
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
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let mut others = Vec::new();
    for index in 0..6 {
        others.push(api.applicant(&format!("other{index}@school.example")).await);
    }
    let came = Arc::new(AtomicUsize::new(0));
    let all = Arc::new(Notify::new());
    // Twelve uploads that stop just before their end.
    let held: FuturesUnordered<_> = (0..12)
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
    let mut held = held;
    tokio::select! {
        answer = held.next() => panic!("ended early: {answer:?}"),
        () = all.notified() => {}
    }
    let large = vec![0; ImageKind::MAX_BYTES];
    ana.upload("me.png", &large).await.problem(503, "busy");
    drop(held);
    ana.upload("me.png", &large).await.problem(415, "unsupported_image");
    ana.upload("me.png", &photo()).await.expect(201);
}

#[tokio::test]
async fn a_user_can_run_two_uploads_and_others_are_not_affected() {
    let api = TestApi::new().await;
    let (ana, bo) = (api.applicant("ana@school.example").await, api.applicant("bo@school.example").await);
    let begun = Arc::new(AtomicUsize::new(0));
    let both = Arc::new(Notify::new());
    let stalled = || {
        let (begun, both) = (begun.clone(), both.clone());
        ana.send_body(
            post(),
            streamed(futures_util::stream::once(async move {
                if begun.fetch_add(1, Ordering::SeqCst) == 1 {
                    both.notify_one();
                }
                pending().await
            })),
        )
    };
    let mut two: FuturesUnordered<_> = [stalled(), stalled()].into_iter().collect();
    tokio::select! {
        answer = two.next() => panic!("ended early: {answer:?}"),
        () = both.notified() => {}
    }
    let refused = ana.upload("me.png", &photo()).await.problem(429, "rate_limited");
    assert_eq!(refused.header("retry-after"), "10");
    bo.upload("me.png", &photo()).await.expect(201);
    drop(two);
    ana.upload("me.png", &photo()).await.expect(201);
}

/// Short, to keep the test short. The deadline is much longer.
const IMPATIENT: Duration = Duration::from_secs(2);
/// How long the test waits for the abort.
const LONG: Duration = Duration::from_secs(60);

// Only in memory: the patience uses the real clock, and a slow database must not affect the result.
#[tokio::test]
async fn a_stalled_or_trickling_upload_is_aborted_and_a_steady_one_is_not() {
    let ports = Ports::new().await;
    let settings = SiteSettings {
        upload_patience: IMPATIENT,
        upload_deadline: Duration::from_secs(3_600),
        ..ports.settings.clone()
    };
    let api = TestApi::with(Ports { settings, ..ports });
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

// Only in memory: the deadlines use the real clock, and a slow database must not affect the result.
#[tokio::test]
async fn uploads_have_their_own_deadline() {
    let ports = Ports::new().await.with(|program| program.images = Arc::new(SlowProcessor));
    let settings = SiteSettings { request_deadline: Duration::from_secs(3), ..ports.settings.clone() };
    let api = TestApi::with(Ports { settings, ..ports });
    let ana = api.applicant("ana@school.example").await;
    ana.upload("me.png", &photo()).await.expect(201);

    let ports = Ports::new().await;
    let settings = SiteSettings { upload_deadline: Duration::from_millis(50), ..ports.settings.clone() };
    let api = TestApi::with(Ports { settings, ..ports });
    let ana = api.applicant("ana@school.example").await;
    let silent = streamed(futures_util::stream::pending::<Result<Vec<u8>, io::Error>>());
    ana.send_body(post(), silent).await.problem(408, "request_timeout");
}

/// Reports that too many images are waiting.
struct BusyProcessor;

#[async_trait]
impl ImageProcessor for BusyProcessor {
    async fn process(&self, _kind: ImageKind, _content: Vec<u8>) -> Result<ProcessedImage, Refusal> {
        Err(Code::Busy.into())
    }
}

#[tokio::test]
async fn too_many_images_at_once_are_a_503_problem() {
    let api = TestApi::with(Ports::new().await.with(|program| program.images = Arc::new(BusyProcessor)));
    let ana = api.applicant("ana@school.example").await;
    ana.upload("me.png", &photo()).await.problem(503, "busy");
}
