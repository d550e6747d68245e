//! A client that follows the API's retry rules: it repeats a request only without a response or after 502, 503 or 504, and
//! with the same `Idempotency-Key`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{bail, ensure};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::Value;

/// The maximum number of times that a request is sent, usually a second apart.
const TRIES: usize = 40;
const TEMPORARY: [StatusCode; 3] =
    [StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE, StatusCode::GATEWAY_TIMEOUT];

pub struct Patient {
    may_repeat: bool,
    pub repeated: AtomicUsize,
}

/// The response to the last try.
pub struct Answer {
    status: StatusCode,
    /// Null if the body is not JSON.
    pub body: Value,
    /// An earlier response was lost, so the act may have been done before.
    again: bool,
}

impl Patient {
    /// If it may not repeat requests, one that would have to be repeated fails.
    pub fn new(may_repeat: bool) -> Self {
        Self { may_repeat, repeated: AtomicUsize::default() }
    }

    /// Sends a request until it gets a response that requires no retry.
    pub async fn ask(&self, request: RequestBuilder) -> anyhow::Result<Answer> {
        let mut again = false;
        for _ in 0..TRIES {
            let attempt = request.try_clone().expect("a request without a stream");
            let (why, wait) = match attempt.send().await {
                Ok(response) => {
                    let status = response.status();
                    let wait = response.headers().get("retry-after").cloned();
                    match response.bytes().await {
                        Ok(body) if !TEMPORARY.contains(&status) => {
                            let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
                            return Ok(Answer { status, body, again });
                        }
                        Ok(_) => {
                            let Some(wait) = wait else { bail!("{request:?}: {status} without Retry-After") };
                            (status.to_string(), wait.to_str()?.parse()?)
                        }
                        Err(error) => (format!("{error:?}"), 1),
                    }
                }
                Err(error) => (format!("{error:?}"), 1),
            };
            ensure!(self.may_repeat, "{request:?}: {why}");
            self.repeated.fetch_add(1, Ordering::Relaxed);
            again = true;
            tokio::time::sleep(Duration::from_secs(wait)).await;
        }
        bail!("{request:?}: no response in {TRIES} tries")
    }
}

impl Answer {
    /// The body of a response with this status.
    pub fn is(self, status: u16) -> anyhow::Result<Value> {
        ensure!(self.status == status, "{} instead of {status}: {}", self.status, self.body);
        Ok(self.body)
    }

    /// Whether an act was refused with 409 because the request whose response was lost had done it.
    pub fn was_done_before(&self) -> bool {
        self.again && self.status == StatusCode::CONFLICT
    }
}
