//! Keeps an SMTP connection open between two mails, for a limited time, and checks it before reuse.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::Rset;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How long a host may take to respond on an idle connection. Firewalls silently drop such connections. This time is
/// part of the time limit for the mail.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);

/// Holds up to one connection and closes it when dropped.
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
    pub(super) fn new(limit: Duration) -> Self {
        Self { slot: Arc::default(), limit }
    }

    /// Keeps a connection. Sends QUIT unless it is reused in time.
    pub(super) fn keep(&self, connection: AsyncSmtpConnection) {
        let (slot, limit) = (Arc::downgrade(&self.slot), self.limit);
        let closing = async move {
            sleep(limit).await;
            let unused = slot.upgrade().and_then(|slot| locked(&slot).connection.take());
            if let Some(mut connection) = unused {
                // The connection is closed regardless of the response.
                let _ = timeout(CHECK_TIMEOUT, connection.quit()).await;
            }
        };
        let mut slot = locked(&self.slot);
        slot.connection = Some(connection);
        slot.closing = JoinSet::new();
        slot.closing.spawn(closing);
    }

    /// Takes the connection and resets it. `None` if there is no connection or the host does not respond.
    pub(super) async fn take(&self) -> Option<AsyncSmtpConnection> {
        let mut connection = self.unused()?;
        let response = timeout(CHECK_TIMEOUT, connection.command(Rset)).await;
        matches!(response, Ok(Ok(_))).then_some(connection)
    }

    fn unused(&self) -> Option<AsyncSmtpConnection> {
        let mut slot = locked(&self.slot);
        let connection = slot.connection.take()?;
        slot.closing.abort_all();
        Some(connection)
    }
}

/// The lock is never poisoned: no holder panics.
fn locked(slot: &Mutex<Slot>) -> MutexGuard<'_, Slot> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}
