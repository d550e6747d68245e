//! A client that follows the API's retry rules: it repeats a request only without a response or after 502, 503 or 504, and
//! with the same `Idempotency-Key`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::bail;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::Value;

/// The maximum number of times that a request is sent, usually a second apart.
const TRIES: usize = 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conduct {
    /// Repeats requests.
    Patient,
    /// Counts a request that would have to be repeated as failed.
    Strict,
}

/// One request, built for each try.
pub struct ApiRequest<'a> {
    pub method: Method,
    /// The full URL.
    pub url: String,
    pub token: &'a str,
    /// An `Idempotency-Key`, for operations that have one.
    pub key: Option<&'a str>,
    pub body: Content<'a>,
}

pub enum Content<'a> {
    Nothing,
    Json(&'a Value),
    Photo(&'a [u8]),
}

/// The response to the last try.
pub struct Answer {
    pub status: StatusCode,
    /// Null if the body is not JSON.
    pub body: Value,
    /// An earlier response was lost, so the act may have been done before.
    pub again: bool,
}

pub struct Patient {
    http: reqwest::Client,
    conduct: Conduct,
    requests: AtomicUsize,
    repeated: AtomicUsize,
    /// Acts that turned out to be done already because an earlier response was lost.
    lost: AtomicUsize,
}

impl Patient {
    pub fn new(http: reqwest::Client, conduct: Conduct) -> Self {
        let (requests, repeated, lost) = Default::default();
        Self { http, conduct, requests, repeated, lost }
    }

    /// Requests, repetitions, and acts whose first response was lost.
    pub fn counts(&self) -> (usize, usize, usize) {
        let read = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        (read(&self.requests), read(&self.repeated), read(&self.lost))
    }

    /// Notes that an act turned out to be done already.
    pub fn note_lost(&self) {
        self.lost.fetch_add(1, Ordering::Relaxed);
    }

    /// Sends a request until it gets a response that requires no retry.
    pub async fn ask(&self, request: ApiRequest<'_>) -> anyhow::Result<Answer> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let mut again = false;
        for _ in 0..TRIES {
            let (why, wait) = match self.request(&request).send().await {
                Ok(answer) => {
                    let status = answer.status();
                    let passing = matches!(
                        status,
                        StatusCode::BAD_GATEWAY
                            | StatusCode::SERVICE_UNAVAILABLE
                            | StatusCode::GATEWAY_TIMEOUT
                    );
                    let wait = answer.headers().get("retry-after").cloned();
                    match answer.bytes().await {
                        Ok(body) if !passing => {
                            let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
                            return Ok(Answer { status, body, again });
                        }
                        Ok(body) => {
                            let Some(wait) = wait else {
                                bail!("{} {}: {status} without Retry-After", request.method, request.url)
                            };
                            (format!("{status} {}", String::from_utf8_lossy(&body)), wait.to_str()?.parse()?)
                        }
                        Err(error) => (format!("{error:?}"), 1),
                    }
                }
                Err(error) => (format!("{error:?}"), 1),
            };
            if self.conduct == Conduct::Strict {
                bail!("{} {}: {why}", request.method, request.url);
            }
            self.repeated.fetch_add(1, Ordering::Relaxed);
            again = true;
            tokio::time::sleep(Duration::from_secs(wait)).await;
        }
        bail!("{} {}: no response in {TRIES} tries", request.method, request.url)
    }

    fn request(&self, api: &ApiRequest<'_>) -> RequestBuilder {
        let mut request = self.http.request(api.method.clone(), &api.url);
        if !api.token.is_empty() {
            request = request.bearer_auth(api.token);
        }
        if let Some(key) = api.key {
            request = request.header("idempotency-key", key);
        }
        match api.body {
            Content::Nothing => request,
            Content::Json(body) => request.json(body),
            Content::Photo(bytes) => {
                let head =
                    b"--form\r\nContent-Disposition: form-data; name=\"file\"; filename=\"me.jpeg\"\r\n\r\n";
                let body = [&head[..], bytes, b"\r\n--form--\r\n"].concat();
                request.header("content-type", "multipart/form-data; boundary=form").body(body)
            }
        }
    }
}
