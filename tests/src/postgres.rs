//! Databases for individual tests on the PostgreSQL server of `DATABASE_URL`, which `with-postgres` sets.

use std::mem::ManuallyDrop;
use std::panic::resume_unwind;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use forum_adapters::postgres::{ConnectionPool, Moments, examine_invariants, migrate};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use tokio::runtime::Runtime;
use tokio::sync::OnceCell;

use crate::builders::{NOON, id};
use crate::stores::Stores;
use crate::timing::TimeLimit;

/// Pool size per test: enough that tasks wait for each other's locks and not all for the pool.
const CONNECTIONS: u32 = 8;

/// Timeout for a connection on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Invariants that tests violate: they write administrators, roles and disabled accounts without their history, and apply
/// twice at the same instant, because their clock is stopped.
const BROKEN_BY_TESTS: [&str; 6] = [
    "after the first one was created, one can sign in",
    "an approval, an administrator or the command line granted every role",
    "accounts are disabled, enabled and deleted",
    "a disabled account has no live session",
    "each submission has one mail until",
    "each decision has one mail until",
];

/// A database that exists for one test. It is removed when it is dropped, unless the test has failed.
pub struct PostgresDatabase {
    server: PgConnectOptions,
    name: String,
    pool: ConnectionPool,
    /// Whether every invariant must hold at the end.
    is_checked: bool,
    _limit: Option<TimeLimit>,
}

#[expect(clippy::disallowed_methods, reason = "the tests have no other setting")]
fn server() -> PgConnectOptions {
    let url = std::env::var("DATABASE_URL").expect("run through with-postgres, which sets DATABASE_URL");
    PgConnectOptions::from_str(&url).expect("a valid DATABASE_URL")
}

/// Runs a statement that contains a database name and so cannot use parameters. The names are generated here, so
/// injection is not possible.
async fn on_server(server: &PgConnectOptions, statement: String) {
    let mut connection = PgConnection::connect_with(server).await.expect("a response");
    sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.expect("a working server");
    connection.close().await.expect("a clean close");
}

impl PostgresDatabase {
    /// A database without the schema.
    pub async fn empty() -> Self {
        Self::copy_of("template1").await
    }

    /// An empty database with the schema and the seeded templates.
    pub async fn fresh() -> Self {
        Self::copy_of(migrated().await).await
    }

    pub fn stores(&self) -> Stores {
        Stores::on(&self.pool)
    }

    /// The same, in which `doctor --invariants` must find nothing at the end.
    pub async fn checked() -> Self {
        let mut database = Self::fresh().await;
        database.is_checked = true;
        database
    }

    /// Its URL, in the format of `DATABASE_URL`.
    pub fn url(&self) -> String {
        self.server.clone().database(&self.name).to_url_lossy().into()
    }

    pub fn pool(&self) -> &ConnectionPool {
        &self.pool
    }

    /// Makes every statement wrong, as those of a program that does not fit to the schema.
    pub async fn lose_tables(&self) {
        self.rename_schema("alter schema public rename to away").await;
    }

    /// Reverts [`lose_tables`](Self::lose_tables).
    pub async fn regain_tables(&self) {
        self.rename_schema("alter schema away rename to public").await;
    }

    async fn rename_schema(&self, statement: &str) {
        on_server(&self.server.clone().database(&self.name), statement.to_owned()).await;
    }

    async fn copy_of(template: &str) -> Self {
        let (server, name) = (server(), format!("test_{}", id().simple()));
        on_server(&server, format!("create database {name} template {template}")).await;
        let options = server.clone().database(&name);
        let pool = ConnectionPool::new(options, CONNECTIONS, PATIENCE);
        Self { server, name, pool, is_checked: false, _limit: Some(TimeLimit::start()) }
    }
}

/// The name of a template database with the schema, created once per process because copying it is faster than
/// migrating. It is never dropped; it disappears with the server.
async fn migrated() -> &'static str {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let make = || async {
        let mut template = ManuallyDrop::new(PostgresDatabase::empty().await);
        template._limit = None;
        migrate(&template.pool).await.expect("a migrated schema");
        // A database with open connections cannot be copied.
        template.pool.close().await;
        template.name.clone()
    };
    TEMPLATE.get_or_init(make).await
}

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        if thread::panicking() {
            return;
        }
        let (server, name, is_checked) = (self.server.clone(), self.name.clone(), self.is_checked);
        // The test's runtime may be ending, so this has a runtime and connections of its own.
        let removal = async move {
            let broken = if is_checked { broken(server.clone().database(&name)).await } else { Vec::new() };
            assert_eq!(broken, Vec::<String>::new(), "`doctor --invariants` would complain");
            // Only a superuser may end a connection of a superuser, which a test may just have closed.
            on_server(&server.username("postgres"), format!("drop database {name} with (force)")).await;
        };
        let removed = thread::spawn(|| Runtime::new().expect("a runtime").block_on(removal)).join();
        removed.unwrap_or_else(|panic| resume_unwind(panic));
    }
}

async fn broken(options: PgConnectOptions) -> Vec<String> {
    // Every test acts within days of noon and is complete then.
    let (now, earlier) = (NOON, NOON - time::Duration::days(365));
    let moments = Moments { now, mails_kept_since: earlier, settled_before: earlier };
    let pool = ConnectionPool::new(options, 1, PATIENCE);
    let examined = examine_invariants(&pool, moments).await.expect("a finished examination");
    let broken = examined.into_iter().filter(|(invariant, violations)| {
        violations.count > 0 && !BROKEN_BY_TESTS.iter().any(|holds| invariant.holds.starts_with(holds))
    });
    broken.map(|(invariant, violations)| format!("{}: {violations:?}", invariant.holds)).collect()
}

/// Creates applicants with the password of the existing administrator, in one statement because confirming each address
/// would take longer than a test. Returns their addresses.
pub async fn insert_applicants(connection: &mut PgConnection, count: i32) -> Vec<String> {
    sqlx::query_scalar(
        "with people as (select n, gen_random_uuid() as id from generate_series(1, $1) n),
              users as (insert into users (id, created_at) select id, now() from people),
              audited as (insert into audit_events (id, at, actor_id, action, target_type, target_id)
                          select gen_random_uuid(), now(), id, 'user.verified', 'user', id from people),
              credentials as (insert into credentials (user_id, password_hash, updated_at)
                              select id, (select password_hash from credentials limit 1), now() from people),
              roles as (insert into user_roles (user_id, role, granted_at, user_created_at)
                        select id, 'applicant', now(), now() from people)
         insert into profiles (user_id, first_name, last_name, email, user_created_at)
         select id, 'Nadia', 'Okafor', 'nadia' || n || '@school.example', now() from people returning email",
    )
    .bind(count)
    .fetch_all(connection)
    .await
    .expect("applicants")
}
