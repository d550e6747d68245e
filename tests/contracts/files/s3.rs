//! Runs the file store contracts on a real S3 server, and tests a server that refuses, hangs or is down.

use std::fmt::Debug;
use std::time::Duration;

use forum_adapters::files::S3Bucket;
use tokio::net::TcpListener;

use super::*;

every_store!(every contract: in_bucket("").await);

fn settings(url: FilesUrl) -> S3Bucket {
    match url {
        FilesUrl::S3(bucket) => bucket,
        FilesUrl::Folder { directory } => panic!("a folder: {directory:?}"),
    }
}

/// The error text of a transient failure.
fn words_of<T: Debug>(done: Result<T, Fault>) -> String {
    match done.expect_err("refused") {
        Fault::Unavailable(words) => words,
        other => panic!("{other:?}"),
    }
}

async fn refused(store: &OpendalFileStore) -> String {
    words_of(store.put("a/headshot-1.jpg", ImageKind::Jpeg, b"x".to_vec()).await)
}

#[tokio::test]
async fn a_prefix_is_added_to_every_stored_key_and_never_returned() {
    let room = in_bucket("of/forum").await;
    room.store.put("a/headshot-1.jpg", ImageKind::Jpeg, b"x".to_vec()).await.expect("a stored file");
    assert!(room.kept.objects().join("of/forum/headshots/a/headshot-1.jpg").is_file());
    let keys = room.store.written_before(room.now + time::Duration::hours(1)).await;
    assert_eq!(keys, Ok(vec!["a/headshot-1.jpg".to_owned()]));
}

#[tokio::test]
async fn the_check_passes_and_leaves_no_file() {
    let server = S3Server::start().await;
    let store = OpendalFileStore::open(&server.url(""), &Trust::default()).expect("a file store");
    store.check().await.expect("a passed check");
    assert_eq!(store.written_before(SystemClock.now() + time::Duration::hours(1)).await, Ok(vec![]));
}

#[tokio::test]
async fn a_wrong_secret_is_refused_and_never_shown() {
    let server = S3Server::start().await;
    let mut bucket = settings(server.url(""));
    bucket.credentials.secret_key = "wr0ng/secret".into();
    let store = OpendalFileStore::open(&FilesUrl::S3(bucket), &Trust::default()).expect("a file store");
    for words in [
        refused(&store).await,
        words_of(store.check().await),
        words_of(store.get("a/headshot-1.jpg").await),
        words_of(store.written_before(NOON).await),
    ] {
        assert!(words.contains("SignatureDoesNotMatch") && !words.contains("wr0ng"), "{words}");
    }
    let stored = std::fs::read_dir(server.objects()).expect("a list").count();
    assert_eq!(stored, 0);
}

#[tokio::test]
async fn an_unreachable_server_is_a_transient_failure() {
    let mut server = S3Server::start().await;
    let store = OpendalFileStore::open(&server.url(""), &Trust::default()).expect("a file store");
    server.stop().await;
    refused(&store).await;
    assert!(matches!(store.get("a/headshot-1.jpg").await, Err(Fault::Unavailable(_))));
    assert!(matches!(store.written_before(NOON).await, Err(Fault::Unavailable(_))));
}

#[tokio::test]
async fn a_server_that_never_responds_times_out() {
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let endpoint = format!("http://{}", silent.local_addr().expect("an address"));
    let server = S3Server::start().await;
    let bucket = S3Bucket { endpoint: Some(endpoint), ..settings(server.url("")) };
    let store = OpendalFileStore::open(&FilesUrl::S3(bucket), &Trust::default()).expect("a file store");
    // The timeout is a few seconds; a minute allows for a slow machine.
    let given_up = tokio::time::timeout(Duration::from_secs(60), refused(&store)).await;
    given_up.expect("a response within the store's timeout");
}
