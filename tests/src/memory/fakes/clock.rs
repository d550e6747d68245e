//! Time under the control of a test; identifiers are the program's own.

use async_trait::async_trait;
use forum_domain::shared::{Clock, Timer};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use tokio::sync::watch;

/// A clock that a test advances, and its timers.
pub struct FixedClock(watch::Sender<OffsetDateTime>);

impl FixedClock {
    pub fn at(now: OffsetDateTime) -> Self {
        Self(watch::Sender::new(now))
    }

    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now += by);
    }

    pub fn set(&self, now: OffsetDateTime) {
        self.0.send_replace(now);
    }
}

impl Default for FixedClock {
    /// Noon of an ordinary day.
    fn default() -> Self {
        Self::at(datetime!(2026-11-20 12:00 UTC))
    }
}

impl Clock for FixedClock {
    fn now(&self) -> OffsetDateTime {
        *self.0.borrow()
    }
}

#[async_trait]
impl Timer for FixedClock {
    async fn sleep(&self, duration: std::time::Duration) {
        let end = self.now() + duration;
        let reached = self.0.subscribe().wait_for(|now| *now >= end).await.map(drop);
        reached.expect("a sender that lives as long as the clock");
    }
}
