//! Wakes the mail worker of this process after a mail is committed. PostgreSQL's notifications would serialise writing
//! transactions (see `migrations/0005_mail.sql`).

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use super::fault::StoreError;
use super::pooled_connection::Transaction;

/// Shared by the outbox and the stores that queue mails.
#[derive(Debug, Clone, Default)]
pub struct MailSignal(Arc<Notify>);

impl MailSignal {
    /// Commits a transaction that may have queued a mail, and wakes the worker.
    pub(crate) async fn commit(&self, transaction: Transaction) -> Result<(), StoreError> {
        transaction.commit().await?;
        self.wake();
        Ok(())
    }

    /// Ends the current or the next wait.
    pub(crate) fn wake(&self) {
        self.0.notify_one();
    }

    pub(crate) async fn wait(&self, timeout: Duration) {
        // In both cases the worker polls the outbox.
        let _ = tokio::time::timeout(timeout, self.0.notified()).await;
    }
}
