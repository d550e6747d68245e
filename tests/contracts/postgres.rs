//! Every contract on PostgreSQL, each in a database of its own below the server of `DATABASE_URL`.

mod old_rows;

use std::str::FromStr;
use std::sync::Arc;

use async_trait::async_trait;
use forum_adapters::postgres::{
    MigrationState, PgAccountStore, PgApplicationStore, PgAuditLog, PgHeadshotStore, PgHousekeepingStore,
    PgOutboxStore, PgPool, PgReviewQueue, PgSessionStore, migrate, migration_state,
};
use forum_domain::accounts::{Role, Roles};
use forum_domain::headshots::HeadshotState;
use forum_domain::mail::{MailKind, MailState};
use forum_domain::shared::Page;
use forum_tests::builders::{NOON, id};
use forum_tests::contract::{Backend, OutboxState, Readback, StoredMail, Stores};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// Connections of one test: some must wait for each other, not all for the pool.
const CONNECTIONS: u32 = 8;

/// A database that lives for one test.
struct PostgresDatabase {
    server: PgConnectOptions,
    name: String,
    pool: PgPool,
}

#[expect(clippy::disallowed_methods, reason = "the tests have no other setting")]
fn server() -> PgConnectOptions {
    let url = std::env::var("DATABASE_URL").expect("run through with-postgres, which sets DATABASE_URL");
    PgConnectOptions::from_str(&url).expect("DATABASE_URL is an address")
}

/// Runs a statement that names a database and so cannot have parameters; names are ours.
async fn on_server(server: &PgConnectOptions, statement: String) {
    let mut connection = PgConnection::connect_with(server).await.expect("the server answers");
    sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.expect("the server obeys");
    connection.close().await.expect("the server lets go");
}

impl PostgresDatabase {
    /// Without a schema.
    async fn empty() -> Self {
        let (server, name) = (server(), format!("contract_{}", id().simple()));
        on_server(&server, format!("create database {name}")).await;
        let options = server.clone().database(&name);
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).connect_with(options).await;
        Self { server, name, pool: pool.expect("the new database answers") }
    }
}

#[async_trait]
impl Backend for PostgresDatabase {
    async fn fresh() -> Self {
        let database = Self::empty().await;
        migrate(&database.pool).await.expect("the schema is made");
        database
    }

    fn stores(&self) -> Stores {
        let pool = || self.pool.clone();
        Stores {
            accounts: Arc::new(PgAccountStore::new(pool())),
            sessions: Arc::new(PgSessionStore::new(pool())),
            applications: Arc::new(PgApplicationStore::new(pool())),
            queue: Arc::new(PgReviewQueue::new(pool())),
            headshots: Arc::new(PgHeadshotStore::new(pool())),
            outbox: Arc::new(PgOutboxStore::new(pool())),
            audit: Arc::new(PgAuditLog::new(pool())),
            leftovers: Arc::new(PgHousekeepingStore::new(pool())),
            readback: Arc::new(PostgresReadback(pool())),
        }
    }

    async fn remove(self) {
        self.pool.close().await;
        on_server(&self.server, format!("drop database {} with (force)", self.name)).await;
    }
}

/// Reads the tables themselves.
struct PostgresReadback(PgPool);

impl PostgresReadback {
    async fn count(&self, statement: &'static str) -> u64 {
        let rows: i64 = sqlx::query_scalar(statement).fetch_one(&self.0).await.expect("rows are counted");
        rows.unsigned_abs()
    }
}

#[async_trait]
impl Readback for PostgresReadback {
    async fn roles(&self, user_id: Uuid) -> Roles {
        let words: Vec<String> = sqlx::query_scalar("select role from user_roles where user_id = $1")
            .bind(user_id)
            .fetch_all(&self.0)
            .await
            .expect("roles are read");
        words.iter().map(|word| Role::parse(word).expect("a known role")).collect()
    }

    async fn mails(&self) -> Vec<StoredMail> {
        let rows = sqlx::query("select * from outbox order by queued_at, id").fetch_all(&self.0).await;
        let mail = |row: sqlx::postgres::PgRow| StoredMail {
            id: row.get("id"),
            kind: MailKind::parse(row.get("kind")).expect("a known kind"),
            to: row.get("to_email"),
            attempts: row.get::<i32, _>("attempts").unsigned_abs(),
            last_error: row.get("last_error"),
            state: match row.get("state") {
                "queued" => OutboxState::Waiting,
                "sent" => OutboxState::Sent,
                "failed" => OutboxState::Dead,
                other => panic!("an unknown state: {other}"),
            },
        };
        rows.expect("the outbox is read").into_iter().map(mail).collect()
    }

