//! The types of the stores. The folders of their contexts implement the ports.

use crate::postgres::connection::mail_signal::MailSignal;
use crate::postgres::connection::pool::ConnectionPool;

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
    PgHeadshotStore { pool: ConnectionPool }
    PgHousekeepingStore { pool: ConnectionPool }
    PgIdentityStore { pool: ConnectionPool }
    PgNoteStore { pool: ConnectionPool }
    PgOutboxStore { pool: ConnectionPool, mails: MailSignal }
    PgOwnDataStore { pool: ConnectionPool }
    PgRateLimiter { pool: ConnectionPool }
    PgRequestRecords { pool: ConnectionPool }
    PgReviewStore { pool: ConnectionPool, mails: MailSignal }
    PgSessionStore { pool: ConnectionPool, mails: MailSignal }
    PgTemplateStore { pool: ConnectionPool, mails: MailSignal }
    PgUserStore { pool: ConnectionPool }
}
