//! How long a worker may keep a row of the outbox, and how it keeps it for as long as a sending takes.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use time::{Duration, OffsetDateTime};

use super::ports::OutboxStore;
use super::queue::OutboxEntry;
use super::retry::CLOCKS_APART;
use crate::shared::{Clock, Timer};

/// How long a row belongs to a worker that does not renew its lease. The one mail that a killed worker had in hand waits
/// no longer. What is left of it between two renewals is how long the database may be away, and how far the clocks of two
/// machines may lie apart, before a mail that is being sent is given to a second worker.
pub(super) const LEASE: Duration = Duration::seconds(20);
/// How often a lease is renewed: a mail host may take any time for a mail.
const RENEW_EVERY: std::time::Duration = std::time::Duration::from_secs(5);

/// The latest end that a lease can have if clocks are right: one that ends later was given by a clock that ran ahead, and
/// holds nothing.
pub fn latest_lease_end(now: OffsetDateTime) -> OffsetDateTime {
    now + LEASE + CLOCKS_APART
}

/// Does `work` and renews the lease of `entry` meanwhile. A renewal that fails changes nothing here: settling the row tells
/// whether the lease was lost.
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
