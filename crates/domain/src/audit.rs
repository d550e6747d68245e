//! The audit log: entries are written in the transaction of their action and never changed.

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::events::{LogPosition, LoggedAction};
use crate::shared::{Fault, LogPage, Order, Page, PageRequest, Refusal, Sorting};

/// A read covers those that follow within this time: a page reads an application, its notes and its history, and again after
/// every live event.
pub const READ_COVERS: Duration = Duration::minutes(15);

/// Every action of the log. The dashboard has a sentence for each.
pub const ACTIONS: [&str; 54] = [
    "application.submitted",
    "application.decided",
    "application.decision_undone",
    "application.changes_requested",
    "application.request_taken_back",
    "application.resubmitted",
    "application.withdrawn",
    "application.marked",
    "selection.changed",
    "application.reviewed",
    "application.read",
    "applications.exported",
    "note.added",
    "note.updated",
    "note.deleted",
    "contact_message.taken",
    "contact_message.answered",
    "contact_message.marked_as_spam",
    "contact_message.reopened",
    "newsletter.exported",
    "role.granted",
    "role.revoked",
    "user.created",
    "user.verified",
    "user.renamed",
    "user.email_changed",
    "user.email_restored",
    "user.password_changed",
    "user.exported",
    "user.deleted",
    "user.disabled",
    "user.enabled",
    "user.signed_out",
    "invitation.sent",
    "invitation.withdrawn",
    "verification.resent",
    "password.reset",
    "factor.added",
    "factor.removed",
    "factors.reset",
    "recovery_code.used",
    "recovery_codes.replaced",
    "identity.linked",
    "identity.unlinked",
    "email_template.edited",
    "email_template.tested",
    "email_message.failed",
    "email_message.retried",
    "email_message.discarded",
    "token.created",
    "token.revoked",
    "backup.started",
    "backup.finished",
    "backup.restored",
];

/// An audit entry. Contains ids and fixed terms, and the reason that an administrator gave; no other personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEvent {
    pub id: Uuid,
    pub at: OffsetDateTime,
    /// The user who acted; `None` for the command line and anonymous visitors.
    pub actor_id: Option<Uuid>,
    /// The action as `noun.verb`, such as `application.decided`.
    pub action: &'static str,
    pub target_type: &'static str,
    pub target_id: Uuid,
    pub detail: Vec<(&'static str, String)>,
}

impl AuditEvent {
    pub fn new(
        id: Uuid,
        at: OffsetDateTime,
        actor_id: Option<Uuid>,
        action: &'static str,
        (target_type, target_id): (&'static str, Uuid),
    ) -> Self {
        debug_assert!(ACTIONS.contains(&action), "{action} is not in the list of actions");
        Self { id, at, actor_id, action, target_type, target_id, detail: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.detail.push((name, value.into()));
        self
    }
}

/// A stored entry. Another version of the program may have written it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub id: Uuid,
    pub at: OffsetDateTime,
    pub actor_id: Option<Uuid>,
    pub action: String,
    pub target_type: String,
    pub target_id: Uuid,
    /// Like [`AuditEvent::detail`], in any order.
    pub detail: Vec<(String, String)>,
}

/// An entry with the names that its actor and its object have now. `None` after the account was deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEntry {
    pub entry: AuditEntry,
    pub actor_name: Option<String>,
    /// The name of the user, or of the applicant.
    pub target_name: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditSort;

impl Sorting for AuditSort {
    const LIST: &'static str = "audit_events";

    fn name(self) -> &'static str {
        "at"
    }
}

/// All given members must match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditFilter {
    pub actor: Option<Uuid>,
    pub action: Option<String>,
    pub target: Option<Uuid>,
    /// A user. The entry is about the user or one of the user's applications.
    pub about: Option<Uuid>,
    pub after: Option<OffsetDateTime>,
    /// Exclusive.
    pub before: Option<OffsetDateTime>,
    /// The administrator who reads. What others did with the reader's own application is left out.
    pub reader: Option<Uuid>,
}

impl AuditFilter {
    pub fn page(&self, page: Page) -> PageRequest<AuditSort> {
        let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        let time = |at: Option<OffsetDateTime>| at.map(|at| at.to_string()).unwrap_or_default();
        let words = [
            text(self.actor),
            self.action.clone().unwrap_or_default(),
            text(self.target),
            text(self.about),
            time(self.after),
            time(self.before),
        ];
        PageRequest::new(page, AuditSort, Order::Desc, &words.each_ref().map(String::as_str))
    }
}

/// Reads the log and records actions without other writes, such as an administrator's read. Entries for other actions
/// are stored in the transaction of the action.
#[async_trait]
pub trait AuditLog: Send + Sync {
    /// Appends one entry, unless its actor is no longer an administrator.
    async fn record(&self, event: AuditEvent) -> Result<(), Refusal>;

    /// Appends an entry about a read, unless its actor is no longer an administrator, or the log has one with the same actor,
    /// action and target of the last [`READ_COVERS`]. Of concurrent reads one is recorded.
    async fn record_read(&self, event: AuditEvent) -> Result<(), Refusal>;

    /// A page of the entries that match the filter, newest first.
    async fn list(
        &self,
        filter: AuditFilter,
        page: PageRequest<AuditSort>,
    ) -> Result<LogPage<NamedEntry>, Fault>;

    /// Up to `limit` acts in [`LoggedAction::ACTIONS`] after `position`, oldest first. An act that was committed late
    /// may appear before acts that were read already.
    async fn after(&self, position: LogPosition, limit: u32) -> Result<Vec<LoggedAction>, Fault>;
}
