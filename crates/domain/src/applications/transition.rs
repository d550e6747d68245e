//! The state machine of applications. Pure functions map rows that were read under lock to everything that must be
//! stored together, so that no mail, role or audit entry can be forgotten.

use time::OffsetDateTime;
use uuid::Uuid;

use super::application::{Application, ApplicationDetail, Status};
use crate::accounts::roles::{Role, RoleChange};
use crate::act::Act;
use crate::audit::{AuditEvent, FormerAdministrator};
use crate::idempotency::RequestRecord;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Fault, Invalid, words};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationEvent {
    pub id: Uuid,
    pub application_id: Uuid,
    pub at: OffsetDateTime,
    pub actor_id: Uuid,
    /// The previous status; `None` for the submission.
    pub from: Option<Status>,
    pub to: Status,
    /// What happened, if the status stayed.
    pub change: Option<ChangeAct>,
}

words! {
    /// An act on a pending application that is no decision.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ChangeAct {
        /// An administrator asked for changes.
        Requested = "changes_requested",
        /// An administrator took the request back.
        TakenBack = "request_taken_back",
        /// The applicant edited the answers.
        Resubmitted = "resubmitted",
    }
}

/// An application to decide on, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decidable {
    pub detail: ApplicationDetail,
    /// The number of the current answers: 1 for those that were submitted.
    pub version: u32,
}

/// Everything that a transition stores, in one transaction.
#[must_use]
#[derive(Debug, Clone)]
pub struct DecisionPlan {
    pub application: Application,
    pub roles: RoleChange,
    pub event: ApplicationEvent,
    pub mails: Vec<OutgoingMail>,
    /// When the mails are due: later than the decision if it can be undone.
    pub mails_due_at: OffsetDateTime,
    pub audit: Vec<AuditEvent>,
    pub record: Option<RequestRecord>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("no such application")]
    NotFound,
    #[error("the application was already {}", .0.as_str())]
    AlreadyDecided(Status),
    #[error("you cannot decide on your own application")]
    OwnApplication,
    #[error("the answers have changed")]
    VersionConflict,
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    #[error(transparent)]
    Fault(#[from] Fault),
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Decision {
        Approve = "approved",
        /// The applicant may apply again.
        Reject = "rejected",
    }
}

impl Decision {
    pub const fn status(self) -> Status {
        match self {
            Self::Approve => Status::Approved,
            Self::Reject => Status::Rejected,
        }
    }
}

/// Approves or rejects a pending application. Approval makes the applicant a member. `version` is that of the answers
/// on which the administrator decides, if known.
///
/// # Errors
/// In this order: `OwnApplication`, `AlreadyDecided`, `VersionConflict`; `NotFound` without an applicant.
pub fn decide(
    seen: &Decidable,
    decision: Decision,
    version: Option<u32>,
    note: Option<String>,
    admin_id: Uuid,
    act: &Act,
) -> Result<DecisionPlan, DecideError> {
    let ApplicationDetail { application, person } = &seen.detail;
    if application.is_of(admin_id) {
        return Err(DecideError::OwnApplication);
    }
    if application.status != Status::Pending {
        return Err(DecideError::AlreadyDecided(application.status));
    }
    if version.is_some_and(|version| version != seen.version) {
        return Err(DecideError::VersionConflict);
    }
    // A pending application is deleted with its account.
    let person = person.as_ref().ok_or(DecideError::NotFound)?;
    let decided = Application {
        status: decision.status(),
        reviewed_at: Some(act.now),
        note,
        decided_by: Some(admin_id),
        ..application.clone()
    };
    let (roles, kind) = match decision {
        Decision::Approve => (
            RoleChange { revoke: vec![Role::Applicant], grant: vec![Role::Member] },
            MailKind::ApplicationApproved,
        ),
        Decision::Reject => (RoleChange::default(), MailKind::ApplicationRejected),
    };
    Ok(DecisionPlan {
        roles,
        event: event(act, &decided, admin_id, Some(application.status)),
        mails: vec![OutgoingMail {
            application_id: Some(application.id),
            ..act.mail(kind, &person.email, &person.name)
        }],
        mails_due_at: act.now,
        audit: vec![audit(act, "application.decided", &decided, admin_id)],
        application: decided,
        record: None,
    })
}

pub(super) fn event(
    act: &Act,
    application: &Application,
    actor_id: Uuid,
    from: Option<Status>,
) -> ApplicationEvent {
    let (id, at) = (act.ordered_id(), act.now);
    ApplicationEvent {
        id,
        application_id: application.id,
        at,
        actor_id,
        from,
        to: application.status,
        change: None,
    }
}

pub(super) fn audit(
    act: &Act,
    action: &'static str,
    application: &Application,
    actor_id: Uuid,
) -> AuditEvent {
    act.audit(Some(actor_id), action, ("application", application.id))
        .with("status", application.status.as_str())
}

#[cfg(test)]
mod tests;
