//! Log and traces, both filtered by `RUST_LOG` (default `info`). The log is one line an event on standard error: words
//! on a terminal, JSON otherwise. Traces are the spans of requests, store calls and mails, sent by OTLP where
//! `OTEL_EXPORTER_OTLP_ENDPOINT` says so. Neither ever holds what belongs to a person.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::Context;
use forum_adapters::tls::Trust;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Subscriber;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry};

/// Name of the service in traces.
const SERVICE: &str = "educators-forum";
/// What is written and sent unless `RUST_LOG` says otherwise.
const QUIET: &str =
    "info,sqlx::postgres::notice=warn,opentelemetry=warn,opentelemetry_sdk=warn,opentelemetry-otlp=warn";
/// How long the receiver of traces may take for a batch.
const TIMEOUT: Duration = Duration::from_secs(5);

/// What has to be sent before the program ends.
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

/// Starts the log, and traces to the receiver at `endpoint` (`http://host:4318`). A second call in a process has no
/// effect on the log, so that tests may start several programs.
///
/// # Errors
/// When the sender of traces cannot be set up.
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
    // One filter for both, and not one a layer: after sqlx asked whether a line of its own would be written, a filter
    // of a layer loses the next span or line (tracing-subscriber 0.3.23 keeps the answer for it).
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(QUIET));
    // Already started: the first one stays.
    let _ = Registry::default().with(filter).with(log()).with(spans).try_init();
    Ok(Telemetry { traces })
}

impl Telemetry {
    /// Sends what is left.
    pub async fn end(self) {
        let Some(traces) = self.traces else { return };
        // Blocking HTTP, which must not run on a thread of the runtime.
        let sent = tokio::task::spawn_blocking(move || traces.shutdown_with_timeout(TIMEOUT)).await;
        if let Ok(Err(error)) = sent {
            tracing::warn!(%error, "the last traces could not be sent");
        }
    }
}

/// Lines on standard error.
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

/// The sender of traces. Made on a blocking thread: its HTTP client brings a runtime of its own.
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
