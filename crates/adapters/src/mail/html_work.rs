//! Parses HTML outside the async threads, one document at a time, because a crafted one may take long.

use forum_domain::shared::Fault;

use crate::bounded_queue::{BoundedQueue, QueueError};

/// Maximum number of waiting callers. Each holds about 100 kB of text.
const MAX_WAITING: usize = 100;

pub(super) struct HtmlWork(BoundedQueue);

impl Default for HtmlWork {
    fn default() -> Self {
        Self(BoundedQueue::new(1, MAX_WAITING))
    }
}

impl HtmlWork {
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        self.0.run(work).await.map_err(|error| match error {
            QueueError::Panicked => Fault::Bug(format!("reading HTML: {error}")),
            QueueError::Full | QueueError::ShuttingDown => {
                Fault::Unavailable(format!("reading HTML: {error}"))
            }
        })
    }
}
