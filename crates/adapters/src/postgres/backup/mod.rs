//! Backup and restore of the whole database with PostgreSQL's own tools, and the check value of the site's keys.

pub(crate) mod restore;
pub(crate) mod site_keys;
pub(crate) mod tools;

use forum_domain::shared::Fault;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::schema::{applied, open};

/// The site's tables and their schema: the tables whose owner also owns `_sqlx_migrations`. Others belong to extensions or
/// other programs.
const TABLES: &str = "select nspname::text, string_agg(own.oid::regclass::text, ', ')
    from pg_class record
    join pg_class own using (relnamespace, relowner)
    join pg_namespace on pg_namespace.oid = record.relnamespace
    where record.oid = to_regclass('_sqlx_migrations') and own.relkind in ('r', 'p')
    group by nspname";

/// The schema, and the quoted names of the tables. `None` for a database without them.
async fn site_tables(connection: &mut PgConnection) -> Result<Option<(String, String)>, Fault> {
    sqlx::query_as(TABLES).fetch_optional(connection).await.map_err(fault)
}

const BEGIN: &str = "begin isolation level repeatable read read only";

const STORED_PHOTOS: &str = "select key, bytes from headshots where state = 'stored' order by key";

pub struct StoredPhoto {
    pub key: String,
    pub bytes: u64,
}

pub struct Snapshotted {
    /// The schema with the site's tables.
    pub namespace: String,
    pub migrations: Vec<i64>,
    /// Takes about 100 bytes of memory for each.
    pub photos: Vec<StoredPhoto>,
}

/// A transaction that sees the database as it was at its start, and shares this view with `pg_dump`.
pub struct Snapshot {
    connection: PgConnection,
    id: String,
    seen: Snapshotted,
}

impl Snapshot {
    /// Begins on a separate connection without time limits.
    pub async fn begin(pool: &ConnectionPool) -> Result<Self, Fault> {
        let mut connection = open(pool.options().clone()).await?;
        let found = site_tables(&mut connection).await?;
        let missing = || Fault::Bug("the database does not contain the site's tables".to_owned());
        let (namespace, tables) = found.ok_or_else(missing)?;
        // The locks precede the snapshot: if a migration rewrites a table, the table is empty for older snapshots. A
        // migration that finds a table locked retries later, so that no statement waits behind it.
        let lock = format!("lock table {tables} in access share mode");
        for statement in [BEGIN, &lock] {
            let statement = AssertSqlSafe(statement.to_owned());
            sqlx::raw_sql(statement).execute(&mut connection).await.map_err(fault)?;
        }
        let id = sqlx::query_scalar("select pg_export_snapshot()");
        let id = id.fetch_one(&mut connection).await.map_err(fault)?;
        let migrations = applied(&mut connection).await?;
        let photos: Vec<(String, i64)> =
            sqlx::query_as(STORED_PHOTOS).fetch_all(&mut connection).await.map_err(fault)?;
        let photos =
            photos.into_iter().map(|(key, bytes)| StoredPhoto { key, bytes: bytes.unsigned_abs() }).collect();
        Ok(Self { connection, id, seen: Snapshotted { namespace, migrations, photos } })
    }

    /// Ends the transaction, which keeps the database from cleaning up.
    pub async fn end(self) -> Result<Snapshotted, Fault> {
        self.connection.close().await.map_err(fault)?;
        Ok(self.seen)
    }
}
