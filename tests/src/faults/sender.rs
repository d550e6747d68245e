//! A mail host that refuses, and one that takes its time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use forum_domain::mail::{Envelope, MailSender, SendError};
use forum_domain::shared::Timer;

use crate::memory::{FixedClock, MemoryMailSender};

/// Refuses the first mails and takes the others.
pub struct FailingSender {
    left: AtomicUsize,
    error: SendError,
    refused: Mutex<Vec<String>>,
    taken: MemoryMailSender,
}

impl FailingSender {
    /// Refuses `times` sendings with `error`.
    pub fn times(times: usize, error: SendError) -> Self {
        let refused = Mutex::default();
        Self { left: AtomicUsize::new(times), error, refused, taken: MemoryMailSender::default() }
    }

    /// Refuses every sending with `error`.
    pub fn always(error: SendError) -> Self {
        Self::times(usize::MAX, error)
    }

    /// The `Message-ID`s of refused sendings, oldest first.
    pub fn refused(&self) -> Vec<String> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was taken.
    pub fn taken(&self) -> &MemoryMailSender {
        &self.taken
    }
}

#[async_trait]
impl MailSender for FailingSender {
    async fn send(&self, envelope: Envelope<'_>) -> Result<(), SendError> {
        let before = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if before.is_ok() {
            let message_id = envelope.mail.message_id.clone();
            self.refused.lock().unwrap_or_else(PoisonError::into_inner).push(message_id);
            return Err(self.error.clone());
        }
        self.taken.send(envelope).await
    }
}

/// Takes every mail at once and says so after a while.
pub struct SlowSender {
    clock: Arc<FixedClock>,
    takes: Duration,
    taken: MemoryMailSender,
}

impl SlowSender {
    /// Says so after `takes`, by this clock.
    pub fn new(clock: Arc<FixedClock>, takes: Duration) -> Self {
        Self { clock, takes, taken: MemoryMailSender::default() }
    }

    /// What was taken, its sender told or not.
    pub fn taken(&self) -> &MemoryMailSender {
        &self.taken
    }
}

#[async_trait]
impl MailSender for SlowSender {
    async fn send(&self, envelope: Envelope<'_>) -> Result<(), SendError> {
        self.taken.send(envelope).await?;
        self.clock.sleep(self.takes).await;
        Ok(())
    }
}
