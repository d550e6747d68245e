//! Housekeeping: deletes rows with limited retention. The audit log is never deleted. A separate sweep cleans up after
//! uploads (`headshots`).

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};

use crate::accounts::{CHALLENGE_LIFETIME, DEVICE_REMEMBERED};
use crate::applications::VIEWER_LIFETIME;
use crate::idempotency::RecordedResponse;
use crate::newsletter::CONFIRMED_WITHIN;
use crate::shared::{Clock, Fault, words};

/// Rows are deleted in batches, so that no lock is held for long.
const BATCH: u32 = 200;

const BEGUN_FACTOR: Duration = Duration::days(1);

words! {
    /// Rows with limited retention. Each variant names the start of its retention.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ExpiringRows {
        /// Creation of a registration. One whose link is live is kept, because a queued or recent mail contains it.
        Registrations = "unconfirmed registrations",
        SentMail = "sent mails",
        /// The last attempt of a dead letter.
        FailedMail = "failed mails",
        Sessions = "ended sessions",
        /// End of the time for which a recorded response is replayed.
        IdempotentRequests = "idempotent requests",
        Tokens = "used and expired tokens",
        /// End of a change of address or expiry of its last link.
        EmailChanges = "changes of address",
        Drafts = "drafts of applications",
        /// Time at which a token bucket is full again.
        Buckets = "full token buckets",
        SignInFlows = "expired sign-in flows",
        /// Expiry of a known network for an address.
        KnownNetworks = "expired known networks",
        Challenges = "expired challenges",
        /// Start of the enrolment of an unverified factor.
        BegunFactors = "factors never verified",
        Viewers = "former viewers of applications",
        ContactMessages = "contact messages",
        /// The last request for a subscription that was never confirmed.
        Subscriptions = "unconfirmed subscriptions",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// After creation.
    pub registrations: Duration,
    /// After sending.
    pub sent_mail: Duration,
    /// After the last attempt.
    pub failed_mail: Duration,
    /// After ending or expiring.
    pub sessions: Duration,
    /// After creation. Never less than [`RecordedResponse::LIFETIME`], for which the API promises replays.
    pub idempotent_requests: Duration,
    /// After use or expiry; changes of address too.
    pub tokens: Duration,
    /// After they were last saved.
    pub drafts: Duration,
    /// After they were received.
    pub contact_messages: Duration,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            registrations: Duration::days(7),
            sent_mail: Duration::days(30),
            failed_mail: Duration::days(90),
            // Devices are remembered for this time, so that known ones cause no notice.
            sessions: DEVICE_REMEMBERED,
            idempotent_requests: RecordedResponse::LIFETIME,
            tokens: Duration::days(7),
            drafts: Duration::days(90),
            contact_messages: Duration::days(730),
        }
    }
}

impl Retention {
    /// Rows whose time is this or earlier are deleted at `now`.
    pub fn cut_off(&self, what: ExpiringRows, now: OffsetDateTime) -> OffsetDateTime {
        match what {
            ExpiringRows::Registrations => now - self.registrations,
            ExpiringRows::SentMail => now - self.sent_mail,
            ExpiringRows::FailedMail => now - self.failed_mail,
            ExpiringRows::Sessions => now - self.sessions,
            // These rows store when their replays end, not when they were written.
            ExpiringRows::IdempotentRequests => now - (self.idempotent_requests - RecordedResponse::LIFETIME),
            // A change of address is kept as long as its links.
            ExpiringRows::Tokens | ExpiringRows::EmailChanges => now - self.tokens,
            ExpiringRows::Drafts => now - self.drafts,
            ExpiringRows::ContactMessages => now - self.contact_messages,
            ExpiringRows::Challenges => now - CHALLENGE_LIFETIME,
            ExpiringRows::BegunFactors => now - BEGUN_FACTOR,
            ExpiringRows::Viewers => now - VIEWER_LIFETIME,
            ExpiringRows::Subscriptions => now - CONFIRMED_WITHIN,
            // These rows store their expiry.
            ExpiringRows::Buckets | ExpiringRows::SignInFlows | ExpiringRows::KnownNetworks => now,
        }
    }
}

#[async_trait]
pub trait HousekeepingStore: Send + Sync {
    /// Deletes up to `limit` rows whose time (see [`ExpiringRows`]) is `cut_off` or earlier, oldest first, as one unit
    /// of work. Returns the number of deleted rows. `now` decides which links are live. MUST skip locked rows instead
    /// of waiting: several processes may call it concurrently.
    async fn remove(
        &self,
        what: ExpiringRows,
        cut_off: OffsetDateTime,
        now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, Fault>;

    /// Replaces the recorded changes of the application counts with their sums. The counts stay the same at every moment,
    /// and their readers and writers never wait.
    async fn fold_counts(&self) -> Result<(), Fault>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    pub what: ExpiringRows,
    pub rows: u64,
    /// The fault that interrupted the deletion. The next run continues.
    pub fault: Option<Fault>,
}

/// Several processes may run it concurrently.
pub struct Housekeeping {
    pub store: Arc<dyn HousekeepingStore>,
    pub clock: Arc<dyn Clock>,
    pub retention: Retention,
}

impl Housekeeping {
    /// Deletes everything past its retention. A failure of one kind does not stop the others.
    pub async fn run(&self) -> Vec<Removed> {
        let mut done = Vec::new();
        for what in ExpiringRows::ALL {
            done.push(self.remove(what).await);
        }
        done
    }

