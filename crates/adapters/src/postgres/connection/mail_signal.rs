//! Wakes the mail worker of this process when a mail was committed. PostgreSQL's own notifications would make writing
//! transactions wait for each other (see migration 0022).

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use super::fault::StoreError;
use super::pooled_connection::Transaction;

/// Shared by the stores that queue mails and the one that the worker waits on.
#[derive(Debug, Clone, Default)]
pub struct MailSignal(Arc<Notify>);

impl MailSignal {
    /// Commits a transaction that may have queued a mail, and wakes the worker.
    pub(crate) async fn commit(&self, transaction: Transaction) -> Result<(), StoreError> {
        transaction.commit().await?;
        self.wake();
        Ok(())
    }

    /// Ends the present wait, or else the next one.
    pub(crate) fn wake(&self) {
        self.0.notify_one();
    }

    /// Waits until the worker is woken or `timeout` is over.
    pub(crate) async fn wait(&self, timeout: Duration) {
        // Both mean the same to the worker: look again.
        let _ = tokio::time::timeout(timeout, self.0.notified()).await;
    }
}
