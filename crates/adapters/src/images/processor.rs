//! The port [`ImageProcessor`]: one photo at a time, off the async threads, with a short queue before it; who
//! finds the queue full is told so at once.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::headshots::{ImageError, ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::Fault;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::pipeline;

/// Uploads that may wait beside the one at work, each with up to 5 MiB in hand and up to a second of work.
const QUEUE: usize = 16;

/// Makes photos anew from their pixels. A photo costs less than 200 MiB of memory while it is at work.
pub struct PixelProcessor {
    /// A place at work or in the queue; without one the caller is refused.
    admitted: Arc<Semaphore>,
    /// The one place at work.
    running: Arc<Semaphore>,
}

impl Default for PixelProcessor {
    fn default() -> Self {
        Self::new()
    }
}

impl PixelProcessor {
    /// With the usual queue of 16.
    pub fn new() -> Self {
        Self::with_queue(QUEUE)
    }

    /// `waiting` uploads beside the one at work.
    pub fn with_queue(waiting: usize) -> Self {
        Self { admitted: Arc::new(Semaphore::new(waiting + 1)), running: Arc::new(Semaphore::new(1)) }
    }

    /// Runs `work` when its turn has come. The places move into the blocking task, so that a request that is
    /// cancelled in the middle does not free them before the memory is free.
    async fn in_turn<W>(&self, work: W) -> Result<ProcessedImage, ImageError>
    where
        W: FnOnce() -> Result<ProcessedImage, ImageError> + Send + 'static,
    {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| ImageError::Busy)?;
        let running = Arc::clone(&self.running).acquire_owned().await;
        let running = running.map_err(|error| unavailable(&error))?;
        let done = spawn_blocking(move || {
            let _places: (OwnedSemaphorePermit, OwnedSemaphorePermit) = (admitted, running);
            work()
        });
        match done.await {
            Ok(outcome) => outcome,
            // A file that a decoder trips over is the file's fault, and takes nobody else down.
            Err(error) if error.is_panic() => Err(ImageError::Unreadable("the decoder gave up".to_owned())),
            Err(error) => Err(unavailable(&error)),
        }
    }
}

#[async_trait]
impl ImageProcessor for PixelProcessor {
    async fn process(&self, kind: ImageKind, content: Vec<u8>) -> Result<ProcessedImage, ImageError> {
        self.in_turn(move || pipeline::process(kind, &content)).await
    }
}

/// The semaphores are never closed; only a runtime that shuts down leads here.
fn unavailable(error: &dyn std::fmt::Display) -> ImageError {
    Fault::Unavailable(format!("the photo's processing was cut short: {error}")).into()
}

#[cfg(test)]
mod tests {
    use tokio::task::JoinSet;

    use super::*;

    fn photo() -> Result<ProcessedImage, ImageError> {
        Ok(ProcessedImage { content: vec![1], width: 1, height: 1 })
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once_and_takes_callers_again_when_it_has_room() {
        let processor = PixelProcessor::with_queue(1);
        let places = Arc::clone(&processor.admitted).acquire_many_owned(2).await.expect("both places");
        assert_eq!(processor.in_turn(photo).await, Err(ImageError::Busy));
        drop(places);
        assert_eq!(processor.in_turn(photo).await, photo());
    }

    #[test]
    fn sixteen_wait_beside_the_one_at_work() {
        let processor = PixelProcessor::default();
        assert_eq!((processor.admitted.available_permits(), processor.running.available_permits()), (17, 1));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn one_is_at_work_at_a_time() {
        let processor = Arc::new(PixelProcessor::with_queue(9));
        let at_work = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let mut callers = JoinSet::new();
        for _ in 0..10 {
            let (processor, at_work) = (Arc::clone(&processor), Arc::clone(&at_work));
            callers.spawn(async move {
                let alone = move || {
                    use std::sync::atomic::Ordering::SeqCst;
                    let others = at_work.fetch_add(1, SeqCst);
                    std::thread::yield_now();
                    at_work.fetch_sub(1, SeqCst);
                    assert_eq!(others, 0, "two at once");
                    photo()
                };
                processor.in_turn(alone).await
            });
        }
        assert!(callers.join_all().await.into_iter().all(|outcome| outcome == photo()));
    }

    #[tokio::test]
    async fn a_caller_that_gives_up_in_the_queue_frees_its_place() {
        let processor = Arc::new(PixelProcessor::with_queue(0));
        let at_work = Arc::clone(&processor.running).acquire_owned().await.expect("the place at work");
        let mut callers = JoinSet::new();
        callers.spawn({
            let processor = Arc::clone(&processor);
            async move { processor.in_turn(photo).await }
        });
        while processor.admitted.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        callers.shutdown().await;
        assert_eq!(processor.admitted.available_permits(), 1);
        drop(at_work);
    }

    #[tokio::test]
    async fn a_decoder_that_panics_is_an_unreadable_photo_and_frees_its_place() {
        let processor = PixelProcessor::with_queue(0);
        let outcome = processor.in_turn(|| panic!("a decoder's mistake")).await;
        assert!(matches!(outcome, Err(ImageError::Unreadable(_))), "{outcome:?}");
        assert_eq!(processor.in_turn(photo).await, photo());
    }
}
