//! The migrations of the schema, and whether it matches this program.
//!
//! Migrations only add: during a rolling deployment and after a rollback, the previous release works with the newer schema.

pub(crate) mod owner;

use std::sync::LazyLock;
use std::time::Duration;

use forum_domain::shared::Fault;
use sqlx::migrate::{AppliedMigration, Migrate, MigrateError, Migration, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Error, PgConnection};

use crate::postgres::connection::connect::{ACQUIRE_TIMEOUT, unbounded};
use crate::postgres::connection::fault::fault;
use crate::postgres::connection::pool::ConnectionPool;

/// The embedded migrations. Applied migrations of newer releases are ignored.
static MIGRATOR: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrator = sqlx::migrate!("../../migrations");
    migrator.set_ignore_missing(true);
    migrator
});

/// SQLSTATE for a table that does not exist.
const NO_SUCH_TABLE: &str = "42P01";
/// SQLSTATE for a lock timeout.
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// Applies pending migrations on a separate connection without time limits for statements. Several processes may call
/// it concurrently: one migrates, the others wait. A newer schema stays unchanged, and so does a current one if the
/// role must not create tables because another role owns them. Fails with `Unavailable` if a table was in use for
/// minutes.
pub async fn migrate(pool: &ConnectionPool) -> Result<(), Fault> {
    let found = applied_migrations(&mut *pool.acquire().await?).await?;
    if state_of(&found) == MigrationState::Unreleased {
        return Err(Fault::Bug(UNRELEASED.to_owned()));
    }
    // Most starts have nothing to do, so they need neither the lock nor another connection.
    if state_of(&found) != MigrationState::Behind && (are_ours(&found) || !may_create(pool).await?) {
        return Ok(());
    }
    let mut connection = open(pool.options().clone()).await?;
    let migrated = apply_patiently(&mut connection).await;
    // Closing the connection releases the migration lock, even after a failure.
    let closed = connection.close().await.map_err(fault);
    migrated.and(closed)
}

async fn may_create(pool: &ConnectionPool) -> Result<bool, Fault> {
    let may_create = "select has_schema_privilege(current_schema(), 'create')";
    sqlx::query_scalar(may_create).fetch_one(pool).await.map_err(fault)
}

/// A connection without time limits, for work on the schema.
pub(crate) async fn open(options: PgConnectOptions) -> Result<PgConnection, Fault> {
    let options = unbounded(options);
    let connecting = tokio::time::timeout(ACQUIRE_TIMEOUT, PgConnection::connect_with(&options)).await;
    connecting.unwrap_or(Err(Error::PoolTimedOut)).map_err(fault)
}

/// How long a migration waits for a table lock. Later reads and writes of the table wait behind it.
const LOCK_TIMEOUT: &str = "set lock_timeout = '2s'";
/// Seconds between the attempts, in which other statements can use the table.
const PAUSES: [u64; 20] = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5];

/// Applies the missing migrations. Retries a migration that would have to wait for a long query or a backup, so that other
/// statements do not wait behind it. Fails after about two minutes.
pub(crate) async fn apply_patiently(connection: &mut PgConnection) -> Result<(), Fault> {
    // This lock precedes the time limit, because other processes may migrate for a long time.
    connection.lock().await.map_err(migration_fault)?;
    sqlx::raw_sql(LOCK_TIMEOUT).execute(&mut *connection).await.map_err(fault)?;
    let mut pauses = PAUSES.into_iter();
    loop {
        match MIGRATOR.run_direct(None, connection, false).await {
            Err(error) if is_lock_timeout(&error) => {
                let Some(pause) = pauses.next() else { return Err(migration_fault(error)) };
                tracing::warn!(
                    again_in_seconds = pause,
                    "a migration needs a table that a long query or a backup is reading; retrying"
                );
                tokio::time::sleep(Duration::from_secs(pause)).await;
            }
            outcome => return outcome.map_err(migration_fault),
        }
    }
}

fn is_lock_timeout(error: &MigrateError) -> bool {
    let (MigrateError::Execute(Error::Database(error))
    | MigrateError::ExecuteMigration(Error::Database(error), _)) = error
    else {
        return false;
    };
    error.code().as_deref() == Some(LOCK_NOT_AVAILABLE)
}

