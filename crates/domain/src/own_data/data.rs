use time::OffsetDateTime;

use crate::accounts::email_changes::EmailChange;
use crate::accounts::factors::Factor;
use crate::accounts::identities::Identity;
use crate::accounts::sessions::{Session, User};
use crate::applications::{Application, ApplicationEvent, ApplicationVersion, ChangeRequest, Draft};
use crate::audit::AuditEntry;
use crate::headshots::Headshot;
use crate::mail::MailState;
use crate::notes::Note;

/// Maximum number of actions in a copy, newest first, so that the copy of a busy administrator fits into memory.
pub const ACTIONS_MAX: u32 = 20_000;

/// Maximum number of applications in a copy, newest first, because they may contain long answers.
pub const APPLICATIONS_MAX: u32 = 200;

/// Maximum number of notes in a copy, newest first.
pub const NOTES_MAX: u32 = 1_000;

/// Maximum number of requests for changes by an administrator in a copy, newest first.
pub const REQUESTS_MAX: u32 = 1_000;

/// Maximum number of sessions, of mails and of changes of address in a copy, newest first.
pub const ROWS_MAX: u32 = 5_000;

/// All data of one user in one snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnData {
    pub user: User,
    /// The newest [`ROWS_MAX`] sessions, including ended ones, newest first.
    pub sessions: Vec<Session>,
    /// Second factors, oldest first.
    pub factors: Vec<Factor>,
    /// Oldest first.
    pub identities: Vec<Identity>,
    /// The newest [`ROWS_MAX`] changes of address, including unconfirmed ones, newest first.
    pub email_changes: Vec<EmailChange>,
    pub draft: Option<Draft>,
    /// The newest [`APPLICATIONS_MAX`] applications, newest first.
    pub applications: Vec<OwnApplication>,
    /// The newest [`NOTES_MAX`] notes that the user wrote as an administrator, newest first.
    pub notes: Vec<Note>,
    /// The newest [`REQUESTS_MAX`] requests for changes that the user made as an administrator, newest first.
    pub change_requests: Vec<ChangeRequest>,
    pub headshots: Vec<Headshot>,
    /// The newest [`ROWS_MAX`] mails to the user's address, newest first.
    pub mails: Vec<OwnMail>,
    /// The newest [`ACTIONS_MAX`] entries of the audit log with the user as actor, newest first.
    pub actions: Vec<AuditEntry>,
    pub actions_total: u64,
}

/// An application as its applicant may see it: without the internal note and the administrator who decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnApplication {
    /// The application; `note` and `decided_by` are `None`.
    pub application: Application,
    /// Its history, oldest first.
    pub history: Vec<ApplicationEvent>,
    /// The requests for changes, oldest first.
    pub requests: Vec<ChangeRequest>,
    /// The answers that edits replaced, oldest first.
    pub versions: Vec<ApplicationVersion>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnMail {
    pub kind: String,
    pub queued_at: OffsetDateTime,
    pub state: MailState,
}
