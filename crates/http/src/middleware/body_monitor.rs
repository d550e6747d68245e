//! Tells whether a request that takes too long is waiting for its body, which is the client's fault, or not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::stream::{self, StreamExt};
use poem::Body;

/// Whether a request is waiting for its body.
#[derive(Default)]
pub(crate) struct BodyMonitor(Arc<AtomicBool>);

impl BodyMonitor {
    /// Wraps a body and records whether its reader is waiting for more.
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
