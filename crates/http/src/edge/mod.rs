//! The outermost layer: assigns an id and a deadline to every request, catches panics, turns errors into problem
//! documents, sets mandatory headers, and writes one log line.

mod cors;

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use forum_domain::limits::Meter;
use forum_domain::shared::IdSource;
use futures_util::FutureExt;
use futures_util::stream::{self, StreamExt};
use poem::error::MethodNotAllowedError;
use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Body, Endpoint, IntoResponse, PathPattern, Request, Response, Result};
use tokio::time::Instant;
use tracing::{Instrument, Span};

use crate::api::review::export::csv_file::LONGEST;
use crate::openapi::endpoints;
use crate::request::network::peer;
use crate::request::operations::{OperationName, UNKNOWN_OPERATION};
use crate::request::{limits, request_checks};
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::settings::SiteSettings;
use crate::traffic::Traffic;
use cors::{Cors, below_base};

/// Content security policy of responses that are not pages.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

const DEFAULTS: &[(&str, &str)] = &[
    ("content-security-policy", NOTHING),
    ("cache-control", "no-store"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];
const TOO_SLOW: &str = "The server took too long. Please try again in a moment.";
const HSTS: &str = "max-age=31536000";
/// Its response may be cached but must be revalidated.
const REVALIDATED: &str = "/api/health";

/// An export makes its file before it responds.
const EXPORT: &str = "/api/admin/applications/export";
const UPLOAD: &str = "/api/headshots";

/// An endpoint behind the layer; never returns an error.
pub(crate) struct Edge<E> {
    inner: E,
    ids: Arc<dyn IdSource>,
    settings: SiteSettings,
    cors: Cors,
    refusals: Refusals,
}

/// How often a request that a limit refused is logged. One client can cause thousands a second.
const REFUSALS_LOGGED_EVERY: Duration = Duration::from_secs(1);

/// When a refusal was logged, and the number of refusals since then.
#[derive(Default)]
struct Refusals(Mutex<Option<(Instant, u64)>>);

impl Refusals {
    /// The number of refusals that were not logged before this one. `None` if this one is not logged either.
    fn logged(&self, now: Instant) -> Option<u64> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *last {
            Some((at, unlogged)) if now.duration_since(*at) < REFUSALS_LOGGED_EVERY => {
                *unlogged += 1;
                None
            }
            _ => Some(last.replace((now, 0)).map_or(0, |(_, unlogged)| unlogged)),
        }
    }
}

impl<E: Endpoint> Endpoint for Edge<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        let request_id = self.ids.new_id();
        let id = request_id.to_string();
        let (method, uri) = (request.method().clone(), request.original_uri().clone());
        let path = uri.path();
        let method_name = name_of(&method);
        let origin = self.cors.allowed_origin(&request);

        let traffic = &self.settings.traffic;
        let mut line = LogLine {
            method: method_name,
            id: &id,
            started: Instant::now(),
            traffic,
            refusals: &self.refusals,
            written: false,
        };
        let span = tracing::info_span!(
            "request",
            otel.name = if method_name == OTHER { "HTTP" } else { method_name },
            otel.kind = "server",
            http.request.method = method_name,
            http.route = tracing::field::Empty,
            http.response.status_code = tracing::field::Empty,
            request_id = %id,
        );

        self.continue_trace(&request, &span);

        let peer = BodyMonitor::default();
        let body = peer.watch(request.take_body());
        request.set_body(body);
        let meter = Meter::default();
        request.set_data(meter.clone());
        let answered = async {
            request_checks::check_host(&request)?;
            match origin.as_ref().and_then(|allowed| allowed.preflight(&request)) {
                Some(answer) => Ok(answer),
                None => self.inner.call(request).await.map(IntoResponse::into_response),
            }
        };
        let work = tokio::time::timeout(self.deadline_of(&method, path), answered);
        let work = work.instrument(span.clone());
        let outcome = match AssertUnwindSafe(Box::pin(work)).catch_unwind().await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_elapsed)) if peer.is_awaited() => Err(Problem::from(Code::RequestTimeout).into()),
            // Clients may retry this one but not the one above, because the server is slow.
            Ok(Err(_elapsed)) => Err(Problem::new(Code::Unavailable, TOO_SLOW).into()),
            // The panic hook has logged the panic's message.
            Err(_panic) => Err(Problem::from(Code::InternalError).into()),
        };
        let (route, name) = match &outcome {
            Ok(response) => (response.data::<PathPattern>(), response.data::<OperationName>()),
            Err(error) => (error.data::<PathPattern>(), error.data::<OperationName>()),
        };
        let (route, name) = (route.map(|pattern| pattern.0.clone()), name.copied());
        let mut response = match outcome {
            Ok(response) => response,
            Err(error) => {
                let allow = error.is::<MethodNotAllowedError>().then(|| endpoints::allowed(path));
                let problem = Problem::of(&error);
                if let Some(limit) = problem.limit {
                    traffic.limited.get_or_create(&[("limit", limit)]).inc();
                }
                let mut response = problem.answer(request_id);
                if let Some(Ok(allow)) = allow.map(HeaderValue::try_from) {
                    response.headers_mut().insert(header::ALLOW, allow);
                }
                response
            }
        };
        self.stamp(&mut response, &id, path);
        if below_base(path) {
            stamp_limits(&mut response, &meter);
        }
        self.cors.stamp(&mut response, origin.as_ref(), path);
        let name = name.map_or(UNKNOWN_OPERATION, |name| name.0);
        let route = route.as_deref().unwrap_or("none");
        let status = response.status().as_u16();
        span.record("http.route", route);
        span.record("http.response.status_code", status);
        line.write(name, route, status);
        Ok(response)
    }
}

