//! A trace receiver (OTLP over HTTP) that can print traces as a tree.

use std::convert::Infallible;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http_body_util::{BodyExt, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

pub struct Receiver {
    pub url: String,
    spans: Arc<Mutex<Vec<Span>>>,
    requests: Arc<Mutex<Vec<String>>>,
    /// Stops when dropped.
    _server: JoinSet<()>,
}

impl Receiver {
    pub async fn start() -> Self {
        let (spans, requests) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let receive = {
            let (spans, requests) = (spans.clone(), requests.clone());
            move |request: Request<Incoming>| {
                let (spans, requests) = (spans.clone(), requests.clone());
                async move {
                    let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
                    let [kind, authorization] =
                        [CONTENT_TYPE, AUTHORIZATION].map(|name| header(name).unwrap_or_default());
                    let (method, path) = (request.method(), request.uri().path());
                    requests.lock().expect("a list").push(format!("{method} {path} {kind} {authorization}"));
                    let body = request.into_body().collect().await.expect("a body").to_bytes();
                    let export = ExportTraceServiceRequest::decode(body).expect("OTLP");
                    let scopes = export.resource_spans.into_iter().flat_map(|resource| resource.scope_spans);
                    spans.lock().expect("a list").extend(scopes.flat_map(|scope| scope.spans));
                    Ok::<_, Infallible>(Response::new(Empty::<Bytes>::new()))
                }
            }
        };
        let mut server = JoinSet::new();
        server.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((socket, _)) = listener.accept().await {
                let connection =
                    http1::Builder::new().serve_connection(TokioIo::new(socket), service_fn(receive.clone()));
                connections.spawn(async move {
                    // An exporter may disconnect.
                    let _ = connection.await;
                });
            }
        });
        Self { url, spans, requests, _server: server }
    }

    /// The spans received so far. A program sends all its spans before it exits.
    pub fn spans(&self) -> Vec<Span> {
        self.spans.lock().expect("a list").clone()
    }

    /// Method, path, content type and authorization of each request.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("a list").clone()
    }
}

/// The debug output of an attribute.
pub fn attribute(span: &Span, name: &str) -> Option<String> {
    let value = span.attributes.iter().find(|attribute| attribute.key == name)?.value.clone()?;
    Some(format!("{:?}", value.value?))
}

/// The names of a span and its descendants in start order, indented by depth.
pub fn tree(spans: &[Span], root: &Span) -> String {
    let mut text = String::new();
    write_tree(&mut text, spans, root, 0);
    text
}

fn write_tree(text: &mut String, spans: &[Span], span: &Span, depth: usize) {
    let took = (span.end_time_unix_nano - span.start_time_unix_nano) as f64 / 1e6;
    writeln!(text, "{:indent$}{} · {took:.2} ms", "", span.name, indent = 2 * depth).expect("a string");
    let below =
        spans.iter().filter(|other| other.trace_id == span.trace_id && other.parent_span_id == span.span_id);
    let mut below: Vec<_> = below.collect();
    below.sort_by_key(|span| span.start_time_unix_nano);
    for child in below {
        write_tree(text, spans, child, depth + 1);
    }
}
