//! Buckets, and servers that refuse, hang or are down.

use std::fmt::Debug;

use forum_adapters::files::S3Bucket;
use forum_domain::shared::Fault;
use tokio::net::TcpListener;

use super::*;

fn open(url: &FilesUrl) -> OpendalFileStore {
    OpendalFileStore::open(url, &Trust::default()).expect("a file store")
}

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

/// The error text of each operation.
async fn refused(store: &OpendalFileStore) -> [String; 4] {
    [
        words_of(store.put(PHOTO, ImageKind::Jpeg, b"x".to_vec()).await),
        words_of(store.check().await),
        words_of(store.get(PHOTO).await),
        words_of(store.written_before(SystemClock.now()).await),
    ]
}

#[tokio::test]
async fn a_prefix_is_added_to_every_stored_key_and_the_check_leaves_no_file() {
    let server = S3Server::start().await;
    let store = open(&server.url("of/forum"));
    store.check().await.expect("a passed check");
    store.put(PHOTO, ImageKind::Jpeg, b"x".to_vec()).await.expect("a stored file");
    assert!(server.objects().join("of/forum/headshots").join(PHOTO).is_file());
    let keys = store.written_before(SystemClock.now() + Duration::HOUR).await;
    assert_eq!(keys, Ok(vec![PHOTO.to_owned()]));
}

#[tokio::test]
async fn a_wrong_secret_and_a_server_that_is_down_are_transient_failures() {
    let mut server = S3Server::start().await;
    let mut bucket = settings(server.url(""));
    bucket.credentials.secret_key = "wr0ng/secret".into();
    for words in refused(&open(&FilesUrl::S3(bucket))).await {
        assert!(words.contains("SignatureDoesNotMatch") && !words.contains("wr0ng"), "{words}");
    }
    assert_eq!(std::fs::read_dir(server.objects()).expect("a list").count(), 0);
    let store = open(&server.url(""));
    server.stop().await;
    refused(&store).await;
}

#[tokio::test]
async fn a_server_that_never_responds_times_out() {
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let endpoint = format!("http://{}", silent.local_addr().expect("an address"));
    let server = S3Server::start().await;
    let store = open(&FilesUrl::S3(S3Bucket { endpoint: Some(endpoint), ..settings(server.url("")) }));
    // The timeout is a few seconds; a minute allows for a slow machine.
    let limit = std::time::Duration::from_secs(60);
    let stored = tokio::time::timeout(limit, store.put(PHOTO, ImageKind::Jpeg, b"x".to_vec())).await;
    words_of(stored.expect("a response within the store's timeout"));
}
