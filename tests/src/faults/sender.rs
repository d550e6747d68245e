//! A mail sender that panics, and one that is slow.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use forum_domain::mail::{MailSender, OutgoingMail, RenderedMail, SendError};
use forum_domain::shared::Timer;

use crate::memory::{FixedClock, MemoryMailSender};

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
    async fn send(&self, mail: &OutgoingMail, content: &RenderedMail) -> Result<(), SendError> {
        self.taken.send(mail, content).await?;
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
    async fn send(&self, mail: &OutgoingMail, content: &RenderedMail) -> Result<(), SendError> {
        assert_ne!(mail.to.as_str(), self.to, "a bug that only this mail triggers");
        self.taken.send(mail, content).await
    }
}
