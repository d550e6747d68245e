//! The connection pool and the schema's migrations.

use std::time::Duration;

use forum_domain::shared::Fault;
use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, Error, PgConnection, PgPool};

use super::fault::fault;
use crate::tls::Trust;

/// The migrations, embedded in the program.
static MIGRATOR: Migrator = sqlx::migrate!("../../migrations");

/// Connections that were idle for longer are asked whether they still live before they are used.
const PING_AFTER: Duration = Duration::from_secs(1);

/// How long a caller waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// The oldest PostgreSQL that will do, as `server_version_num` counts.
const OLDEST: i32 = 150_000;

/// SQLSTATE of a table that does not exist.
const NO_SUCH_TABLE: &str = "42P01";

/// Why there is no database to work with.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The address cannot be read. Never shows it: it may hold a password.
    #[error("it is not a PostgreSQL URL such as postgres://user:password@host/database")]
    Url,
    /// Nothing answers, or it refuses.
    #[error("no connection to the database: {0}")]
    Refused(Fault),
    /// The server is too old.
    #[error("the database is PostgreSQL {0}, but 15 or newer is needed")]
    TooOld(i32),
}

/// Opens a pool of up to `size` connections to the server at `url`. Callers wait at most 5 s for a free one,
/// so that a flood ends in 503 and not in a queue.
///
/// # Errors
/// When no first connection can be made, or the server is older than PostgreSQL 15.
pub async fn connect(url: &str, size: u32, trust: &Trust) -> Result<PgPool, ConnectError> {
    let options: PgConnectOptions = url.parse().map_err(|_| ConnectError::Url)?;
    let options = trust.for_postgres(options.application_name("educators-forum"));
    let pool = PgPoolOptions::new()
        .max_connections(size)
        .acquire_timeout(PATIENCE)
        // A ping before every use costs a third of the reads a second; a busy connection needs none.
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for < PING_AFTER {
                    return Ok(true);
                }
                Ok(connection.ping().await.is_ok())
            })
        })
        .connect_with(options.clone())
        .await;
    let pool = match pool {
        Ok(pool) => pool,
        Err(Error::PoolTimedOut) => return Err(ConnectError::Refused(fault(reason(&options).await))),
        Err(error) => return Err(ConnectError::Refused(fault(error))),
    };
    let version =
        sqlx::query_scalar!(r#"select current_setting('server_version_num')::integer as "version!""#)
            .fetch_one(&pool)
            .await
            .map_err(|error| ConnectError::Refused(fault(error)))?;
    if version < OLDEST { Err(ConnectError::TooOld(version / 10_000)) } else { Ok(pool) }
}

/// Why no connection can be made: the pool tried again and again, and only says that its time is over.
async fn reason(options: &PgConnectOptions) -> Error {
    match tokio::time::timeout(PATIENCE, PgConnection::connect_with(options)).await {
        Ok(Err(error)) => error,
        Ok(Ok(_)) | Err(_) => Error::PoolTimedOut,
    }
}

/// Brings the schema up to date. Several processes may call it at once; one works, the others wait.
///
/// # Errors
/// When a migration fails or one that was applied has been changed.
pub async fn migrate(pool: &PgPool) -> Result<(), Fault> {
    MIGRATOR.run(pool).await.map_err(migration_fault)
}

/// How the schema stands against this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MigrationState {
    /// Every migration is applied.
    Current,
    /// Some are missing.
    Behind,
    /// The database knows migrations that this program does not: it is older than the database.
    Ahead,
}

/// Compares the schema with the migrations of this program.
///
/// # Errors
/// When the database cannot be asked.
pub async fn migration_state(pool: &PgPool) -> Result<MigrationState, Fault> {
    let mut connection = pool.acquire().await.map_err(fault)?;
    let table = MIGRATOR.table_name.as_ref();
    let applied = match connection.list_applied_migrations(table).await {
        Ok(applied) => applied,
        // Without the table nothing was ever applied. It is not made here: asking must not change the schema.
        Err(MigrateError::Execute(Error::Database(error)))
            if error.code().as_deref() == Some(NO_SUCH_TABLE) =>
        {
            return Ok(MigrationState::Behind);
        }
        Err(error) => return Err(migration_fault(error)),
    };
    let known: Vec<i64> = MIGRATOR.iter().map(|migration| migration.version).collect();
    if applied.iter().any(|migration| !known.contains(&migration.version)) {
        return Ok(MigrationState::Ahead);
    }
    let all = known.iter().all(|version| applied.iter().any(|migration| migration.version == *version));
    Ok(if all { MigrationState::Current } else { MigrationState::Behind })
}

fn migration_fault(error: MigrateError) -> Fault {
    match error {
        MigrateError::Execute(error) => fault(error),
        other => Fault::Bug(other.to_string()),
    }
}
