//! Reads rows directly, and makes changes that no port offers. A failure here fails the test.

use forum_adapters::postgres::ConnectionPool;
use forum_domain::accounts::{Role, Roles};
use forum_domain::headshots::HeadshotState;
use forum_domain::mail::{MailKind, MailState};
use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row};
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMail {
    pub id: Uuid,
    pub kind: MailKind,
    /// The recipient's address as typed.
    pub to: String,
    /// Number of delivery attempts.
    pub attempts: u32,
    pub last_error: Option<String>,
    pub state: MailState,
    pub items: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    pub at: OffsetDateTime,
    /// `None` for the command line.
    pub actor_id: Option<Uuid>,
    pub action: String,
    pub target_type: String,
    pub target_id: Uuid,
    /// Further details, an object of strings.
    pub detail: Value,
}

#[derive(Clone)]
pub struct Readback(ConnectionPool);

impl Readback {
    pub fn new(pool: ConnectionPool) -> Self {
        Self(pool)
    }

    pub async fn roles(&self, user_id: Uuid) -> Roles {
        let words: Vec<String> = sqlx::query_scalar("select role from user_roles where user_id = $1")
            .bind(user_id)
            .fetch_all(&self.0)
            .await
            .expect("readable roles");
        words.iter().map(|word| Role::parse(word).expect("a known role")).collect()
    }

    /// All outbox rows in the order they were queued.
    pub async fn mails(&self) -> Vec<StoredMail> {
        let rows = sqlx::query("select * from outbox order by queued_at, id").fetch_all(&self.0).await;
        let mail = |row: PgRow| StoredMail {
            id: row.get("id"),
            kind: MailKind::parse(row.get("kind")).expect("a known kind"),
            to: row.get("to_email"),
            attempts: row.get::<i32, _>("attempts").unsigned_abs(),
            last_error: row.get("last_error"),
            items: row.get("items"),
            state: MailState::parse(row.get("state")).expect("a known state"),
        };
        rows.expect("a result").into_iter().map(mail).collect()
    }

    /// The audit log, oldest first. Rows are only ever added, so the table scan returns them in the order they were written.
    pub async fn audit(&self) -> Vec<AuditRow> {
        let rows = sqlx::query("select * from audit_events order by ctid").fetch_all(&self.0).await;
        let entry = |row: PgRow| AuditRow {
            at: row.get("at"),
            actor_id: row.get("actor_id"),
            action: row.get("action"),
            target_type: row.get("target_type"),
            target_id: row.get("target_id"),
            detail: row.get("detail"),
        };
        rows.expect("a result").into_iter().map(entry).collect()
    }

    pub async fn count(&self, table: &'static str) -> u64 {
        let statement = AssertSqlSafe(format!("select count(*) from {table}"));
        let rows: i64 = sqlx::query_scalar(statement).fetch_one(&self.0).await.expect("a number of rows");
        rows.unsigned_abs()
    }

    /// All photos in any state, sorted by id.
    pub async fn headshots(&self) -> Vec<(Uuid, HeadshotState)> {
        let rows = sqlx::query("select id, state from headshots order by id").fetch_all(&self.0).await;
        let state = |row: &PgRow| HeadshotState::parse(row.get("state"));
        let rows = rows.expect("readable photos").into_iter();
        rows.map(|row| (row.get("id"), state(&row).expect("a known state"))).collect()
    }

    pub async fn disable(&self, user_id: Uuid, at: OffsetDateTime) {
        let update = sqlx::query("update users set disabled_at = $2 where id = $1").bind(user_id).bind(at);
        update.execute(&self.0).await.expect("a disabled account");
    }

    /// The actions of the audit log, oldest first.
    pub async fn audit_actions(&self) -> Vec<String> {
        self.audit().await.into_iter().map(|entry| entry.action).collect()
    }

    pub async fn registrations(&self) -> u64 {
        self.count("pending_registrations").await
    }

    /// The number of one-time tokens, including used ones.
    pub async fn tokens(&self) -> u64 {
        self.count("one_time_tokens").await
    }
}
