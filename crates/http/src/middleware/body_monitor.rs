//! Distinguishes our own slowness from the peer's: whether a request that takes too long is waiting for its body.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::stream::{self, StreamExt};
use poem::Body;

/// Whether a request is waiting for its peer.
#[derive(Default)]
pub(crate) struct BodyMonitor(Arc<AtomicBool>);

impl BodyMonitor {
    /// The same body, which records when a reader is waiting for more of it.
    pub(crate) fn watch(&self, body: Body) -> Body {
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

    /// Whether the last poll of the body was pending.
    pub(crate) fn is_awaited(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
