//! The stores on PostgreSQL. Only the composition root and tests construct them.

/// Runs a checked statement on a connection or the pool and returns the number of affected rows.
macro_rules! affected {
    ($on:expr, $($query:tt)+) => {
        sqlx::query!($($query)+)
            .execute($on)
            .await
            .map(|done| done.rows_affected())
            .map_err($crate::postgres::connection::fault::StoreError::from)
    };
}

/// Runs a checked statement on a connection or the pool.
macro_rules! execute {
    ($($query:tt)+) => { affected!($($query)+).map(drop) };
}

pub(crate) mod accounts;
pub(crate) mod applications;
pub(crate) mod audit_log;
pub(crate) mod backup;
pub(crate) mod connection;
pub(crate) mod contact;
pub(crate) mod headshots;
mod housekeeping;
pub(crate) mod idempotency;
mod invariants;
mod limits;
pub(crate) mod mail;
pub(crate) mod newsletter;
pub(crate) mod notes;
pub(crate) mod own_data;
mod process_lock;
mod report;
mod review;
pub(crate) mod schema;
mod stores;
mod users;

pub use backup::restore::{RestoreError, check_schema, existing_relations, finish_restore, restore_database};
pub use backup::site_keys::{KeysClaim, KnownKeys, known_keys};
pub use backup::tools::{ToolError, Tools};
pub use backup::{Snapshot, Snapshotted, StoredPhoto};
pub use connection::connect::{ConnectError, connect, is_cleartext, url_problem};
pub use connection::fault::{StoreError, acquire_timeouts};
pub use connection::pool::ConnectionPool;
pub use connection::pooled_connection::{PooledConnection, Transaction};
pub use invariants::{Invariant, Moments, Violations, examine_invariants, invariants, stored_keys};
pub use mail::host::mail_host;
pub use process_lock::{ProcessLock, ProcessLockGuard};
pub use report::{OutboxReport, ServerReport, is_read_only, outbox_report, server_major, server_report};
pub use schema::owner::{OwnerError, examine_owner, migrate_as_owner};
pub use schema::{MigrationState, UNRELEASED, migrate, migration_state};
pub use stores::*;
