//! Metrics of a process in the text format of Prometheus, at `/metrics` on a separate address
//! (`FORUM__METRICS__LISTEN`). This module has the counters; `readings` are read at each scrape. Labels have few
//! values, and none comes from a client.

mod endpoint;
mod readings;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use forum_adapters::crypto::Argon2Hasher;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::postgres::ConnectionPool;
use forum_domain::limits::RateLimit;
use forum_domain::mail::Dispatched;
use forum_domain::shared::Clock;
use forum_http::{Activity, BROWSER_ERRORS, Traffic};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::prometheus_text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::lifecycle::PANICS;

pub use endpoint::start;

/// Upper bounds of the duration buckets, in seconds: a page takes 1 ms, a password hash 50 ms, and a request times out
/// after 10 s.
const BUCKETS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    operation: &'static str,
    status: u16,
}

/// The only label of a metric.
type Label = [(&'static str, &'static str); 1];

pub struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    durations: Family<Label, Histogram, fn() -> Histogram>,
    limited: Family<Label, Counter>,
    browser_errors: Family<Label, Counter>,
    mails: Family<Label, Counter>,
    activity: Activity,
    parts: OnceLock<Parts>,
}

pub struct Parts {
    pub pool: ConnectionPool,
    pub hasher: Arc<Argon2Hasher>,
    pub files: Arc<OpendalFileStore>,
    pub clock: Arc<dyn Clock>,
}

impl Metrics {
    /// `activity` counts current uploads and event streams.
    pub fn new(activity: Activity) -> Self {
        let mut registry = Registry::with_prefix("forum");
        let help = "Requests by operation and status; 499 means that the client disconnected";
        let requests = counters(&mut registry, "http_requests", help);
        let durations: Family<Label, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(BUCKETS));
        let help = "Time to the beginning of the response, by operation";
        registry.register("http_request_duration_seconds", help, durations.clone());
        let limited: Family<Label, Counter> =
            counters(&mut registry, "rate_limited", "Requests that a limit refused");
        let help = "Page errors that browsers reported, by kind";
        let browser_errors: Family<Label, Counter> = counters(&mut registry, "browser_errors", help);
        let help = "Mails that this process took from the outbox, by outcome";
        let mails: Family<Label, Counter> = counters(&mut registry, "mails", help);
        let help = "Panics of background tasks, which continued";
        registry.register("task_panics", help, PANICS.clone());
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the program", version);
        // A counter that starts at 0 has a rate from its first event.
        for limit in RateLimit::ALL {
            drop(limited.get_or_create(&[("limit", limit.name)]));
        }
        for kind in BROWSER_ERRORS {
            drop(browser_errors.get_or_create(&[("kind", kind)]));
        }
        for outcome in Dispatched::ALL {
            drop(mails.get_or_create(&[("outcome", outcome.as_str())]));
        }
        Self {
            registry,
            requests,
            durations,
            limited,
            browser_errors,
            mails,
            activity,
            parts: OnceLock::new(),
        }
    }

    pub fn open(&self, parts: Parts) {
        self.parts.get_or_init(|| parts);
    }

    pub fn mail(&self, outcome: Dispatched) {
        self.mails.get_or_create(&[("outcome", outcome.as_str())]).inc();
    }

    /// All metrics now, in the text format of Prometheus, version 0.0.4.
    async fn text(&self) -> String {
        let readings = readings::read(&self.activity, self.parts.get()).await;
        let mut text = String::new();
        for registry in [&self.registry, &readings] {
            if let Err(error) = encode(&mut text, registry) {
                tracing::error!(%error, "cannot write metrics");
            }
        }
        text
    }
}

fn counters<L>(registry: &mut Registry, name: &str, help: &str) -> Family<L, Counter>
where
    L: EncodeLabelSet + Clone + Debug + Eq + Hash + Send + Sync + 'static,
{
    let family = Family::default();
    registry.register(name, help, family.clone());
    family
}

impl Traffic for Metrics {
    fn answered(&self, operation: &'static str, status: u16, took: Duration) {
        self.requests.get_or_create(&Answered { operation, status }).inc();
        self.durations.get_or_create(&[("operation", operation)]).observe(took.as_secs_f64());
    }

    fn limited(&self, limit: &'static str) {
        self.limited.get_or_create(&[("limit", limit)]).inc();
    }

    fn browser_error(&self, kind: &'static str) {
        self.browser_errors.get_or_create(&[("kind", kind)]).inc();
    }
}
