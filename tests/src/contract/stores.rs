//! The stores of one fresh database, and what a suite may read back from it past the ports.

use std::sync::Arc;

use async_trait::async_trait;
use forum_domain::accounts::{AccountStore, Roles, SessionStore};
use forum_domain::applications::{ApplicationStore, ReviewQueue};
use forum_domain::audit::AuditLog;
use forum_domain::headshots::{HeadshotState, HeadshotStore};
use forum_domain::housekeeping::HousekeepingStore;
use forum_domain::mail::{MailKind, OutboxStore};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

/// All stores over one database.
#[derive(Clone)]
pub struct Stores {
    /// Users and registrations.
    pub accounts: Arc<dyn AccountStore>,
    /// Sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Applications.
    pub applications: Arc<dyn ApplicationStore>,
    /// The review list.
    pub queue: Arc<dyn ReviewQueue>,
    /// Photos.
    pub headshots: Arc<dyn HeadshotStore>,
    /// The outbox.
    pub outbox: Arc<dyn OutboxStore>,
    /// The audit log.
    pub audit: Arc<dyn AuditLog>,
    /// What is kept for a time only.
    pub leftovers: Arc<dyn HousekeepingStore>,
    /// What was really stored.
    pub readback: Arc<dyn Readback>,
}

/// Where an outbox row stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutboxState {
    /// Will be sent.
    Waiting,
    /// Was sent.
    Sent,
    /// Is kept and never tried again.
    Dead,
}

/// An outbox row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMail {
    /// Its id.
    pub id: Uuid,
    /// Which mail.
    pub kind: MailKind,
    /// Where to, as typed.
    pub to: String,
    /// Attempts to send it so far.
    pub attempts: u32,
    /// What the last failed sending said.
    pub last_error: Option<String>,
    /// Where it stands.
    pub state: OutboxState,
}

/// An entry of the audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRow {
    /// When.
    pub at: OffsetDateTime,
    /// Who; nobody for what is done at the command line.
    pub actor_id: Option<Uuid>,
    /// What was done.
    pub action: String,
    /// What it was done to.
    pub target_type: String,
    /// Which of those.
    pub target_id: Uuid,
    /// What else belongs to it, an object of texts.
    pub detail: Value,
}

/// Looks at the rows themselves, and changes what no port changes yet. A failure here is a failed test, so
/// nothing returns an error.
#[async_trait]
pub trait Readback: Send + Sync {
    /// The roles of a user.
    async fn roles(&self, user_id: Uuid) -> Roles;
    /// All outbox rows, by the time of their queueing.
    async fn mails(&self) -> Vec<StoredMail>;
    /// The audit log, oldest first.
    async fn audit(&self) -> Vec<AuditRow>;
    /// The actions of the audit log, oldest first.
    async fn audit_actions(&self) -> Vec<String> {
        self.audit().await.into_iter().map(|entry| entry.action).collect()
    }
    /// Registrations that wait.
    async fn registrations(&self) -> u64;
    /// One-time tokens, used ones too.
    async fn tokens(&self) -> u64;
    /// Sessions, ended ones too.
    async fn sessions(&self) -> u64;
    /// Responses kept for repeated requests, ended ones too.
    async fn idempotency_records(&self) -> u64;
    /// All photos, of every state, by id.
    async fn headshots(&self) -> Vec<(Uuid, HeadshotState)>;
    /// Disables an account.
    async fn disable(&self, user_id: Uuid, at: OffsetDateTime);
}

/// Makes fresh databases for tests.
#[async_trait]
pub trait Backend: Sized + Send {
    /// An empty database with the seeded templates.
    async fn fresh() -> Self;
    /// The stores over it.
    fn stores(&self) -> Stores;
    /// Removes it.
    async fn remove(self);
}
