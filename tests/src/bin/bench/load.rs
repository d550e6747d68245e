//! Sends one kind of request from several clients and measures it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use tokio::task::JoinSet;

#[derive(Clone)]
pub struct Shot {
    pub method: Method,
    pub path: String,
    pub token: Option<Arc<str>>,
    pub body: Option<Arc<Value>>,
    pub encoding: Option<&'static str>,
    pub expected: u16,
}

impl Shot {
    pub fn get(path: impl Into<String>, token: Option<&Arc<str>>) -> Self {
        let (path, token) = (path.into(), token.cloned());
        Self { method: Method::GET, path, token, body: None, encoding: None, expected: 200 }
    }

    pub fn post(path: impl Into<String>, token: Option<&Arc<str>>, body: &Arc<Value>, expected: u16) -> Self {
        let body = Some(Arc::clone(body));
        Self { method: Method::POST, body, expected, ..Self::get(path, token) }
    }
}

/// Requests by their number.
pub type Shots = Arc<dyn Fn(usize) -> Shot + Send + Sync>;

/// When to stop.
#[derive(Debug, Clone, Copy)]
pub enum Until {
    /// After this time.
    Elapsed(Duration),
    /// After this number of requests, because each is possible only once.
    Sent(usize),
}

/// The measurements for a series of requests.
pub struct Measured {
    pub requests: usize,
    pub elapsed: Duration,
    /// Sorted.
    pub latencies: Vec<Duration>,
}

impl Measured {
    pub fn a_second(&self) -> f64 {
        self.requests as f64 / self.elapsed.as_secs_f64()
    }
}

/// Milliseconds within which this share of the sorted times lies.
pub fn percentile_ms(sorted: &[Duration], share: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3
}

/// Sends `shot(0)`, `shot(1)`, … from `clients` concurrent clients.
///
/// # Errors
/// If a response has an unexpected status.
pub async fn fire(
    client: &Client,
    url: &str,
    clients: usize,
    until: Until,
    shot: Shots,
) -> anyhow::Result<Measured> {
    let next = Arc::new(AtomicUsize::new(0));
    let started = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..clients {
        let (client, url, shot, next) =
            (client.clone(), url.to_owned(), Arc::clone(&shot), Arc::clone(&next));
        tasks.spawn(async move {
            let mut latencies = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                match until {
                    Until::Elapsed(time) if started.elapsed() >= time => return Ok(latencies),
                    Until::Sent(all) if number >= all => return Ok(latencies),
                    _ => latencies.push(send(&client, &url, shot(number)).await?),
                }
            }
        });
    }
    let mut latencies: Vec<Duration> = Vec::new();
    while let Some(one) = tasks.join_next().await {
        let one: anyhow::Result<Vec<Duration>> = one?;
        latencies.extend(one?);
    }
    let elapsed = started.elapsed();
    latencies.sort_unstable();
    Ok(Measured { requests: latencies.len(), elapsed, latencies })
}

/// The request to the site at `url`.
pub fn request(client: &Client, url: &str, shot: &Shot) -> RequestBuilder {
    let mut request = client.request(shot.method.clone(), format!("{url}{}", shot.path));
    if let Some(token) = &shot.token {
        request = request.bearer_auth(token);
    }
    if let Some(body) = &shot.body {
        request = request.json(&**body);
    }
    if let Some(encoding) = shot.encoding {
        request = request.header("accept-encoding", encoding);
    }
    request
}

async fn send(client: &Client, url: &str, shot: Shot) -> anyhow::Result<Duration> {
    let request = request(client, url, &shot);
    let started = Instant::now();
    let answer = request.send().await.with_context(|| shot.path.clone())?;
    let status = answer.status().as_u16();
    let body = answer.bytes().await?;
    ensure!(
        status == shot.expected,
        "{} answered {status}: {}",
        shot.path,
        String::from_utf8_lossy(&body).chars().take(300).collect::<String>()
    );
    Ok(started.elapsed())
}
