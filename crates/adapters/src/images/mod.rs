//! Makes uploaded photos safe: reads the header, decodes the pixels, and encodes a new file from the pixels alone. A bounded
//! queue processes one photo at a time outside the async threads. Only this module uses the image library.

mod header;
mod pipeline;

use async_trait::async_trait;
use forum_domain::headshots::{ImageKind, ImageProcessor, ProcessedImage};
use forum_domain::shared::{Code, Fault, Refusal};

use crate::bounded_queue::{BoundedQueue, QueueError};

/// Maximum number of waiting uploads. Each holds up to 5 MiB and takes up to a second to process.
const MAX_WAITING: usize = 16;

/// Re-encodes photos from their pixels. Processing a photo takes less than 200 MiB of memory.
pub struct PixelProcessor(BoundedQueue);

impl Default for PixelProcessor {
    fn default() -> Self {
        Self(BoundedQueue::new(1, MAX_WAITING))
    }
}

impl PixelProcessor {
    async fn in_queue(
        &self,
        work: impl FnOnce() -> Result<ProcessedImage, Refusal> + Send + 'static,
    ) -> Result<ProcessedImage, Refusal> {
        self.0.run(work).await.unwrap_or_else(|error| match error {
            QueueError::Full => Err(Fault::Busy.into()),
            // A file that makes a decoder panic affects no other request.
            QueueError::Panicked => Err(Code::ImageUnreadable.into()),
            QueueError::ShuttingDown => {
                Err(Fault::Unavailable(format!("processing the photo was interrupted: {error}")).into())
            }
        })
    }
}

#[async_trait]
impl ImageProcessor for PixelProcessor {
    async fn process(&self, kind: ImageKind, content: Vec<u8>) -> Result<ProcessedImage, Refusal> {
        self.in_queue(move || pipeline::process(kind, &content)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_and_a_decoder_panic_are_distinguished() {
        let full = PixelProcessor(BoundedQueue::new(0, 0));
        let idle = || Err(Code::ImageTooLarge.into());
        assert_eq!(full.in_queue(idle).await, Err(Fault::Busy.into()));
        let processor = PixelProcessor::default();
        let outcome = processor.in_queue(|| panic!("a decoder bug")).await;
        assert_eq!(outcome, Err(Code::ImageUnreadable.into()));
        assert_eq!(processor.in_queue(idle).await, idle());
    }

    #[test]
    fn one_photo_is_processed_and_sixteen_wait() {
        assert_eq!(PixelProcessor::default().0.free_permits(), (1, 17));
    }
}
