use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::*;

/// Starts a server with a handler for its first connection. Returns the address.
async fn server<F: Future<Output = ()> + Send>(handle: impl FnOnce(TcpStream) -> F + Send + 'static) -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    #[expect(clippy::disallowed_methods, reason = "ends with the runtime of its test")]
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut request = [0; 4096];
        let _ = stream.read(&mut request).await.expect("a request");
        handle(stream).await;
    });
    format!("http://{address}/document").parse().expect("an address")
}

async fn answering(response: String) -> Url {
    server(async move |mut stream| drop(stream.write_all(response.as_bytes()).await)).await
}

fn response(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n{headers}\r\n{body}", body.len())
}

async fn fetched(url: &Url) -> Result<Value, DocumentError> {
    let timeout = Duration::from_millis(300);
    Documents::with_timeout(&Trust::default(), timeout).expect("a client").get(url).await
}

#[tokio::test]
async fn a_document_is_read_completely() {
    let url = answering(response("200 OK", "", r#"{"issuer": "x"}"#)).await;
    assert_eq!(fetched(&url).await.expect("a document"), json!({"issuer": "x"}));
    // Large providers publish many keys.
    let large = json!("1".repeat(200_000));
    let url = answering(response("200 OK", "", &large.to_string())).await;
    assert_eq!(fetched(&url).await.expect("a document"), large);
}

#[tokio::test]
async fn redirects_and_errors_are_refused() {
    let target = answering(response("200 OK", "", "{}")).await;
    let location = format!("Location: {target}\r\n");
    for (status, headers) in [("302 Found", location.as_str()), ("204 No Content", ""), ("500 No", "")] {
        let url = answering(response(status, headers, "{}")).await;
        let failed = fetched(&url).await;
        assert!(matches!(failed, Err(DocumentError::Status(..))), "{status}: {failed:?}");
    }
}

#[tokio::test]
async fn an_oversized_document_is_refused_with_or_without_a_content_length() {
    let huge = "1".repeat(SIZE_MAX + 1);
    let announced = answering(response("200 OK", "", &huge)).await;
    let silent = answering(format!("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{huge}")).await;
    for url in [announced, silent] {
        let failed = fetched(&url).await;
        assert!(matches!(failed, Err(DocumentError::TooLarge(_))), "{failed:?}");
    }
    let full = format!("\"{}\"", "1".repeat(SIZE_MAX - 2));
    let url = answering(response("200 OK", "", &full)).await;
    fetched(&url).await.expect("a document of the maximum size");
}

#[tokio::test]
async fn a_document_that_never_ends_times_out() {
    let silent = server(|stream| async move {
        std::future::pending::<()>().await;
        drop(stream);
    });
    let dripping = server(async |mut stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").await;
        while stream.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    for url in [silent.await, dripping.await] {
        let failed = fetched(&url).await;
        assert!(matches!(failed, Err(DocumentError::Unreachable(..))), "{failed:?}");
    }
}

#[tokio::test]
async fn malformed_json_is_refused() {
    for body in ["", "<html>", "{"] {
        let url = answering(response("200 OK", "", body)).await;
        let failed = fetched(&url).await;
        assert!(matches!(failed, Err(DocumentError::Form(..))), "{body:?}: {failed:?}");
    }
}
