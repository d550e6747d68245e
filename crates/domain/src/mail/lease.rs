//! How long a worker may hold a row of the outbox, and how it renews the lease while it sends.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use time::{Duration, OffsetDateTime};

use super::outbox_store::OutboxStore;
use super::queue::OutboxEntry;
use super::schedule::CLOCKS_APART;
use crate::shared::{Clock, Timer};

/// How long a lease lasts without renewal: the longest that a killed worker delays its current mail. The remainder after
/// a missed renewal is how long the database may be unreachable, and how far two machines' clocks may differ, before a
/// mail that is being sent is leased to a second worker.
pub(super) const LEASE: Duration = Duration::seconds(20);
/// How often a lease is renewed: a mail host may take any time for a mail.
const RENEW_EVERY: std::time::Duration = std::time::Duration::from_secs(5);

/// The latest end a lease can have if clocks are right: one that ends later was set by a fast clock and is ignored.
pub fn latest_lease_end(now: OffsetDateTime) -> OffsetDateTime {
    now + LEASE + CLOCKS_APART
}

/// Does `work` and renews the lease of `entry` meanwhile. A failed renewal is ignored: settling the row tells whether the
/// lease was lost.
pub(super) async fn holding<T>(
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
    until_done(work, renewing).await
}

/// Runs both at once, until the first is done.
async fn until_done<T>(work: impl Future<Output = T>, beside: impl Future<Output = Infallible>) -> T {
    let (mut work, mut beside) = (pin!(work), pin!(beside));
    poll_fn(|context| {
        if let Poll::Ready(done) = work.as_mut().poll(context) {
            return Poll::Ready(done);
        }
        match beside.as_mut().poll(context) {
            Poll::Ready(never) => match never {},
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}
