//! Log, traces and metrics contain no secrets and no personal data. The flows of the built program that handle secrets and
//! applications receive marked values (`visit`). Then the log, traces and metrics are searched for the values (`search`).

mod search;
mod visit;

use forum_tests::program::Installation;
use forum_tests::smtp_sink::SmtpSink;
use opentelemetry_proto::tonic::trace::v1::Span;

use crate::observability::metrics::metrics_url;
use crate::support::otlp::Receiver;
use search::Canaries;

/// The log level that operators set to diagnose a problem.
const DEBUG: &str =
    "info,educators_forum=debug,forum_adapters=debug,forum_http=debug,private_postgres=debug,sqlx=debug";

#[tokio::test(flavor = "multi_thread")]
async fn log_traces_and_metrics_contain_no_secrets_and_no_personal_data() {
    let (receiver, sink) = (Receiver::start().await, SmtpSink::start().await);
    let installation = Installation::new()
        .with_mail(&sink)
        .with("FORUM__METRICS__LISTEN", "127.0.0.1:0")
        .with("OTEL_EXPORTER_OTLP_ENDPOINT", &receiver.url)
        .with("RUST_LOG", DEBUG);
    let program = installation.serve().await;
    let mut canaries = Canaries::default();
    visit::visit(&program.url, &installation, &sink, &mut canaries).await;
    let metrics = reqwest::get(metrics_url(&program.log())).await.expect("a response");
    let metrics = metrics.text().await.expect("text");
    let (log, spans) = (program.end_with_log().await, receiver.spans());
    assert!(
        log.lines().count() > 100 && spans.len() > 100,
        "{} lines, {} spans",
        log.lines().count(),
        spans.len()
    );
    assert!(metrics.contains("operation=\"submit_application\""), "{metrics}");
    // The debug output contains names, attributes, events, links and status.
    let debug_output = |mut span: Span| {
        // Durations in nanoseconds can equal a mailed code.
        span.attributes.retain(|attribute| !["busy_ns", "idle_ns"].contains(&attribute.key.as_str()));
        format!("{span:?}")
    };
    let spans: Vec<String> = spans.into_iter().map(debug_output).collect();
    assert!(canaries.count() > 40, "{}", canaries.count());
    let mut found = canaries.found("the log", log.lines());
    found.extend(canaries.found("traces", spans.iter().map(String::as_str)));
    found.extend(canaries.found("metrics", metrics.lines()));
    assert!(found.is_empty(), "{found:#?}");
}
