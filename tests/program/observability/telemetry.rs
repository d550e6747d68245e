//! The log line and the trace of a request. `canaries` searches them for personal data.

use forum_tests::program::Installation;
use forum_tests::smtp_sink::SmtpSink;
use forum_tests::timing::wait_for;
use opentelemetry_proto::tonic::trace::v1::Span;
use serde_json::{Value, json};

use super::otlp::{Receiver, attribute, tree};
use crate::client::Client;

const EMAIL: &str = "nadia.okafor@school.example";
const PASSWORD: &str = "Copper-71-meadow";

/// Sends a sign-up and a refused sign-in, and stops the program. Returns its log and the id of the first request.
async fn requests_and_shutdown(installation: &Installation) -> (String, String) {
    let program = installation.serve().await;
    let client = Client::new(&program.url);
    let form = json!({ "email": EMAIL, "password": PASSWORD, "first_name": "Nadia", "last_name": "Okafor" });
    let answer = client.post("/auth/signup", form).await;
    assert_eq!(answer.status(), 202);
    let id = answer.headers()["x-request-id"].to_str().expect("an id").to_owned();
    assert_eq!(client.answer(&format!("/auth/keys?who={EMAIL}")).await.status(), 422);
    let sign_in = json!({ "email": EMAIL, "password": "Wrong-9-password" });
    assert_eq!(client.post("/auth/sessions", sign_in).await.status(), 401);
    let spool = installation.path().join("data/mail");
    let is_spooled = async || std::fs::read_dir(&spool).is_ok_and(|mut mails| mails.next().is_some());
    wait_for("a mail in the spool", is_spooled).await;
    (program.end_with_log().await, id)
}

/// The receiver of traces is unreachable, which affects neither responses nor shutdown.
#[tokio::test]
async fn a_request_is_logged_as_one_json_line_with_its_id() {
    let installation = Installation::new().with("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
    let (log, id) = requests_and_shutdown(&installation).await;
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("JSON: {line}")))
        .collect();
    let ours: Vec<_> =
        lines.iter().filter(|line| line["message"] == "request" && line["request_id"] == id).collect();
    let [line] = ours[..] else { panic!("one line: {log}") };
    assert_eq!(
        (&line["method"], &line["route"], &line["status"]),
        (&json!("POST"), &json!("/api/auth/signup"), &json!(202))
    );
    assert!(line["ms"].is_u64());
}

fn sign_up(spans: &[Span]) -> &Span {
    let at =
        |span: &&Span| attribute(span, "http.route").is_some_and(|route| route.contains("/api/auth/signup"));
    spans.iter().find(at).expect("the span of the request")
}

fn documented() -> &'static str {
    let text = include_str!("../../../docs/observability.md");
    let example = text.split("```text\n").nth(1).expect("an example");
    example.split("```").next().expect("the end of the example")
}

/// The names in a tree, without durations.
fn names(tree: &str) -> Vec<&str> {
    tree.lines().map(|line| line.split(" · ").next().unwrap_or(line)).collect()
}

#[tokio::test]
async fn one_trace_connects_a_request_with_its_operation_store_calls_and_mail() {
    let receiver = Receiver::start().await;
    let installation = Installation::new()
        .with("OTEL_EXPORTER_OTLP_ENDPOINT", &receiver.url)
        .with("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20secret");
    let (_log, id) = requests_and_shutdown(&installation).await;

    let requests = receiver.requests();
    let expected = "POST /v1/traces application/x-protobuf Bearer secret";
    assert!(!requests.is_empty() && requests.iter().all(|line| line == expected), "{requests:?}");
    let spans = receiver.spans();
    let request = sign_up(&spans);
    assert_eq!(request.name, "POST");
    assert!(attribute(request, "request_id").expect("an id").contains(&id));
    assert!(attribute(request, "http.response.status_code").expect("a status").contains("202"));
    let shown = tree(&spans, request);
    assert_eq!(names(&shown), names(documented()), "docs/observability.md does not show {shown}");
    let alone = spans.iter().filter(|span| span.name == "mail.deliver" && span.parent_span_id.is_empty());
    assert_eq!(alone.count(), 0, "every mail belongs to a request");
}

#[tokio::test]
async fn a_mail_that_another_process_sends_belongs_to_the_trace_of_the_request() {
    let receiver = Receiver::start().await;
    let closed_port =
        std::net::TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address");
    let installation = Installation::new().with("OTEL_EXPORTER_OTLP_ENDPOINT", &receiver.url);
    let installation = installation.with("FORUM__MAIL__URL", format!("smtp://{closed_port}"));
    let first = installation.serve().await;
    Client::new(&first.url).sign_up(EMAIL).await;
    first.end().await;
    let sink = SmtpSink::start().await;
    let installation = installation.with_mail(&sink);
    let second = installation.serve().await;
    sink.wait_for(1).await;
    second.end().await;

    let spans = receiver.spans();
    let request = sign_up(&spans);
    let sent = |span: &&Span| {
        span.name == "mail.deliver" && attribute(span, "outcome").is_some_and(|word| word.contains("sent"))
    };
    let sent = spans.iter().find(sent).expect("a mail that was sent");
    assert_eq!(sent.trace_id, request.trace_id);
    let queued_in =
        spans.iter().find(|span| span.span_id == sent.parent_span_id).expect("the span that queued the mail");
    assert_eq!(queued_in.name, "accounts.sign_up");
}

#[tokio::test]
async fn only_a_trusted_proxy_can_set_the_trace_of_a_request_and_the_sampler_can_drop_it() {
    const THEIRS: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    for (proxies, sampler, share, continued) in [
        ("192.0.2.1", "parentbased_always_on", "1", Some(false)),
        ("127.0.0.1", "parentbased_always_on", "1", Some(true)),
        ("127.0.0.1", "always_off", "1", None),
        ("127.0.0.1", "traceidratio", "0", None),
    ] {
        let receiver = Receiver::start().await;
        let installation = Installation::new()
            .with("OTEL_EXPORTER_OTLP_ENDPOINT", &receiver.url)
            .with("OTEL_TRACES_SAMPLER", sampler)
            .with("OTEL_TRACES_SAMPLER_ARG", share)
            .with("FORUM__HTTP__TRUSTED_PROXIES", proxies);
        let program = installation.serve().await;
        let parent = format!("00-{THEIRS}-00f067aa0ba902b7-01");
        let answer = Client::new(&program.url).fetch("/api/health", &[("traceparent", &parent)]).await;
        assert_eq!(answer.status(), 200);
        program.end().await;
        let spans = receiver.spans();
        let hex = |id: &[u8]| id.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let ours = spans.iter().find(|span| span.name == "GET");
        assert_eq!(ours.map(|ours| hex(&ours.trace_id) == THEIRS), continued, "{sampler} from {proxies}");
    }
}

#[tokio::test]
async fn the_log_filter_chooses_the_lines_of_the_log() {
    for (filter, is_logged) in [("info", true), ("off", false)] {
        // A second migration of the same database would have nothing to log.
        let installation = Installation::new().with("RUST_LOG", filter);
        let log = installation.run(&["migrate"]).await.success_message();
        assert_eq!(!log.is_empty(), is_logged, "{filter}: {log}");
    }
}
