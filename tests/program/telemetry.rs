//! What an operator sees of a request: the log line and the trace. Also what must not appear in them.

use std::convert::Infallible;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use forum_tests::program::{Installation, address_in, end_of};
use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

const EMAIL: &str = "nadia.okafor@school.example";
const PASSWORD: &str = "Copper-71-meadow";

/// How long a test waits for the confirmation mail of a sign-up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A receiver of OTLP over HTTP on a free port.
struct Receiver {
    url: String,
    spans: Arc<Mutex<Vec<Span>>>,
    requests: Arc<Mutex<Vec<String>>>,
    /// Stops when dropped.
    _server: JoinSet<()>,
}

impl Receiver {
    async fn start() -> Self {
        let (spans, requests) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("its address"));
        let receive = {
            let (spans, requests) = (spans.clone(), requests.clone());
            move |request: Request<Incoming>| {
                let (spans, requests) = (spans.clone(), requests.clone());
                async move {
                    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
                    let kind = kind.unwrap_or_default();
                    requests.lock().expect("the list").push(format!(
                        "{} {} {kind}",
                        request.method(),
                        request.uri().path()
                    ));
                    let body = request.into_body().collect().await.expect("a body").to_bytes();
                    let export = ExportTraceServiceRequest::decode(body).expect("OTLP");
                    let scopes = export.resource_spans.into_iter().flat_map(|resource| resource.scope_spans);
                    spans.lock().expect("the list").extend(scopes.flat_map(|scope| scope.spans));
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
                    // An exporter that goes away in the middle is its own business.
                    let _ = connection.await;
                });
            }
        });
        Self { url, spans, requests, _server: server }
    }
}

fn attribute(span: &Span, name: &str) -> Option<String> {
    let value = span.attributes.iter().find(|attribute| attribute.key == name)?.value.clone()?;
    Some(format!("{:?}", value.value?))
}

/// Makes a sign-up and a refused sign-in, and stops the program; returns its standard error and the headers of the
/// first response.
async fn a_visit(place: &Installation) -> (String, reqwest::header::HeaderMap) {
    let mut command = place.command(["serve"]).expect("a command");
    let mut child = command
        .env_remove("RUST_LOG")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut output = BufReader::new(child.stdout.take().expect("its output")).lines();
    let url = address_in(&mut output).await.expect("serving");
    let mut errors = child.stderr.take().expect("its log");
    let mut log = JoinSet::new();
    log.spawn(async move {
        let mut text = String::new();
        errors.read_to_string(&mut text).await.expect("UTF-8");
        text
    });
    let client = reqwest::Client::new();
    let sign_up =
        json!({ "email": EMAIL, "password": PASSWORD, "first_name": "Nadia", "last_name": "Okafor" });
    let answer =
        client.post(format!("{url}/api/auth/signup")).json(&sign_up).send().await.expect("an answer");
    assert_eq!(answer.status(), 202);
    let headers = answer.headers().clone();
    let unknown = client.get(format!("{url}/api/auth/keys?who={EMAIL}")).send().await.expect("an answer");
    assert_eq!(unknown.status(), 422);
    let sign_in = json!({ "email": EMAIL, "password": "Wrong-9-password" });
    let refused =
        client.post(format!("{url}/api/auth/sessions")).json(&sign_in).send().await.expect("an answer");
    assert_eq!(refused.status(), 401);
    let spool = place.path().join("data/mail");
    let spooled = tokio::time::timeout(PATIENCE, async {
        while std::fs::read_dir(&spool).map_or(0, Iterator::count) == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    if spooled.await.is_err() {
        panic!("no mail came to {} within {PATIENCE:?}", spool.display());
    }
    let id = child.id().expect("a process").to_string();
    assert!(tokio::process::Command::new("kill").arg(id).status().await.expect("kill").success());
    assert!(end_of(&mut child).await.expect("its end").success());
    (log.join_next().await.expect("one log").expect("the log"), headers)
}

#[tokio::test]
async fn a_request_is_one_line_of_json_with_its_id_and_nothing_personal() {
    let place = Installation::new().expect("a place");
    let (log, headers) = a_visit(&place).await;
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("JSON: {line}")))
        .collect();
    let id = headers["x-request-id"].to_str().expect("an id");
    let ours: Vec<_> =
        lines.iter().filter(|line| line["message"] == "request" && line["request_id"] == id).collect();
    let [line] = ours[..] else { panic!("one line: {log}") };
    assert_eq!(
        (&line["method"], &line["route"], &line["status"]),
        (&json!("POST"), &json!("/api/auth/signup"), &json!(202))
    );
    assert!(line["ms"].is_u64());
    for personal in ["nadia", "okafor", "Copper", "Wrong-9", "token="] {
        assert!(!log.to_lowercase().contains(&personal.to_lowercase()), "{personal} in {log}");
    }
}

#[tokio::test]
async fn a_receiver_gets_the_span_of_a_request_with_its_child_spans() {
    let receiver = Receiver::start().await;
    let place = Installation::new().expect("a place").with("OTEL_EXPORTER_OTLP_ENDPOINT", &receiver.url);
    let (_log, headers) = a_visit(&place).await;

    let requests = receiver.requests.lock().expect("the list").clone();
    assert!(
        !requests.is_empty() && requests.iter().all(|line| line == "POST /v1/traces application/x-protobuf"),
        "{requests:?}"
    );
    let spans = receiver.spans.lock().expect("the list").clone();
    let named = |name: &str| {
        spans.iter().find(|span| span.name == name).unwrap_or_else(|| {
            panic!("no {name} in {:?}", spans.iter().map(|span| &span.name).collect::<Vec<_>>())
        })
    };
    let at =
        |span: &&Span| attribute(span, "http.route").is_some_and(|route| route.contains("/api/auth/signup"));
    let request = spans.iter().find(at).expect("the span of the request");
    assert_eq!(request.name, "POST");
    let id = headers["x-request-id"].to_str().expect("an id");
    assert!(attribute(request, "request_id").expect("an id").contains(id));
    assert!(attribute(request, "http.response.status_code").expect("a status").contains("202"));
    for below in ["accounts.register", "passwords.hash"] {
        assert_eq!(named(below).parent_span_id, request.span_id, "{below}");
        assert_eq!(named(below).trace_id, request.trace_id, "{below}");
    }
    named("mail.send");
    let everything = format!("{spans:?}").to_lowercase();
    for personal in ["nadia", "okafor", "copper", "wrong-9"] {
        assert!(!everything.contains(personal), "{personal}");
    }
}

#[tokio::test]
async fn an_unreachable_receiver_affects_neither_responses_nor_shutdown() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address");
    let place =
        Installation::new().expect("a place").with("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://{free}"));
    let (log, _headers) = a_visit(&place).await;
    assert!(log.contains("/api/auth/signup"));
}
