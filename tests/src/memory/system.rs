//! Time that a test moves; identifiers are the program's own.

use std::sync::{Mutex, PoisonError};

use forum_domain::shared::Clock;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

/// A clock that stands until a test moves it.
pub struct FixedClock(Mutex<OffsetDateTime>);

impl FixedClock {
    /// A clock that stands at `now`.
    pub fn at(now: OffsetDateTime) -> Self {
        Self(Mutex::new(now))
    }

    /// Moves it on.
    pub fn advance(&self, by: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }

    /// Sets it.
    pub fn set(&self, now: OffsetDateTime) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = now;
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
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
