//! Fetches the documents of providers: metadata (OpenID Connect Discovery 1.0), key sets (RFC 7517) and token responses (RFC
//! 6749, section 4.1.4).

use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, ClientBuilder, RequestBuilder, Response, redirect};
use serde::de::DeserializeOwned;
use url::Url;
use url::form_urlencoded::{Serializer, byte_serialize};

use crate::tls::Trust;

/// Time limit for a request, including the document.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum size of a document in bytes.
const SIZE_MAX: usize = 256 * 1024;
const JSON: &str = "application/json";

#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    #[error("{0} did not answer: {1}")]
    Unreachable(Url, #[source] reqwest::Error),
    #[error("{0} answered with status {1}")]
    Status(Url, u16),
    #[error("the document at {0} is too large")]
    TooLarge(Url),
    #[error("the document at {0} is malformed: {1}")]
    Form(Url, #[source] serde_json::Error),
}

#[derive(Debug, Clone)]
pub struct Documents(Client);

impl Documents {
    pub fn new(trust: &Trust) -> reqwest::Result<Self> {
        Self::with_timeout(trust, TIMEOUT)
    }

    fn with_timeout(trust: &Trust, timeout: Duration) -> reqwest::Result<Self> {
        let settings = |client: ClientBuilder| client.timeout(timeout).redirect(redirect::Policy::none());
        Ok(Self(trust.http_client_with(settings)?))
    }

    pub async fn get<T: DeserializeOwned>(&self, url: &Url) -> Result<T, DocumentError> {
        read(url, self.0.get(url.clone())).await
    }

    pub async fn get_as<T: DeserializeOwned>(&self, url: &Url, token: &str) -> Result<T, DocumentError> {
        read(url, self.0.get(url.clone()).bearer_auth(token).header(ACCEPT, JSON)).await
    }

    /// Sends a form, with the client id and secret in `basic`, and returns the JSON document of the response.
    pub async fn post<T: DeserializeOwned>(
        &self,
        url: &Url,
        form: &[(&str, &str)],
        basic: Option<(&str, &str)>,
    ) -> Result<T, DocumentError> {
        let body = Serializer::new(String::new()).extend_pairs(form).finish();
        let mut request = self.0.post(url.clone()).body(body);
        request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").header(ACCEPT, JSON);
        if let Some((client_id, secret)) = basic {
            // The standard requires this encoding (RFC 6749, section 2.3.1).
            let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
            request = request.basic_auth(encoded(client_id), Some(encoded(secret)));
        }
        read(url, request).await
    }
}

async fn read<T: DeserializeOwned>(url: &Url, request: RequestBuilder) -> Result<T, DocumentError> {
    let unreachable = |error| DocumentError::Unreachable(url.clone(), error);
    let mut response = request.send().await.map_err(unreachable)?;
    if response.status().as_u16() != 200 {
        return Err(DocumentError::Status(url.clone(), response.status().as_u16()));
    }
    let body = read_limited(&mut response).await.map_err(unreachable)?;
    let body = body.ok_or_else(|| DocumentError::TooLarge(url.clone()))?;
    serde_json::from_slice(&body).map_err(|error| DocumentError::Form(url.clone(), error))
}

async fn read_limited(response: &mut Response) -> reqwest::Result<Option<Vec<u8>>> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        body.extend_from_slice(&chunk);
        if body.len() > SIZE_MAX {
            return Ok(None);
        }
    }
    Ok(Some(body))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// Starts a server with a handler for its first connection. Returns the address.
    async fn server<F: Future<Output = ()> + Send>(
        handle: impl FnOnce(TcpStream) -> F + Send + 'static,
    ) -> Url {
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
    async fn only_complete_json_of_moderate_size_is_read_and_no_redirect_is_followed() {
        let target = answering(response("200 OK", "", "{}")).await;
        let location = format!("Location: {target}\r\n");
        let text = |length| format!("\"{}\"", "1".repeat(length));
        let silent = format!("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}", text(SIZE_MAX));
        for (response, expected) in [
            (response("200 OK", "", r#"{"issuer": "x"}"#), "a document"),
            (response("200 OK", "", &text(SIZE_MAX - 2)), "a document"),
            (response("200 OK", "", &text(SIZE_MAX - 1)), "TooLarge"),
            (silent, "TooLarge"),
            (response("302 Found", &location, "{}"), "Status"),
            (response("204 No Content", "", "{}"), "Status"),
            (response("500 No", "", "{}"), "Status"),
            (response("200 OK", "", ""), "Form"),
            (response("200 OK", "", "<html>"), "Form"),
            (response("200 OK", "", "{"), "Form"),
        ] {
            let read = fetched(&answering(response).await).await;
            let kind = read.err().map_or("a document".to_owned(), |error| format!("{error:?}"));
            assert!(kind.starts_with(expected), "{kind} instead of {expected}");
        }
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
}
