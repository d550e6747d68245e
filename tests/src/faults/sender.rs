//! A mail sender that fails, one that panics, and one that is slow.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use forum_domain::mail::{Envelope, MailSender, SendError};
use forum_domain::shared::Timer;

use crate::memory::{FixedClock, MemoryMailSender};

/// Fails the first attempts and accepts the rest.
pub struct FailingSender {
    left: AtomicUsize,
    error: SendError,
    refused: Mutex<Vec<String>>,
    taken: MemoryMailSender,
}

impl FailingSender {
    /// Fails the first `times` attempts with `error`.
    pub fn times(times: usize, error: SendError) -> Self {
        let refused = Mutex::default();
        Self { left: AtomicUsize::new(times), error, refused, taken: MemoryMailSender::default() }
    }

    /// Fails every attempt with `error`.
    pub fn always(error: SendError) -> Self {
        Self::times(usize::MAX, error)
    }

    /// The `Message-ID`s of failed attempts, oldest first.
    pub fn refused(&self) -> Vec<String> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

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

/// Accepts every mail immediately, but confirms it only after a delay.
pub struct SlowSender {
    clock: Arc<FixedClock>,
    takes: Duration,
    taken: MemoryMailSender,
}

impl SlowSender {
    /// Confirms after `takes`, measured by this clock.
    pub fn new(clock: Arc<FixedClock>, takes: Duration) -> Self {
        Self { clock, takes, taken: MemoryMailSender::default() }
    }

    /// The accepted mails, confirmed or not.
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

/// Panics for every mail to one address and accepts the others.
pub struct PanickingSender {
    to: &'static str,
    taken: MemoryMailSender,
}

impl PanickingSender {
    /// Panics for mails to `to`.
    pub fn at(to: &'static str) -> Self {
        Self { to, taken: MemoryMailSender::default() }
    }

    pub fn taken(&self) -> &MemoryMailSender {
        &self.taken
    }
}

#[async_trait]
impl MailSender for PanickingSender {
    async fn send(&self, envelope: Envelope<'_>) -> Result<(), SendError> {
        assert_ne!(envelope.mail.to.as_str(), self.to, "a bug that only this mail triggers");
        self.taken.send(envelope).await
    }
}
