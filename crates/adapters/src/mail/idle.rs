//! The SMTP connection kept open between two mails: for how long, and whether its host still responds.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::Rset;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How long a host may take to respond on a connection that was idle. Firewalls silently drop such connections; this
/// wait counts towards the time limit of the mail.
const CHECK: Duration = Duration::from_secs(3);

/// Holds at most one connection, and closes it when dropped.
pub(super) struct IdleConnection {
    slot: Arc<Mutex<Slot>>,
    limit: Duration,
}

#[derive(Default)]
struct Slot {
    connection: Option<AsyncSmtpConnection>,
    /// The task that closes the connection after it has been idle for too long.
    closing: JoinSet<()>,
}

impl IdleConnection {
    /// Keeps a connection for at most `limit`.
    pub(super) fn new(limit: Duration) -> Self {
        Self { slot: Arc::default(), limit }
    }

    /// Keeps a connection, and sends QUIT unless it is reused in time.
    pub(super) fn keep(&self, connection: AsyncSmtpConnection) {
        let (slot, limit) = (Arc::downgrade(&self.slot), self.limit);
        let closing = async move {
            sleep(limit).await;
            let unused = slot.upgrade().and_then(|slot| locked(&slot).connection.take());
            if let Some(mut connection) = unused {
                // The connection is closed with any response.
                let _ = timeout(CHECK, connection.quit()).await;
            }
        };
        let mut slot = locked(&self.slot);
        slot.connection = Some(connection);
        slot.closing = JoinSet::new();
        slot.closing.spawn(closing);
    }

    /// The connection, if there is one and the host responds; it has been reset.
    pub(super) async fn take(&self) -> Option<AsyncSmtpConnection> {
        let mut connection = self.unused()?;
        let answer = timeout(CHECK, connection.command(Rset)).await;
        matches!(answer, Ok(Ok(_))).then_some(connection)
    }

    fn unused(&self) -> Option<AsyncSmtpConnection> {
        let mut slot = locked(&self.slot);
        let connection = slot.connection.take()?;
        slot.closing.abort_all();
        Some(connection)
    }
}

/// Never poisoned: nothing panics while holding the lock.
fn locked(slot: &Mutex<Slot>) -> MutexGuard<'_, Slot> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}