impl<E> Edge<E> {
    pub(crate) fn new(inner: E, ids: Arc<dyn IdSource>, settings: SiteSettings) -> Self {
        let cors = Cors::new(settings.cors_origins.clone());
        Self { inner, ids, settings, cors, refusals: Refusals::default() }
    }

    /// Continues a trace that a trusted proxy names in `traceparent` (W3C Trace Context). The header is ignored from other
    /// peers, which must not choose trace ids or sampling.
    fn continue_trace(&self, request: &Request, span: &Span) {
        if let (Some(continue_trace), Some(parent)) =
            (self.settings.continue_trace, request.header("traceparent"))
            && peer(request).is_some_and(|peer| self.settings.trusted_proxies.contains(peer))
        {
            continue_trace(span, parent);
        }
    }

    fn deadline_of(&self, method: &Method, path: &str) -> Duration {
        match (method, path) {
            (_, EXPORT) => LONGEST,
            (&Method::POST, UPLOAD) => self.settings.upload_deadline,
            _ => self.settings.request_deadline,
        }
    }

    fn stamp(&self, response: &mut Response, id: &str, path: &str) {
        let revalidated = response.is_success() && path == REVALIDATED;
        let headers = response.headers_mut();
        if revalidated {
            headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
        }
        for (name, value) in DEFAULTS {
            headers.entry(*name).or_insert(HeaderValue::from_static(value));
        }
        if self.settings.hsts {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
        }
        if let Ok(id) = HeaderValue::from_str(id) {
            headers.insert("x-request-id", id);
        }
    }
}

/// Shows the client's own limit in responses to requests that succeeded or were refused by a limit.
fn stamp_limits(response: &mut Response, meter: &Meter) {
    let status = response.status();
    let refused = status == StatusCode::TOO_MANY_REQUESTS;
    if !(status.is_success() || status.is_redirection() || refused) {
        return;
    }
    for (name, value) in limits::headers(meter, refused).into_iter().flatten() {
        if let Ok(value) = HeaderValue::try_from(value) {
            response.headers_mut().insert(name, value);
        }
    }
}

const OTHER: &str = "_OTHER";

/// A method's name for logs and traces. Unknown methods, which can be as long as a header, are not logged (as in
/// OpenTelemetry's semantic conventions for HTTP).
fn name_of(method: &Method) -> &'static str {
    const KNOWN: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or(OTHER)
}

/// Writes the single log line of a request and counts it, also if the peer disconnects before the response. Of requests that
/// limits refuse, some have no line.
struct LogLine<'a> {
    method: &'static str,
    id: &'a str,
    started: Instant,
    traffic: &'a Traffic,
    refusals: &'a Refusals,
    written: bool,
}

/// Logged if the peer disconnected before the response; never sent.
const PEER_DISCONNECTED: u16 = 499;

impl LogLine<'_> {
    fn write(&mut self, name: &'static str, route: &str, status: u16) {
        self.written = true;
        let took = self.started.elapsed();
        self.traffic.answered(name, status, took);
        let refused = status == StatusCode::TOO_MANY_REQUESTS;
        let unlogged = if refused { self.refusals.logged(Instant::now()) } else { None };
        if refused && unlogged.is_none() {
            return;
        }
        let ms = took.as_millis() as u64;
        tracing::info!(method = self.method, route, status, ms, request_id = self.id, unlogged, "request");
    }
}

impl Drop for LogLine<'_> {
    fn drop(&mut self) {
        if !self.written {
            self.write(UNKNOWN_OPERATION, "none", PEER_DISCONNECTED);
        }
    }
}

/// Tells whether a request that takes too long is waiting for its body, which is the client's fault.
#[derive(Default)]
struct BodyMonitor(Arc<AtomicBool>);

impl BodyMonitor {
    /// Wraps a body and records whether its reader is waiting for more.
    fn watch(&self, body: Body) -> Body {
        if body.is_empty() {
            return body;
        }
        let awaited = self.0.clone();
        let mut rest = Box::pin(body.into_bytes_stream());
        Body::from_bytes_stream(stream::poll_fn(move |context| {
            let polled = rest.poll_next_unpin(context);
            awaited.store(polled.is_pending(), Ordering::Relaxed);
            polled
        }))
    }

    fn is_awaited(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Makes a span part of the trace in a `traceparent` header. No effect on an invalid header.
pub type ContinueTrace = fn(&Span, &str);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_refusal_a_second_is_logged_with_the_number_of_the_others() {
        let (refusals, start) = (Refusals::default(), Instant::now());
        let logged = [0, 1, 400, 999, 1_000, 1_001, 9_000]
            .map(|ms| refusals.logged(start + Duration::from_millis(ms)));
        assert_eq!(logged, [Some(0), None, None, None, Some(3), None, Some(1)]);
    }
}