/// The first of these migrations that this program does not know.
pub(crate) fn unknown_migration(versions: &[i64]) -> Option<i64> {
    versions.iter().copied().find(|version| !MIGRATOR.version_exists(*version))
}

/// The applied migrations in ascending order. Empty for a database without a schema.
pub(crate) async fn applied(connection: &mut PgConnection) -> Result<Vec<i64>, Fault> {
    Ok(applied_migrations(connection).await?.into_iter().map(|migration| migration.version).collect())
}

async fn applied_migrations(connection: &mut PgConnection) -> Result<Vec<AppliedMigration>, Fault> {
    match connection.list_applied_migrations(MIGRATOR.table_name.as_ref()).await {
        Ok(applied) => Ok(applied),
        // The table is not created, because a query must not change the schema.
        Err(MigrateError::Execute(Error::Database(error)))
            if error.code().as_deref() == Some(NO_SUCH_TABLE) =>
        {
            Ok(Vec::new())
        }
        Err(error) => Err(migration_fault(error)),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MigrationState {
    Current,
    Behind,
    /// All migrations of this program and some of a newer release are applied. The program works, because migrations only
    /// add.
    Ahead,
    /// A build from before the first release made the schema, so its first migration is another.
    Unreleased,
}

impl MigrationState {
    /// Whether the schema has the tables of this program.
    #[must_use]
    pub fn is_usable(self) -> bool {
        matches!(self, Self::Current | Self::Ahead)
    }
}

/// What to do about [`MigrationState::Unreleased`].
pub const UNRELEASED: &str = "a build from before the first release made this database, and this program cannot use its \
     tables: name an empty database in DATABASE_URL or, if it is not set, move the data directory (FORUM__DATA__DIR) \
     away, then start again";

pub async fn migration_state(pool: &ConnectionPool) -> Result<MigrationState, Fault> {
    let mut connection = pool.acquire().await?;
    Ok(state_of(&applied_migrations(&mut connection).await?))
}

fn state_of(applied: &[AppliedMigration]) -> MigrationState {
    let known: Vec<i64> = MIGRATOR.iter().map(|migration| migration.version).collect();
    let all = known.iter().all(|version| applied.iter().any(|migration| migration.version == *version));
    let more = applied.iter().any(|migration| !known.contains(&migration.version));
    match (all, more) {
        _ if MIGRATOR.iter().next().is_some_and(|first| is_changed(first, applied)) => {
            MigrationState::Unreleased
        }
        (false, _) => MigrationState::Behind,
        (true, true) => MigrationState::Ahead,
        (true, false) => MigrationState::Current,
    }
}

/// Whether the applied migrations have the checksums of the embedded ones.
fn are_ours(applied: &[AppliedMigration]) -> bool {
    !MIGRATOR.iter().any(|ours| is_changed(ours, applied))
}

fn is_changed(ours: &Migration, applied: &[AppliedMigration]) -> bool {
    applied.iter().any(|found| found.version == ours.version && found.checksum != ours.checksum)
}

/// The extension for searches in lists, and advice if it is missing.
const EXTENSION: &str = "pg_trgm";
const EXTENSION_HELP: &str = "PostgreSQL's extension pg_trgm must be installed on the server (Debian's package \
     postgresql contains it), and the owner of the database or an administrator of the server must run \
     `create extension pg_trgm` in this database";

/// An operator class of the extension, and advice if the database has it in a schema that is not searched.
const OPERATORS: &str = "gin_trgm_ops";
const OPERATORS_HELP: &str = "PostgreSQL's extension pg_trgm is in a schema outside the search_path; its owner must run \
     `alter extension pg_trgm set schema public`";

pub(crate) fn migration_fault(error: MigrateError) -> Fault {
    match error {
        MigrateError::Execute(Error::Database(error))
        | MigrateError::ExecuteMigration(Error::Database(error), _)
            if error.message().contains(EXTENSION) || error.message().contains(OPERATORS) =>
        {
            let is_elsewhere = error.message().contains(OPERATORS);
            let help = if is_elsewhere { OPERATORS_HELP } else { EXTENSION_HELP };
            Fault::Bug(format!("{}: {help}", error.message()))
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => fault(error),
        MigrateError::VersionMismatch(1) => Fault::Bug(UNRELEASED.to_owned()),
        other => Fault::Bug(other.to_string()),
    }
}
