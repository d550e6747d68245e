//! Restores a backup into an empty database in one transaction: schema and rows are committed together.

use std::collections::{HashMap, HashSet};

use forum_domain::audit::AuditEvent;
use forum_domain::shared::Fault;
use futures_util::TryStreamExt;
use sqlx::migrate::Migrate;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::snapshot::{NOT_BACKED_UP, copy_out};
use crate::backup::{ArchiveError, Content, Manifest, Piece, Table, Tally};
use crate::postgres::audit::audit_log;
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::schema::migrations::{apply, migration_fault, migrations_of, open};
use crate::postgres::schema::owner::{OwnerError, open_owner};
use crate::postgres::schema::tables::{TableShape, quoted, tables};
use crate::tls::Trust;

/// The names of the relations in the schema, except those of extensions.
const EXISTING: &str = "select c.relname::text from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname";

/// Name and definition of the indexes of these tables that no constraint needs, including foreign keys.
const INDEXES: &str = "select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()
    where t.relname = any($1) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    order by 1";

const STORED_PHOTOS: &str = "select key from headshots where state = 'stored'";

/// Removes the photos that are not in the backup from applications, versions and users.
const REMOVE_FROM_APPLICATIONS: &str = "update applications set headshot_id = null, headshot_url = null
    where headshot_id in (select id from headshots where key = any($1))";
const REMOVE_FROM_VERSIONS: &str = "update application_versions
    set headshot_id = null, answers = jsonb_set(answers, '{headshot_url}', 'null')
    where headshot_id in (select id from headshots where key = any($1))";
const REMOVE_PHOTOS: &str = "delete from headshots where key = any($1)";

/// Maximum number of names in a message.
const NAMES_MAX: usize = 5;

