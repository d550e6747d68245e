//! A consistent copy of the database for a backup of a running site.

use forum_domain::shared::Fault;
use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::backup::{ArchiveWriter, Table};
use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::schema::migrations::{applied, open};
use crate::postgres::schema::tables::{TableShape, quoted, tables};

/// Tables that no backup contains, with reasons.
pub const NOT_BACKED_UP: [(&str, &str); 4] = [
    ("_sqlx_migrations", "written by the migrations, whose numbers are in the manifest"),
    ("application_viewers", "unlogged: viewers announce themselves again within seconds"),
    ("mail_host", "recent refusals by the mail host, which a restored site asks again"),
    ("rate_limits", "unlogged: a crash of PostgreSQL also empties it, which fills all buckets"),
];

/// Makes the copy independent of the server's settings. Rows are exported in page order even if the same table is read
/// concurrently.
const SETTINGS: &str = "set bytea_output = 'hex'; set synchronize_seqscans = off";

const BEGIN: &str = "begin isolation level repeatable read read only";

const STORED_PHOTOS: &str = "select key, bytes from headshots where state = 'stored' order by key";

pub struct StoredPhoto {
    pub key: String,
    pub bytes: u64,
}

/// The reason why a table could not be copied. Print it with its causes.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("the database")]
    Database(#[from] Fault),
    #[error(transparent)]
    Archive(#[from] std::io::Error),
}

/// A transaction that sees the database as it was at its start.
pub struct Snapshot {
    connection: PgConnection,
}

impl Snapshot {
    /// Begins on a separate connection without time limits.
    pub async fn begin(pool: &ConnectionPool) -> Result<Self, Fault> {
        let mut connection = open(pool.options().clone()).await?;
        let names: Vec<String> =
            tables(&mut connection).await?.iter().map(|table| quoted(&table.name)).collect();
        if names.is_empty() {
            return Err(Fault::Bug("the database does not contain the site's tables".to_owned()));
        }
        // The locks precede the snapshot: if a migration rewrites a table, the table is empty for older snapshots. A
        // migration that finds a table locked retries later, so that no statement waits behind it.
        let lock = format!("lock table {} in access share mode", names.join(", "));
        for statement in [SETTINGS, BEGIN, &lock] {
            let statement = AssertSqlSafe(statement.to_owned());
            sqlx::raw_sql(statement).execute(&mut connection).await.map_err(fault)?;
        }
        Ok(Self { connection })
    }

    pub async fn migrations(&mut self) -> Result<Vec<i64>, Fault> {
        applied(&mut self.connection).await
    }

    pub async fn copy_tables<W: std::io::Write>(
        &mut self,
        archive: &mut ArchiveWriter<W>,
    ) -> Result<Vec<Table>, CopyError> {
        let mut copied = Vec::new();
        for table in tables(&mut self.connection).await? {
            if !NOT_BACKED_UP.iter().any(|(name, _)| *name == table.name) {
                copied.push(self.copy_table(table, archive).await?);
            }
        }
        Ok(copied)
    }

    async fn copy_table<W: std::io::Write>(
        &mut self,
        table: TableShape,
        archive: &mut ArchiveWriter<W>,
    ) -> Result<Table, CopyError> {
        let copy = copy_out(&table);
        let mut writer = archive.table(table.name, table.columns);
        let mut rows = self.connection.copy_out_raw(&copy).await.map_err(fault)?;
        while let Some(piece) = rows.try_next().await.map_err(fault)? {
            writer.add(&piece)?;
        }
        Ok(writer.end()?)
    }

    /// The stored photos in this snapshot. Takes about 100 bytes of memory for each.
    pub async fn stored_photos(&mut self) -> Result<Vec<StoredPhoto>, Fault> {
        let rows: Vec<(String, i64)> =
            sqlx::query_as(STORED_PHOTOS).fetch_all(&mut self.connection).await.map_err(fault)?;
        Ok(rows.into_iter().map(|(key, bytes)| StoredPhoto { key, bytes: bytes.unsigned_abs() }).collect())
    }

    pub async fn end(self) -> Result<(), Fault> {
        self.connection.close().await.map_err(fault)
    }
}

/// The statement that exports the rows of a table. Its text format has no line break within a row.
pub(crate) fn copy_out(table: &TableShape) -> String {
    format!("copy {} to stdout", table.quoted())
}
