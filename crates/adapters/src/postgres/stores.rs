//! The types of the stores. The folders of their contexts implement the ports.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use crate::postgres::connection::fault::StoreError;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::connection::pooled_connection::Transaction;

/// `mails` wakes the mail worker after a mail is committed.
macro_rules! stores {
    ($($store:ident { $($field:ident: $type:ty),+ })+) => {$(
        pub struct $store {
            $(pub(super) $field: $type),+
        }

        impl $store {
            pub fn new($($field: $type),+) -> Self {
                Self { $($field),+ }
            }
        }
    )+};
}

stores! {
    PgAccountStore { pool: ConnectionPool, mails: MailSignal }
    PgApplicationStore { pool: ConnectionPool, mails: MailSignal }
    PgAuditLog { pool: ConnectionPool }
    PgChangeRequestStore { pool: ConnectionPool, mails: MailSignal }
    PgContactStore { pool: ConnectionPool, mails: MailSignal }
    PgHeadshotStore { pool: ConnectionPool }
    PgHousekeepingStore { pool: ConnectionPool }
    PgIdentityStore { pool: ConnectionPool }
    PgMachineStore { pool: ConnectionPool }
    PgNewsletterStore { pool: ConnectionPool, mails: MailSignal }
    PgNoteStore { pool: ConnectionPool }
    PgOutboxStore { pool: ConnectionPool, mails: MailSignal }
    PgOwnDataStore { pool: ConnectionPool }
    PgRateLimiter { pool: ConnectionPool }
    PgRequestRecords { pool: ConnectionPool }
    PgReviewStore { pool: ConnectionPool, mails: MailSignal }
    PgSessionStore { pool: ConnectionPool, mails: MailSignal }
    PgTemplateStore { pool: ConnectionPool, mails: MailSignal }
    PgUserStore { pool: ConnectionPool, mails: MailSignal }
}

/// Wakes the mail worker of this process after a mail is committed. Shared by the outbox and the stores that queue mails.
/// PostgreSQL's notifications would serialise writing transactions (see `migrations/0005_mail.sql`).
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
