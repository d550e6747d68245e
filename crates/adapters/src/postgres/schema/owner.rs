//! A separate role that owns the tables. The program's role gets only the necessary privileges and cannot change the
//! audit log.

use forum_domain::shared::Fault;
use sqlx::postgres::PgConnectOptions;
use sqlx::types::time::OffsetDateTime;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Postgres};

use super::{apply_patiently, open};
use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;
use crate::tls::Trust;

/// Identifies a database by its name and the start time of its server.
const DATABASE: &str = "select current_database()::text, pg_postmaster_start_time()";

/// The tables of the site. The schema may contain others, for example those of extensions.
const TABLES: &str = "select quote_ident($1), log.relnamespace::regnamespace::text,
        string_agg(own.oid::regclass::text, ', ')
    from pg_class log join pg_class own using (relnamespace, relowner)
    where log.oid = 'audit_events'::regclass and own.relkind in ('r', 'p')
    group by log.oid, log.relnamespace";

/// Whether a role can change or drop the audit log. A superuser is a member of every role.
const MAY_CHANGE_LOG: &str = "select pg_has_role($1::name, log.relowner, 'member')
        or pg_has_role($1::name, nspowner, 'member')
        or pg_has_role($1::name, datdba, 'member')
        or has_table_privilege($1::name, log.oid, 'update, delete, truncate, trigger')
    from pg_class log
    join pg_namespace schema on schema.oid = log.relnamespace
    join pg_database on datname = current_database()
    where log.oid = 'audit_events'::regclass";

/// Whether the current role has the privileges of the tables' owner. No row before the tables exist.
const OWNS_TABLES: &str =
    "select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('audit_events')";

#[derive(Debug, thiserror::Error)]
pub enum OwnerError {
    #[error("it is not a PostgreSQL URL such as postgres://user:password@host/database")]
    Url,
    #[error("it does not name the database of DATABASE_URL")]
    OtherDatabase,
    #[error("its role {0} does not own the tables")]
    NotOwner(String),
    #[error(
        "the role {0} of DATABASE_URL could still change the audit log: it is a superuser, has the rights of the owner \
         of the tables, their schema or the database, or was granted more than reading and adding"
    )]
    LogNotFinal(String),
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl OwnerError {
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Fault(Fault::Unavailable(_)))
    }
}

/// Applies pending migrations like [`migrate`](super::migrate), but as the role in `owner`, a URL for the same
/// database. Then grants the role of `pool` the necessary privileges: reading and writing tables, but only reading and
/// inserting audit events. Every call grants again, which covers the tables from new migrations.
pub async fn migrate_as_owner(pool: &ConnectionPool, owner: &str, trust: &Trust) -> Result<(), OwnerError> {
    let role = role_of(pool).await?;
    let mut connection = open_owner(pool, owner, trust).await?;
    let migrated = async {
        // The migration lock is held until the connection closes, because concurrent grants on one table fail.
        apply_patiently(&mut connection).await?;
        grant(&mut connection, role).await
    };
    let migrated = migrated.await;
    let closed = connection.close().await.map_err(fault);
    migrated.and(closed.map_err(Into::into))
}

/// Checks that the role in the URL `owner` can migrate the database of `pool`. Changes nothing. Returns the role's name.
pub async fn examine_owner(pool: &ConnectionPool, owner: &str, trust: &Trust) -> Result<String, OwnerError> {
    let mut connection = open_owner(pool, owner, trust).await?;
    let role = role_of(&mut connection).await?;
    let owns = sqlx::query_scalar(OWNS_TABLES).fetch_optional(&mut connection).await.map_err(fault)?;
    connection.close().await.map_err(fault)?;
    if owns.unwrap_or(true) { Ok(role) } else { Err(OwnerError::NotOwner(role)) }
}

pub(crate) async fn open_owner(
    pool: &ConnectionPool,
    owner: &str,
    trust: &Trust,
) -> Result<PgConnection, OwnerError> {
    let options: PgConnectOptions = owner.parse().map_err(|_| OwnerError::Url)?;
    let options = trust.for_postgres(options.application_name("educators-forum"));
    let expected = database(pool).await?;
    let mut connection = open(options).await?;
    if database(&mut connection).await? != expected {
        connection.close().await.map_err(fault)?;
        return Err(OwnerError::OtherDatabase);
    }
    Ok(connection)
}

async fn role_of(at: impl Executor<'_, Database = Postgres>) -> Result<String, Fault> {
    sqlx::query_scalar("select current_user::text").fetch_one(at).await.map_err(fault)
}

async fn database(at: impl Executor<'_, Database = Postgres>) -> Result<(String, OffsetDateTime), Fault> {
    sqlx::query_as(DATABASE).fetch_one(at).await.map_err(fault)
}

async fn grant(owner: &mut PgConnection, role: String) -> Result<(), OwnerError> {
    let mut transaction = owner.begin().await.map_err(fault)?;
    let (quoted, schema, tables): (String, String, String) =
        sqlx::query_as(TABLES).bind(&role).fetch_one(&mut *transaction).await.map_err(fault)?;
    // Names cannot be bound. The server has quoted these.
    let statements = format!(
        "grant usage on schema {schema} to {quoted};
         grant select, insert, update, delete on {tables} to {quoted};
         revoke all on audit_events, _sqlx_migrations from {quoted};
         grant select, insert on audit_events to {quoted};
         grant select on _sqlx_migrations to {quoted}"
    );
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut *transaction).await.map_err(fault)?;
    let may_change: bool =
        sqlx::query_scalar(MAY_CHANGE_LOG).bind(&role).fetch_one(&mut *transaction).await.map_err(fault)?;
    if may_change {
        // Without a commit, the transaction changes nothing.
        return Err(OwnerError::LogNotFinal(role));
    }
    transaction.commit().await.map_err(|error| fault(error).into())
}
