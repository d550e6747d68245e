//! Runs expensive work outside the async threads: a few jobs at a time, with a short queue. If the queue is full, the
//! caller is refused immediately.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

pub(crate) struct BoundedQueue {
    /// Permits for running and waiting callers. Without one the caller is refused.
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
    /// Total number of permits: `(running, admitted)`.
    capacity: (usize, usize),
    refused: AtomicU64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueState {
    pub running: usize,
    pub waiting: usize,
    pub refused: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum QueueError {
    #[error("the queue is full")]
    Full,
    #[error("the job panicked")]
    Panicked,
    #[error("the program is shutting down")]
    ShuttingDown,
}

impl BoundedQueue {
    pub(crate) fn new(running: usize, waiting: usize) -> Self {
        Self {
            admitted: Arc::new(Semaphore::new(running + waiting)),
            running: Arc::new(Semaphore::new(running)),
            capacity: (running, running + waiting),
            refused: AtomicU64::new(0),
        }
    }

    pub(crate) fn state(&self) -> QueueState {
        let running = self.capacity.0 - self.running.available_permits();
        let admitted = self.capacity.1 - self.admitted.available_permits();
        // A job may have ended between the two reads.
        let waiting = admitted.saturating_sub(running);
        QueueState { running, waiting, refused: self.refused.load(Ordering::Relaxed) }
    }

    #[cfg(test)]
    pub(crate) fn free_permits(&self) -> (usize, usize) {
        (self.running.available_permits(), self.admitted.available_permits())
    }

    /// Waits for a permit and runs `work`. The permits move into the blocking task, so that a cancelled request does not
    /// release them before the work has ended.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, QueueError> {
        let Ok(admitted) = Arc::clone(&self.admitted).try_acquire_owned() else {
            self.refused.fetch_add(1, Ordering::Relaxed);
            return Err(QueueError::Full);
        };
        // The semaphores are never closed.
        let running =
            Arc::clone(&self.running).acquire_owned().await.map_err(|_| QueueError::ShuttingDown)?;
        let done = spawn_blocking(move || {
            let _permits = (admitted, running);
            work()
        });
        done.await.map_err(|error| match error.is_panic() {
            true => QueueError::Panicked,
            false => QueueError::ShuttingDown,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test]
    async fn a_full_queue_refuses_callers_until_a_permit_is_free_and_counts_all() {
        let queue = BoundedQueue::new(1, 1);
        let permits = Arc::clone(&queue.admitted).acquire_many_owned(2).await.expect("both permits");
        let running = Arc::clone(&queue.running).acquire_owned().await.expect("a running permit");
        assert_eq!(queue.state(), QueueState { running: 1, waiting: 1, refused: 0 });
        assert_eq!(queue.run(|| 1).await, Err(QueueError::Full));
        drop((permits, running));
        assert_eq!(queue.state(), QueueState { running: 0, waiting: 0, refused: 1 });
        assert_eq!(queue.run(|| panic!("a bug")).await, Err::<(), _>(QueueError::Panicked));
        assert_eq!(queue.run(|| 1).await, Ok(1));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn jobs_in_progress_never_exceed_the_limit() {
        let queue = Arc::new(BoundedQueue::new(1, 9));
        let running = Arc::new(AtomicUsize::new(0));
        let mut callers = JoinSet::new();
        for _ in 0..10 {
            let (queue, running) = (Arc::clone(&queue), Arc::clone(&running));
            callers.spawn(async move {
                let work = move || {
                    let others = running.fetch_add(1, Ordering::SeqCst);
                    std::thread::yield_now();
                    running.fetch_sub(1, Ordering::SeqCst);
                    others
                };
                queue.run(work).await
            });
        }
        assert!(callers.join_all().await.into_iter().all(|others| others == Ok(0)));
    }

    /// Of two callers, the first runs and the second waits. Cancelled, the second releases its permit immediately and the
    /// first when its work ends.
    #[tokio::test]
    async fn a_cancelled_caller_keeps_its_permits_only_while_its_work_runs() {
        let queue = Arc::new(BoundedQueue::new(1, 1));
        let (release, released) = std::sync::mpsc::channel::<()>();
        let mut callers = JoinSet::new();
        let (first, second) = (Arc::clone(&queue), Arc::clone(&queue));
        callers.spawn(async move { first.run(move || released.recv().is_err()).await });
        while queue.free_permits() != (0, 1) {
            tokio::task::yield_now().await;
        }
        callers.spawn(async move { second.run(|| true).await });
        while queue.free_permits() != (0, 0) {
            tokio::task::yield_now().await;
        }
        callers.shutdown().await;
        assert_eq!(queue.free_permits(), (0, 1));
        drop(release);
        drop(queue.running.acquire().await.expect("a free permit"));
    }
}
