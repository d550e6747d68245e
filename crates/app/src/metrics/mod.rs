//! Metrics of a process in the text format of Prometheus, at `GET /metrics` on a separate address
//! (`FORUM__METRICS__LISTEN`), so that a proxy in front of the site cannot make them public. The counters of requests are
//! those of `forum_http`; `readings` are read at each scrape. Labels have few values, and none comes from a client.

mod readings;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use forum_adapters::crypto::Argon2Hasher;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::postgres::ConnectionPool;
use forum_domain::limits::RateLimit;
use forum_domain::mail::Dispatched;
use forum_domain::shared::Clock;
use forum_http::{BROWSER_ERRORS, Label, ResponseBody, Traffic, TrustedProxies};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use hyper::http::response::Builder;
use hyper::{Method, Request, Response, StatusCode};
use prometheus_client::encoding::prometheus_text::{self, encode};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::lifecycle::{PANICS, Tasks};
use crate::server::{self, ConnectionLimits, listener};

const PATH: &str = "/metrics";
/// Scrapers are few. Other connections may wait.
const CONNECTIONS: usize = 16;

pub struct Metrics {
    registry: Registry,
    mails: Family<Label, Counter>,
    traffic: Traffic,
    parts: OnceLock<Parts>,
}

pub struct Parts {
    pub pool: ConnectionPool,
    pub hasher: Arc<Argon2Hasher>,
    pub files: Arc<OpendalFileStore>,
    pub clock: Arc<dyn Clock>,
}

impl Metrics {
    pub fn new(traffic: Traffic) -> Self {
        let mut registry = Registry::with_prefix("forum");
        let help = "Requests by operation and status; 499 means that the client disconnected";
        registry.register("http_requests", help, traffic.requests.clone());
        let help = "Time to the beginning of the response, by operation";
        registry.register("http_request_duration_seconds", help, traffic.durations.clone());
        registry.register("rate_limited", "Requests that a limit refused", traffic.limited.clone());
        let help = "Page errors that browsers reported, by kind";
        registry.register("browser_errors", help, traffic.browser_errors.clone());
        let mails = Family::<Label, Counter>::default();
        let help = "Mails that this process took from the outbox, by outcome";
        registry.register("mails", help, mails.clone());
        let help = "Panics of background tasks, which continued";
        registry.register("task_panics", help, PANICS.clone());
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the program", version);
        // A counter that starts at 0 has a rate from its first event.
        for limit in RateLimit::ALL {
            drop(traffic.limited.get_or_create(&[("limit", limit.name)]));
        }
        for kind in BROWSER_ERRORS {
            drop(traffic.browser_errors.get_or_create(&[("kind", kind)]));
        }
        for outcome in Dispatched::ALL {
            drop(mails.get_or_create(&[("outcome", outcome.as_str())]));
        }
        Self { registry, mails, traffic, parts: OnceLock::new() }
    }

    pub fn open(&self, parts: Parts) {
        self.parts.get_or_init(|| parts);
    }

    pub fn mail(&self, outcome: Dispatched) {
        self.mails.get_or_create(&[("outcome", outcome.as_str())]).inc();
    }

    /// All metrics now, in the text format of Prometheus, version 0.0.4.
    async fn text(&self) -> String {
        let readings = readings::read(&self.traffic, self.parts.get()).await;
        let mut text = String::new();
        for registry in [&self.registry, &readings] {
            if let Err(error) = encode(&mut text, registry) {
                tracing::error!(%error, "cannot write metrics");
            }
        }
        text
    }
}

/// Binds `address` and answers until shutdown begins.
pub fn start(address: SocketAddr, metrics: Arc<Metrics>, tasks: &Tasks) -> anyhow::Result<()> {
    const SETTING: &str = "FORUM__METRICS__LISTEN";
    let listener =
        listener::listen(address).with_context(|| format!("{SETTING}: cannot listen on {address}"))?;
    let bound = listener.local_addr().context(SETTING)?;
    tracing::info!(url = format!("http://{bound}{PATH}"), "metrics can be read");
    let answer = move |request, _peer| answer(metrics.clone(), request);
    let limits =
        ConnectionLimits { connections: CONNECTIONS, of_network: CONNECTIONS, ..ConnectionLimits::default() };
    tasks.spawn(server::run(listener, answer, limits, TrustedProxies::default(), tasks.clone()));
    Ok(())
}

async fn answer(metrics: Arc<Metrics>, request: Request<Incoming>) -> Response<ResponseBody> {
    let response =
        Response::builder().header(CACHE_CONTROL, "no-store").header(X_CONTENT_TYPE_OPTIONS, "nosniff");
    match (request.uri().path(), request.method()) {
        (PATH, &Method::GET) => {
            let text = metrics.text().await;
            finish(response.header(CONTENT_TYPE, prometheus_text::CONTENT_TYPE), text)
        }
        (PATH, _) => {
            finish(response.status(StatusCode::METHOD_NOT_ALLOWED).header(ALLOW, "GET"), String::new())
        }
        _ => finish(response.status(StatusCode::NOT_FOUND), String::new()),
    }
}

/// The parts are constants, so building never fails.
fn finish(builder: Builder, text: String) -> Response<ResponseBody> {
    let body = Full::new(Bytes::from(text)).map_err(|never: Infallible| match never {}).boxed();
    builder.body(body).unwrap_or_default()
}