    async fn remove(&self, what: ExpiringRows) -> Removed {
        let now = self.clock.now();
        let cut_off = self.retention.cut_off(what, now);
        let mut removed = Removed { what, rows: 0, fault: None };
        loop {
            match self.store.remove(what, cut_off, now, BATCH).await {
                Ok(rows) => {
                    removed.rows += rows;
                    if rows < u64::from(BATCH) {
                        return removed;
                    }
                }
                Err(fault) => {
                    removed.fault = Some(fault);
                    return removed;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use futures_util::FutureExt;

    use super::*;

    const NOON: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    #[test]
    fn each_kind_is_removed_exactly_at_the_end_of_its_retention() {
        use ExpiringRows::*;
        let (default, hours) = (Retention::default(), Duration::hours);
        let other = Retention {
            registrations: hours(24),
            sent_mail: hours(48),
            failed_mail: hours(168),
            sessions: hours(72),
            idempotent_requests: hours(96),
            tokens: hours(120),
            drafts: hours(144),
            contact_messages: hours(192),
        };
        // The age is measured from the row's relevant instant; for an idempotency record, that is the end of its 24 hours.
        let table = [
            (default, Registrations, hours(7 * 24)),
            (default, SentMail, hours(30 * 24)),
            (default, FailedMail, hours(90 * 24)),
            (default, Sessions, hours(90 * 24)),
            (default, IdempotentRequests, hours(0)),
            (default, Tokens, hours(7 * 24)),
            (default, Drafts, hours(90 * 24)),
            (default, Challenges, Duration::minutes(5)),
            (default, BegunFactors, hours(24)),
            (default, Viewers, Duration::seconds(30)),
            (default, Subscriptions, hours(7 * 24)),
            (other, Registrations, hours(24)),
            (other, SentMail, hours(48)),
            (other, FailedMail, hours(168)),
            (other, Sessions, hours(72)),
            (other, IdempotentRequests, hours(72)),
            (other, Tokens, hours(120)),
            (other, EmailChanges, hours(120)),
            (other, Drafts, hours(144)),
            (default, ContactMessages, hours(730 * 24)),
            (other, ContactMessages, hours(192)),
            (other, Buckets, hours(0)),
            (other, SignInFlows, hours(0)),
            (other, KnownNetworks, hours(0)),
        ];
        for (retention, what, kept) in table {
            assert_eq!(retention.cut_off(what, NOON + kept), NOON, "{what:?}");
        }
    }

    /// Has 450 rows of each kind, and fails on one kind after its first batch.
    struct Failing {
        fails: ExpiringRows,
        batches: Mutex<Vec<ExpiringRows>>,
    }

    impl Clock for Failing {
        fn now(&self) -> OffsetDateTime {
            NOON
        }
    }

    #[async_trait]
    impl HousekeepingStore for Failing {
        async fn remove(
            &self,
            what: ExpiringRows,
            _cut_off: OffsetDateTime,
            _now: OffsetDateTime,
            limit: u32,
        ) -> Result<u64, Fault> {
            let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
            let begun = batches.iter().filter(|batch| **batch == what).count() as u64;
            batches.push(what);
            if begun > 0 && what == self.fails {
                return Err(Fault::Busy);
            }
            Ok((450 - begun * u64::from(BATCH)).min(u64::from(limit)))
        }

        async fn fold_counts(&self) -> Result<(), Fault> {
            Ok(())
        }
    }

    #[test]
    fn rows_are_removed_in_batches_and_a_failing_kind_does_not_stop_the_others() {
        for fails in ExpiringRows::ALL {
            let store = Arc::new(Failing { fails, batches: Mutex::default() });
            let retention = Retention::default();
            let housekeeping = Housekeeping { store: store.clone(), clock: store.clone(), retention };
            let done = housekeeping.run().now_or_never().expect("nothing to wait for");
            let expected = ExpiringRows::ALL.map(|what| match what == fails {
                true => Removed { what, rows: 200, fault: Some(Fault::Busy) },
                false => Removed { what, rows: 450, fault: None },
            });
            assert_eq!(done, expected);
            let batches = store.batches.lock().unwrap_or_else(PoisonError::into_inner);
            assert_eq!(batches.len(), 3 * ExpiringRows::ALL.len() - 1);
        }
    }
}