/// The reason why nothing was restored. Print it with its causes.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    #[error(
        "the schema of the backup is newer than this program, which does not know migration {0}; restore it with the \
         version that made it, or a newer one"
    )]
    Newer(i64),
    #[error("the database is not empty: it holds {}", listed(.0))]
    NotEmpty(Vec<String>),
    #[error("FORUM__DATABASE__MIGRATION_URL")]
    Owner(#[from] OwnerError),
    #[error("the database")]
    Database(#[from] Fault),
    #[error("the archive")]
    Archive(#[from] ArchiveError),
    #[error("table {table}: {what}")]
    Table { table: String, what: &'static str },
}

impl From<StoreError> for RestoreError {
    fn from(error: StoreError) -> Self {
        Self::Database(error.into())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Restored {
    /// Tables in the backup that do not belong to the site, with their row counts. They were not restored.
    pub foreign: Vec<(String, u64)>,
}

/// The relations in the database. Empty for a new database.
pub async fn existing_relations(pool: &ConnectionPool) -> Result<Vec<String>, Fault> {
    sqlx::query_scalar(EXISTING).fetch_all(pool).await.map_err(fault)
}

pub fn check_schema(manifest: &Manifest) -> Result<(), RestoreError> {
    migrations_of(&manifest.migrations).map(drop).map_err(RestoreError::Newer)
}

/// Creates the schema of the backup, fills it, and applies newer migrations. `owner` is the URL of the role that owns
/// the tables, if it is not the pool's role. `rows` are the pieces of all tables in order. Adds `entry` to the audit
/// log. With `compare`, every table is read back and compared with the backup. After an error the database is
/// unchanged.
pub async fn restore_database(
    pool: &ConnectionPool,
    owner: Option<(&str, &Trust)>,
    manifest: &Manifest,
    rows: impl Iterator<Item = Result<Piece, ArchiveError>>,
    entry: &AuditEvent,
    compare: bool,
) -> Result<Restored, RestoreError> {
    let mut connection = match owner {
        Some((url, trust)) => open_owner(pool, url, trust).await?,
        None => open(pool.options().clone()).await?,
    };
    // No other process migrates or restores until the connection closes.
    connection.lock().await.map_err(migration_fault)?;
    let restored = in_transaction(&mut connection, manifest, rows, entry, compare).await;
    if restored.is_ok() {
        // The planner has no statistics for the new rows.
        for table in tables(&mut connection).await? {
            execute(&mut connection, format!("analyze {}", quoted(&table.name))).await?;
        }
    }
    // Closing the connection rolls an open transaction back. Of two errors, the first is the cause.
    let closed = connection.close().await.map_err(fault);
    let restored = restored?;
    closed?;
    Ok(restored)
}

async fn in_transaction(
    connection: &mut PgConnection,
    manifest: &Manifest,
    rows: impl Iterator<Item = Result<Piece, ArchiveError>>,
    entry: &AuditEvent,
    compare: bool,
) -> Result<Restored, RestoreError> {
    let migrations = migrations_of(&manifest.migrations).map_err(RestoreError::Newer)?;
    let mut tx = connection.begin().await.map_err(fault)?;
    let existing: Vec<String> = sqlx::query_scalar(EXISTING).fetch_all(&mut *tx).await.map_err(fault)?;
    if !existing.is_empty() {
        return Err(RestoreError::NotEmpty(existing));
    }
    migrations.run_direct(None, &mut *tx, false).await.map_err(migration_fault)?;
    let own = tables(&mut tx).await?;
    // The backup also contains the rows that triggers derive.
    triggers(&mut tx, &own, "disable").await?;
    // The backup contains the rows that migrations inserted, with later edits.
    for table in own.iter().rev().filter(|table| !is_not_backed_up(&table.name)) {
        execute(&mut tx, format!("delete from {}", quoted(&table.name))).await?;
    }
    let indexes = drop_indexes(&mut tx, &own).await?;
    let restored = fill(&mut tx, manifest, &own, rows).await?;
    for definition in indexes {
        execute(&mut tx, definition).await?;
    }
    if compare {
        for table in manifest.tables.iter().filter(|table| own.iter().any(|own| own.name == table.name)) {
            compare_table(&mut tx, table).await?;
        }
    }
    require_every_photo(&mut tx, manifest).await?;
    let omitted: Vec<&str> = manifest.photos_left_out.iter().map(|photo| photo.key.as_str()).collect();
    for statement in [REMOVE_FROM_APPLICATIONS, REMOVE_FROM_VERSIONS, REMOVE_PHOTOS] {
        sqlx::query(statement).bind(&omitted).execute(&mut *tx).await.map_err(fault)?;
    }
    triggers(&mut tx, &own, "enable").await?;
    apply(&mut tx).await?;
    audit_log::insert(&mut tx, entry).await?;
    tx.commit().await.map_err(fault)?;
    Ok(restored)
}

fn listed(names: &[String]) -> String {
    match names.get(NAMES_MAX..) {
        Some(more) if !more.is_empty() => {
            format!("{} and {} more", names[..NAMES_MAX].join(", "), more.len())
        }
        _ => names.join(", "),
    }
}

fn is_not_backed_up(table: &str) -> bool {
    NOT_BACKED_UP.iter().any(|(name, _)| *name == table)
}

/// Enables or disables the schema's triggers, except those of foreign keys.
async fn triggers(
    connection: &mut PgConnection,
    tables: &[TableShape],
    switch: &str,
) -> Result<(), RestoreError> {
    for table in tables {
        execute(connection, format!("alter table {} {switch} trigger user", quoted(&table.name))).await?;
    }
    Ok(())
}

/// Drops the indexes that no constraint needs, and returns their definitions: building an index takes a fraction of the time
/// of updating it with each row, most of all a search index.
async fn drop_indexes(
    connection: &mut PgConnection,
    tables: &[TableShape],
) -> Result<Vec<String>, RestoreError> {
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    let found: Vec<(String, String)> =
        sqlx::query_as(INDEXES).bind(&names).fetch_all(&mut *connection).await.map_err(fault)?;
    let mut definitions = Vec::new();
    for (name, definition) in found {
        execute(connection, format!("drop index {name}")).await?;
        definitions.push(definition);
    }
    Ok(definitions)
}

async fn execute(connection: &mut PgConnection, statement: String) -> Result<(), RestoreError> {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.map_err(fault)?;
    Ok(())
}

async fn fill(
    connection: &mut PgConnection,
    manifest: &Manifest,
    own: &[TableShape],
    rows: impl Iterator<Item = Result<Piece, ArchiveError>>,
) -> Result<Restored, RestoreError> {
    let in_backup: HashMap<&str, &Table> =
        manifest.tables.iter().map(|table| (table.name.as_str(), table)).collect();
    let missing =
        own.iter().find(|table| !is_not_backed_up(&table.name) && !in_backup.contains_key(&*table.name));
    if let Some(table) = missing {
        return Err(wrong(&table.name, "it is missing from the backup"));
    }
    let mut rows = rows.peekable();
    let mut restored = Restored::default();
    for table in &manifest.tables {
        let mut pieces = std::iter::from_fn(|| {
            rows.next_if(|piece| match piece {
                Ok(piece) => matches!(&piece.content, Content::Rows(name) if *name == table.name),
                Err(_) => true,
            })
        });
        if !own.iter().any(|own| own.name == table.name) {
            restored.foreign.push((table.name.clone(), table.rows));
            pieces.try_for_each(|piece| piece.map(drop))?;
            continue;
        }
        let shape = TableShape { name: table.name.clone(), columns: table.columns.clone() };
        let copy = format!("copy {} from stdin", shape.quoted());
        let mut copying = connection.copy_in_raw(&copy).await.map_err(fault)?;
        for piece in pieces {
            copying.send(piece?.bytes).await.map_err(fault)?;
        }
        if copying.finish().await.map_err(fault)? != table.rows {
            return Err(wrong(&table.name, "the row count differs from the manifest"));
        }
    }
    Ok(restored)
}

/// The rows must name exactly the photos in the backup.
async fn require_every_photo(connection: &mut PgConnection, manifest: &Manifest) -> Result<(), RestoreError> {
    let stored: Vec<String> = sqlx::query_scalar(STORED_PHOTOS).fetch_all(connection).await.map_err(fault)?;
    let copied = manifest.photos.iter().map(|photo| photo.name.as_str());
    let omitted = manifest.photos_left_out.iter().map(|photo| photo.key.as_str());
    let known: HashSet<&str> = copied.chain(omitted).collect();
    if stored.len() == known.len() && stored.iter().all(|key| known.contains(key.as_str())) {
        Ok(())
    } else {
        Err(wrong("headshots", "its photos differ from the photos in the backup"))
    }
}

/// Reads a table back. Its rows have the order in which they were written.
async fn compare_table(connection: &mut PgConnection, table: &Table) -> Result<(), RestoreError> {
    let shape = TableShape { name: table.name.clone(), columns: table.columns.clone() };
    let copy = copy_out(&shape);
    let mut tally = Tally::default();
    let mut rows = connection.copy_out_raw(&copy).await.map_err(fault)?;
    while let Some(piece) = rows.try_next().await.map_err(fault)? {
        tally.add(&piece);
    }
    if tally.end() == (table.checksum.clone(), table.rows) {
        Ok(())
    } else {
        Err(wrong(&table.name, "its rows differ from the backup"))
    }
}

fn wrong(table: &str, what: &'static str) -> RestoreError {
    RestoreError::Table { table: table.to_owned(), what }
}
