//! The stores on PostgreSQL, one file per context. Only the composition root and the tests may construct them.

mod accounts;
mod address_rows;
mod applications;
mod audit;
mod fault;
mod headshots;
mod housekeeping;
mod idempotency;
mod keyset;
mod mail_records;
mod outbox;
mod owner;
mod pool;
mod redeem;
mod review;
mod schema;
mod server_report;
mod sessions;
mod token_rows;
mod user_rows;

pub use accounts::PgAccountStore;
pub use applications::PgApplicationStore;
pub use audit::PgAuditLog;
pub use headshots::PgHeadshotStore;
pub use housekeeping::PgHousekeepingStore;
pub use outbox::PgOutboxStore;
pub use owner::{OwnerError, examine_owner, migrate_as_owner};
pub use pool::{ConnectError, connect};
pub use review::PgReviewQueue;
pub use schema::{MigrationState, migrate, migration_state};
pub use server_report::{ServerReport, has_sessions, server_report};
pub use sessions::PgSessionStore;
pub use sqlx::PgPool;
