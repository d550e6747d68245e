//! Log, traces and metrics contain no secrets and no personal data. Every operation of the built program receives marked
//! values as valid input (`visit`) and as invalid input (`sweep`). Then the log, traces and metrics are searched for the
//! values (`search`).

mod search;
mod sweep;
mod visit;

use std::collections::BTreeSet;
use std::fs::File;
use std::process::Stdio;

use forum_tests::program::{Installation, address_in, end_of};
use forum_tests::smtp_sink::SmtpSink;
use opentelemetry_proto::tonic::trace::v1::Span;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::observability::metrics::metrics_url;
use crate::support::otlp::Receiver;
use search::Canaries;

/// The log level that operators set to diagnose a problem.
const DEBUG: &str =
    "info,educators_forum=debug,forum_adapters=debug,forum_http=debug,private_postgres=debug,sqlx=debug";

/// Operations that neither `visit` nor `sweep` reaches.
const UNREACHED: [&str; 0] = [];

#[tokio::test(flavor = "multi_thread")]
async fn log_traces_and_metrics_contain_no_secrets_and_no_personal_data() {
    let (receiver, sink) = (Receiver::start().await, SmtpSink::start().await);
    let installation = Installation::new()
        .with_mail(&sink)
        .with("FORUM__METRICS__LISTEN", "127.0.0.1:0")
        .with("FORUM__WALLETS__CHAINS", "ethereum")
        .with("OTEL_EXPORTER_OTLP_ENDPOINT", &receiver.url)
        .with("RUST_LOG", DEBUG);
    let log_file = installation.path().join("log");
    let mut command = installation.command(["serve"]);
    command.stdout(Stdio::piped()).stderr(File::create(&log_file).expect("a file"));
    let mut program = command.spawn().expect("the program");
    let mut output = BufReader::new(program.stdout.take().expect("standard output")).lines();
    let url = address_in(&mut output).await.expect("a server");
    let log = || std::fs::read_to_string(&log_file).expect("the log");

    let mut canaries = Canaries::default();
    let tokens = visit::visit(&url, &installation, &sink, &mut canaries).await;
    sweep::sweep(&url, &tokens, &mut canaries).await;
    let metrics = reqwest::get(metrics_url(&log())).await.expect("a response").text().await.expect("text");
    let id = program.id().expect("a process").to_string();
    assert!(tokio::process::Command::new("kill").arg(id).status().await.expect("kill").success());
    assert!(end_of(&mut program).await.success());

    let document: Value = serde_json::from_str(include_str!("../../../openapi.json")).expect("JSON");
    let reached = |id: &&str| metrics.contains(&format!("forum_http_requests_total{{operation=\"{id}\""));
    let missing: BTreeSet<&str> =
        sweep::operations(&document).map(|found| found.id).filter(|id| !reached(id)).collect();
    assert_eq!(missing, BTreeSet::from(UNREACHED), "operations that were not called");

    let (log, spans) = (log(), receiver.spans());
    assert!(
        log.lines().count() > 200 && spans.len() > 500,
        "{} lines, {} spans",
        log.lines().count(),
        spans.len()
    );
    // The debug output contains names, attributes, events, links and status.
    let debug_output = |mut span: Span| {
        // Durations in nanoseconds can equal a mailed code.
        span.attributes.retain(|attribute| !["busy_ns", "idle_ns"].contains(&attribute.key.as_str()));
        format!("{span:?}")
    };
    let spans: Vec<String> = spans.into_iter().map(debug_output).collect();
    assert!(canaries.count() > 60, "{}", canaries.count());
    let mut found = canaries.found("the log", log.lines());
    found.extend(canaries.found("traces", spans.iter().map(String::as_str)));
    found.extend(canaries.found("metrics", metrics.lines()));
    assert!(found.is_empty(), "{found:#?}");
}
