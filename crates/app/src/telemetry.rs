//! Log and traces, both filtered by `RUST_LOG` (default `info`). The log has one line per event on standard error: text
//! on a terminal, JSON otherwise. Traces are the spans of requests, operations, store calls and mails. They are sent
//! over OTLP to `OTEL_EXPORTER_OTLP_ENDPOINT` if that is set. Neither contains personal data.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::Context;
use forum_adapters::tls::Trust;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry};

const SERVICE: &str = "educators-forum";
pub(crate) const DEFAULT_FILTER: &str =
    "info,sqlx::postgres::notice=warn,opentelemetry=warn,opentelemetry_sdk=warn,opentelemetry-otlp=warn";
/// Spans of operations, which are also enabled if traces are sent.
const TRACED: &str = "forum::operation=debug";
/// Time limit for sending a batch to the trace receiver.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Whether each part is a level or `target=level`. The library also takes a misspelt level for a target.
pub(crate) fn is_filter(text: &str) -> bool {
    let is_plain = |part: &&str| !part.contains(['=', '[', ']', '{', '}']);
    let mut levels = text.split(',').filter(is_plain);
    EnvFilter::try_new(text).is_ok() && levels.all(|part| part.trim().parse::<LevelFilter>().is_ok())
}

pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

/// Starts the log, and sends traces to the receiver at `endpoint` (`http://host:4318`). A second call in the same
/// process has no effect on the log, so that tests can start several programs.
pub async fn start(endpoint: Option<&str>, trust: &Trust) -> anyhow::Result<Telemetry> {
    let traces = match endpoint {
        Some(endpoint) => {
            Some(traces_to(endpoint.to_owned(), trust.clone()).await.context("OTEL_EXPORTER_OTLP_ENDPOINT")?)
        }
        None => None,
    };
    let spans = traces.as_ref().map(|traces| {
        tracing_opentelemetry::layer().with_context_activation(false).with_tracer(traces.tracer(SERVICE))
    });
    // One filter for both rather than one per layer: after sqlx asks whether one of its log lines would be written, a
    // per-layer filter loses the next span or line (tracing-subscriber 0.3.23 caches the answer).
    let mut filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT_FILTER));
    if traces.is_some() {
        filter = filter.add_directive(TRACED.parse()?);
    }
    // A subscriber that was installed earlier stays.
    let _ = Registry::default().with(filter).with(log()).with(spans).try_init();
    Ok(Telemetry { traces })
}

impl Telemetry {
    pub async fn end(self) {
        let Some(traces) = self.traces else { return };
        // Uses blocking HTTP, which must not run on a thread of the runtime.
        let sent = tokio::task::spawn_blocking(move || traces.shutdown_with_timeout(TIMEOUT)).await;
        if let Ok(Err(error)) = sent {
            tracing::warn!(%error, "cannot send the last traces");
        }
    }
}

fn log<S>() -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false);
    if std::io::stderr().is_terminal() {
        lines.boxed()
    } else {
        lines.json().flatten_event(true).with_span_list(false).boxed()
    }
}

/// The trace exporter. Created on a blocking thread, because its HTTP client contains a runtime.
async fn traces_to(endpoint: String, trust: Trust) -> anyhow::Result<SdkTracerProvider> {
    tokio::task::spawn_blocking(move || {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(trust.blocking_http_client(TIMEOUT)?)
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{endpoint}/v1/traces"))
            .with_timeout(TIMEOUT)
            .build()?;
        Ok(SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(Resource::builder().with_service_name(SERVICE).build())
            .build())
    })
    .await?
}
