//! What a process counts about its requests. The program publishes it.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use uuid::Uuid;

use crate::request::keyed_limit::KeyedLimit;

/// Upper bounds of the duration buckets, in seconds: a page takes 1 ms, a password hash 50 ms, and a request times out
/// after 10 s.
const BUCKETS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Answered {
    /// One of few: an operation id, `page`, `photo` and the like, or `none`.
    operation: &'static str,
    /// 499: the peer disconnected first.
    status: u16,
}

/// The only label of a metric.
pub type Label = [(&'static str, &'static str); 1];

/// Clones share the numbers.
#[derive(Clone)]
pub struct Traffic {
    pub requests: Family<Answered, Counter>,
    pub durations: Family<Label, Histogram, fn() -> Histogram>,
    /// Requests that a limit of the domain's table refused.
    pub limited: Family<Label, Counter>,
    /// Errors of one of the kinds in [`BROWSER_ERRORS`](crate::BROWSER_ERRORS).
    pub browser_errors: Family<Label, Counter>,
    pub(crate) uploads: KeyedLimit<Uuid>,
    pub(crate) event_streams: KeyedLimit<Uuid>,
}

impl Default for Traffic {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            limited: Family::default(),
            browser_errors: Family::default(),
            uploads: KeyedLimit::default(),
            event_streams: KeyedLimit::default(),
        }
    }
}

impl Traffic {
    pub fn uploads(&self) -> usize {
        self.uploads.sum()
    }

    pub fn event_streams(&self) -> usize {
        self.event_streams.sum()
    }

    pub(crate) fn answered(&self, operation: &'static str, status: u16, took: Duration) {
        self.requests.get_or_create(&Answered { operation, status }).inc();
        self.durations.get_or_create(&[("operation", operation)]).observe(took.as_secs_f64());
    }
}
