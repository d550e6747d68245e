//! The check value of the site's master secret in the database.

use forum_domain::shared::Fault;
use sqlx::PgConnection;

use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::connection::pooled_connection::Transaction;

/// Other locks use the classes of addresses (0), administrators (1) and processes (2).
const LOCK: &str = "select pg_advisory_xact_lock(hashtextextended('site_keys', 3))";

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownKeys {
    /// The check value of the master secret. `None` for a database without keys.
    pub check: Option<Vec<u8>>,
    /// Whether rows depend on keys: sessions, links in mails, authenticator apps.
    pub used: bool,
}

pub async fn known_keys(pool: &ConnectionPool) -> Result<KnownKeys, Fault> {
    let mut connection = pool.acquire().await?;
    let known = read(&mut connection).await?;
    connection.release();
    Ok(known)
}

/// Also reads a database without the schema.
async fn read(connection: &mut PgConnection) -> Result<KnownKeys, StoreError> {
    let table = "select to_regclass('site_keys') is not null";
    if !sqlx::query_scalar(table).fetch_one(&mut *connection).await? {
        return Ok(KnownKeys::default());
    }
    let check =
        sqlx::query_scalar("select master_check from site_keys").fetch_optional(&mut *connection).await?;
    let used = "select exists (select from sessions) or exists (select from one_time_tokens)
                    or exists (select from factors) or exists (select from recovery_codes)";
    Ok(KnownKeys { check, used: sqlx::query_scalar(used).fetch_one(connection).await? })
}

/// The exclusive right to set the check value. One process holds it at a time.
#[must_use]
pub struct KeysClaim {
    tx: Transaction,
    pub known: KnownKeys,
}

impl KeysClaim {
    pub async fn begin(pool: &ConnectionPool) -> Result<Self, Fault> {
        let mut tx = pool.begin().await?;
        sqlx::query(LOCK).execute(&mut *tx).await.map_err(fault)?;
        let known = read(&mut tx).await?;
        Ok(Self { tx, known })
    }

    pub async fn settle(mut self, check: &[u8; 32]) -> Result<(), Fault> {
        if self.known.check.as_deref() != Some(check) {
            sqlx::query(
                "insert into site_keys (master_check) values ($1)
                 on conflict (only_one) do update set master_check = excluded.master_check",
            )
            .bind(&check[..])
            .execute(&mut *self.tx)
            .await
            .map_err(fault)?;
        }
        Ok(self.tx.commit().await?)
    }
}
