//! Time under the control of a test; identifiers are the program's own.

use async_trait::async_trait;
use forum_domain::shared::{Clock, Timer};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use tokio::sync::watch;

/// How long a test waits for a task that should run.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

/// A clock that a test advances, and its timers.
pub struct FixedClock {
    now: watch::Sender<OffsetDateTime>,
    /// The ends of the running timers.
    timers: watch::Sender<Vec<OffsetDateTime>>,
}

impl FixedClock {
    pub fn at(now: OffsetDateTime) -> Self {
        Self { now: watch::Sender::new(now), timers: watch::Sender::default() }
    }

    /// Waits until a task sleeps.
    pub async fn has_sleeper(&self) {
        self.timers_are(|timers| !timers.is_empty()).await;
    }

    /// Waits until every task whose timer has ended has continued.
    pub async fn is_caught_up(&self) {
        let now = self.now();
        self.timers_are(|timers| timers.iter().all(|end| *end > now)).await;
    }

    async fn timers_are(&self, wanted: impl FnMut(&Vec<OffsetDateTime>) -> bool) {
        let mut timers = self.timers.subscribe();
        let seen = tokio::time::timeout(PATIENCE, timers.wait_for(wanted)).await;
        assert!(seen.is_ok_and(|seen| seen.is_ok()), "the tasks do not run");
    }

    pub fn advance(&self, by: Duration) {
        self.now.send_modify(|now| *now += by);
    }

    pub fn set(&self, now: OffsetDateTime) {
        self.now.send_replace(now);
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
        *self.now.borrow()
    }
}

#[async_trait]
impl Timer for FixedClock {
    async fn sleep(&self, duration: std::time::Duration) {
        let end = self.now() + duration;
        self.timers.send_modify(|timers| timers.push(end));
        let _timer = RunningTimer { timers: &self.timers, end };
        let reached = self.now.subscribe().wait_for(|now| *now >= end).await.map(drop);
        reached.expect("a sender that lives as long as the clock");
    }
}

/// Removes a timer that has ended or whose task was dropped.
struct RunningTimer<'a> {
    timers: &'a watch::Sender<Vec<OffsetDateTime>>,
    end: OffsetDateTime,
}

impl Drop for RunningTimer<'_> {
    fn drop(&mut self) {
        self.timers.send_modify(|timers| {
            timers.iter().position(|end| *end == self.end).map(|at| timers.swap_remove(at));
        });
    }
}