    /// Rows are only ever added, so they lie in the order of their writing.
    async fn audit_actions(&self) -> Vec<String> {
        let actions = sqlx::query_scalar("select action from audit_events order by ctid");
        actions.fetch_all(&self.0).await.expect("the audit log is read")
    }

    async fn registrations(&self) -> u64 {
        self.count("select count(*) from pending_registrations").await
    }

    async fn tokens(&self) -> u64 {
        self.count("select count(*) from one_time_tokens").await
    }

    async fn sessions(&self) -> u64 {
        self.count("select count(*) from sessions").await
    }

    async fn idempotency_records(&self) -> u64 {
        self.count("select count(*) from idempotency_records").await
    }

    async fn headshots(&self) -> Vec<(Uuid, HeadshotState)> {
        let rows = sqlx::query("select id, state from headshots order by id").fetch_all(&self.0).await;
        let state = |row: &sqlx::postgres::PgRow| HeadshotState::parse(row.get("state"));
        let rows = rows.expect("photos are read").into_iter();
        rows.map(|row| (row.get("id"), state(&row).expect("a known state"))).collect()
    }

    async fn disable(&self, user_id: Uuid, at: OffsetDateTime) {
        let update = sqlx::query("update users set disabled_at = $2 where id = $1").bind(user_id).bind(at);
        update.execute(&self.0).await.expect("the account is disabled");
    }
}

forum_tests::every_contract!(PostgresDatabase);

#[tokio::test]
async fn asking_how_the_schema_stands_tells_behind_from_current_and_makes_nothing() {
    let database = PostgresDatabase::empty().await;
    assert_eq!(migration_state(&database.pool).await, Ok(MigrationState::Behind));
    let tables: i64 = sqlx::query_scalar("select count(*) from pg_tables where schemaname = 'public'")
        .fetch_one(&database.pool)
        .await
        .expect("tables are counted");
    assert_eq!(tables, 0);
    migrate(&database.pool).await.expect("the schema is made");
    assert_eq!(migration_state(&database.pool).await, Ok(MigrationState::Current));
    database.remove().await;
}

#[tokio::test]
async fn a_newer_schema_is_worked_on_and_left_alone_while_a_missing_migration_is_behind() {
    let database = PostgresDatabase::fresh().await;
    let newer = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                 values (9999, 'of a newer version', true, '', 0)";
    sqlx::query(newer).execute(&database.pool).await.expect("a newer version was here");
    assert_eq!(migration_state(&database.pool).await, Ok(MigrationState::Ahead));
    migrate(&database.pool).await.expect("an older program starts");
    assert_eq!(migration_state(&database.pool).await, Ok(MigrationState::Ahead));
    let missing = "delete from _sqlx_migrations where version = 1";
    sqlx::query(missing).execute(&database.pool).await.expect("a branch of its own was here");
    assert_eq!(migration_state(&database.pool).await, Ok(MigrationState::Behind));
    database.remove().await;
}

#[tokio::test]
async fn a_mail_of_an_unknown_kind_is_a_dead_letter_and_holds_up_no_other() {
    let database = PostgresDatabase::fresh().await;
    let stores = database.stores();
    // What a newer version of the program would have written, its migration applied.
    let drop_check = sqlx::query("alter table outbox drop constraint outbox_kind");
    drop_check.execute(&database.pool).await.expect("the schema is changed");
    sqlx::query(
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
         select gen_random_uuid(), n::text, case n when 2 then 'newsletter' else 'account_exists' end,
                'p' || n || '@example.org', 'Ana', 'Li', $1, $1
         from generate_series(1, 3) n",
    )
    .bind(NOON)
    .execute(&database.pool)
    .await
    .expect("mails are queued");
    let mut to = Vec::new();
    let until = NOON + Duration::seconds(20);
    while let Some(entry) = stores.outbox.lease(NOON, until, id()).await.expect("the others are leased") {
        to.push(entry.mail.to.as_str().to_owned());
    }
    to.sort_unstable();
    assert_eq!(to, ["p1@example.org", "p3@example.org"]);
    let failed =
        stores.outbox.list(Some(MailState::Failed), Page::default()).await.expect("mails are listed");
    let [kept] = failed.items.as_slice() else { panic!("one dead letter: {failed:?}") };
    assert_eq!((kept.kind.as_str(), kept.attempts), ("newsletter", 1));
    assert!(kept.last_error.as_deref().is_some_and(|error| error.contains("newsletter")), "{kept:?}");
    drop(stores);
    database.remove().await;
}
