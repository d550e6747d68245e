use std::pin::pin;

use futures_util::future::{Either, select};
use time::{Duration, OffsetDateTime};

use super::outbox::OutboxStore;
use super::outgoing::OutboxEntry;
use super::schedule::CLOCK_SKEW;
use crate::shared::{Clock, Timer};

/// Duration of a lease without renewal, and therefore the maximum delay of a mail whose worker was killed. The time
/// that remains after a missed renewal limits how long the database may be unreachable, and how far the clocks of two
/// machines may differ, before a second worker leases a mail that is being sent.
pub(super) const LEASE: Duration = Duration::seconds(20);
/// Interval between renewals, because a mail host may take any time to accept a mail.
const RENEW_EVERY: std::time::Duration = std::time::Duration::from_secs(5);

/// The latest possible end of a lease. A later one was set by a fast clock and is ignored.
pub fn latest_lease_end(now: OffsetDateTime) -> OffsetDateTime {
    now + LEASE + CLOCK_SKEW
}

/// Runs `work` and renews the lease of `entry` in the meantime. A failed renewal is ignored, because recording the
/// result detects a lost lease.
pub(super) async fn with_lease<T>(
    entry: &OutboxEntry,
    outbox: &dyn OutboxStore,
    clock: &dyn Clock,
    timer: &dyn Timer,
    work: impl Future<Output = T>,
) -> T {
    let renewing = async {
        loop {
            timer.sleep(RENEW_EVERY).await;
            let _ = outbox.renew(entry.mail.id, entry.lease, clock.now() + LEASE).await;
        }
    };
    match select(pin!(work), pin!(renewing)).await {
        Either::Left((done, _)) => done,
        Either::Right((never, _)) => never,
    }
}
