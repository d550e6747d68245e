//! `GET /metrics` on a separate address, so that a proxy in front of the site cannot make it public.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use forum_http::{ResponseBody, TrustedProxies};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use hyper::http::response::Builder;
use hyper::{Method, Request, Response, StatusCode};
use prometheus_client::encoding::prometheus_text;

use super::Metrics;
use crate::lifecycle::Tasks;
use crate::server::listener;
use crate::server::{self, ConnectionLimits};

const PATH: &str = "/metrics";
/// Scrapers are few. Other connections may wait.
const CONNECTIONS: usize = 16;

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
