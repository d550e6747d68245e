//! Restores a dump into an empty database.

use forum_domain::audit::AuditEvent;
use forum_domain::shared::Fault;
use sqlx::migrate::MigrateError;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::site_tables;
use super::tools::{ToolError, Tools};
use crate::backup::{ArchiveError, Manifest};
use crate::postgres::audit_log;
use crate::postgres::connection::fault::{StoreError, fault};
use crate::postgres::connection::pool::ConnectionPool;
use crate::postgres::schema::owner::{OwnerError, open_owner};
use crate::postgres::schema::{migration_fault, open, unknown_migration};
use crate::tls::Trust;

/// The names of the relations in the schema, except those of extensions.
const EXISTING: &str = "select c.relname::text from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname";

/// The dump does not contain it, because a role without rights on the database cannot restore its comment.
const EXTENSION: &str = "create extension if not exists pg_trgm";

/// Removes the photos that are not in the backup from applications, versions and users.
const REMOVE_FROM_APPLICATIONS: &str = "update applications set headshot_id = null, headshot_url = null
    where headshot_id in (select id from headshots where key = any($1))";
const REMOVE_FROM_VERSIONS: &str = "update application_versions
    set headshot_id = null, answers = jsonb_set(answers, '{headshot_url}', 'null')
    where headshot_id in (select id from headshots where key = any($1))";
const REMOVE_PHOTOS: &str = "delete from headshots where key = any($1)";

/// The reason why a backup was not restored. Print it with its causes.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    #[error(
        "the schema of the backup is newer than this program, which does not know migration {0}; restore it with the \
         version that made it, or a newer one"
    )]
    Newer(i64),
    #[error(
        "the backup contains the schema {0}, but the search_path of the database begins with another one"
    )]
    OtherNamespace(String),
    #[error("FORUM__DATABASE__MIGRATION_URL")]
    Owner(#[from] OwnerError),
    #[error("the database")]
    Database(#[from] Fault),
    #[error(transparent)]
    Tool(#[from] ToolError),
}

impl From<StoreError> for RestoreError {
    fn from(error: StoreError) -> Self {
        Self::Database(error.into())
    }
}

/// The relations in the database. Empty for a new database.
pub async fn existing_relations(pool: &ConnectionPool) -> Result<Vec<String>, Fault> {
    sqlx::query_scalar(EXISTING).fetch_all(pool).await.map_err(fault)
}

/// Refuses a backup of a newer schema.
pub fn check_schema(manifest: &Manifest) -> Result<(), RestoreError> {
    unknown_migration(&manifest.migrations).map_or(Ok(()), |version| Err(RestoreError::Newer(version)))
}

/// Restores the pieces of a dump with its schema, in one transaction. `owner` is the URL of the role that will own the
/// tables, if it is not the pool's role, and the role of `tools`. After an error the database is empty.
pub async fn restore_database(
    pool: &ConnectionPool,
    owner: Option<(&str, &Trust)>,
    tools: &Tools,
    namespace: &str,
    pieces: impl Iterator<Item = Result<Vec<u8>, ArchiveError>>,
) -> Result<(), RestoreError> {
    let mut connection = match owner {
        Some((url, trust)) => open_owner(pool, url, trust).await?,
        None => open(pool.options().clone()).await?,
    };
    let current = sqlx::query_scalar("select current_schema()::text");
    let current: Option<String> = current.fetch_one(&mut connection).await.map_err(fault)?;
    if current.as_deref() != Some(namespace) {
        return Err(RestoreError::OtherNamespace(namespace.to_owned()));
    }
    let extended = sqlx::raw_sql(EXTENSION).execute(&mut connection).await;
    extended.map_err(|error| migration_fault(MigrateError::Execute(error)))?;
    tools.restore(namespace, pieces).await?;
    analyze(&mut connection).await?;
    Ok(connection.close().await.map_err(fault)?)
}

/// The planner has no statistics for the new rows.
async fn analyze(connection: &mut PgConnection) -> Result<(), Fault> {
    if let Some((_, tables)) = site_tables(connection).await? {
        let analyze = AssertSqlSafe(format!("analyze {tables}"));
        sqlx::raw_sql(analyze).execute(connection).await.map_err(fault)?;
    }
    Ok(())
}

/// Ends a restore, when the schema is current: removes the photos with these keys and adds `entry` to the audit log.
pub async fn finish_restore(
    pool: &ConnectionPool,
    omitted: &[&str],
    entry: &AuditEvent,
) -> Result<(), RestoreError> {
    let mut connection = open(pool.options().clone()).await?;
    let mut tx = connection.begin().await.map_err(fault)?;
    for statement in [REMOVE_FROM_APPLICATIONS, REMOVE_FROM_VERSIONS, REMOVE_PHOTOS] {
        sqlx::query(statement).bind(omitted).execute(&mut *tx).await.map_err(fault)?;
    }
    audit_log::insert(&mut tx, entry).await?;
    tx.commit().await.map_err(fault)?;
    Ok(connection.close().await.map_err(fault)?)
}
