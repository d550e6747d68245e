//! The state machine, pure: maps what was read under lock to everything that must be stored together, so that no mail,
//! role or audit entry can be forgotten.

use time::OffsetDateTime;
use uuid::Uuid;

use super::application::{Application, ApplicationDetail, Status};
use super::fields::ApplicationFields;
use crate::accounts::roles::{Role, RoleChange, Roles};
use crate::audit::{AuditEvent, FormerAdministrator};
use crate::headshots::HeadshotKey;
use crate::mail::{MailKind, MailQueue, OutgoingMail};
use crate::shared::{EmailAddress, Fault, Invalid, PersonName};

/// The applicant, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applicant {
    /// The applicant's user id.
    pub user_id: Uuid,
    /// The profile's name.
    pub name: PersonName,
    /// The confirmed address.
    pub email: EmailAddress,
    /// The current roles.
    pub roles: Roles,
    /// The pending application, if there is one.
    pub pending: Option<Uuid>,
    /// Their stored photos.
    pub headshots: Vec<OwnPhoto>,
}

/// A stored photo that an application may show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPhoto {
    /// Its id.
    pub id: Uuid,
    /// Leads to its address.
    pub key: HeadshotKey,
}

/// One row of an application's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationEvent {
    /// Its own id.
    pub id: Uuid,
    /// The application it belongs to.
    pub application_id: Uuid,
    /// When the transition happened.
    pub at: OffsetDateTime,
    /// The user who caused it.
    pub actor_id: Uuid,
    /// The previous status; `None` for the submission.
    pub from: Option<Status>,
    /// The new status.
    pub to: Status,
}

/// Everything that a submission stores, in one transaction.
#[must_use]
#[derive(Debug, Clone)]
pub struct Submission {
    /// The pending application.
    pub application: Application,
    /// The first row of its history.
    pub event: ApplicationEvent,
    /// Mails to queue.
    pub mails: Vec<OutgoingMail>,
    /// Audit entries to write.
    pub audit: Vec<AuditEvent>,
}

/// Everything that a transition stores, in one transaction.
#[must_use]
#[derive(Debug, Clone)]
pub struct Changes {
    /// The next state.
    pub application: Application,
    /// Roles that the applicant loses and gets.
    pub roles: RoleChange,
    /// The next row of its history.
    pub event: ApplicationEvent,
    /// Mails to queue.
    pub mails: Vec<OutgoingMail>,
    /// Audit entries to write.
    pub audit: Vec<AuditEvent>,
}

/// Why the application was not submitted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubmitError {
    /// Some fields are invalid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The user is a member already.
    #[error("you are already a member")]
    AlreadyMember,
    /// The user does not hold the role applicant.
    #[error("only applicants can apply")]
    NotApplicant,
    /// The user has a pending application.
    #[error("an application is already pending")]
    PendingExists,
    /// The photo is not one of the applicant's stored photos.
    #[error("there is no such photo")]
    UnknownHeadshot,
    /// The key was used with another body.
    #[error("this Idempotency-Key was used with another request")]
    KeyReused,
    /// The user does not exist, or was deleted meanwhile.
    #[error("no such user")]
    UnknownUser,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Why the application was not decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// The note is invalid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// There is no such application.
    #[error("no such application")]
    NotFound,
    /// The application was decided before; a decision is final.
    #[error("the application was already {}", .0.as_str())]
    AlreadyDecided(Status),
    /// Administrators cannot decide on their own applications.
    #[error("you cannot decide on your own application")]
    OwnApplication,
    /// The actor has ceased to be an administrator.
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// An administrator's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The applicant becomes a member.
    Approve,
    /// The applicant may apply again.
    Reject,
}

impl Decision {
    /// The status that the decision leads to.
    pub const fn status(self) -> Status {
        match self {
            Self::Approve => Status::Approved,
            Self::Reject => Status::Rejected,
        }
    }
}

/// New ids for one submission.
#[derive(Debug, Clone, Copy)]
pub struct SubmissionIds {
    /// The application.
    pub application: Uuid,
    /// The first row of its history.
    pub event: Uuid,
    /// The audit entry.
    pub audit: Uuid,
}

/// New ids for one decision.
#[derive(Debug, Clone, Copy)]
pub struct DecisionIds {
    /// The row of the history.
    pub event: Uuid,
    /// The audit entry.
    pub audit: Uuid,
}

/// Checks that a user with these roles may apply.
///
/// # Errors
/// `AlreadyMember`, then `NotApplicant`.
pub fn check_applicant(roles: &Roles) -> Result<(), SubmitError> {
    match roles {
        roles if roles.is_member() => Err(SubmitError::AlreadyMember),
        roles if roles.is_applicant() => Ok(()),
        _ => Err(SubmitError::NotApplicant),
    }
}

/// Creates a pending application (spec section 4).
///
/// # Errors
/// In this order: `AlreadyMember`, `NotApplicant`, `PendingExists`, `UnknownHeadshot`.
pub fn submit(
    applicant: &Applicant,
    fields: ApplicationFields,
    ids: SubmissionIds,
    mails: &MailQueue,
    now: OffsetDateTime,
) -> Result<Submission, SubmitError> {
    check_applicant(&applicant.roles)?;
    if applicant.pending.is_some() {
        return Err(SubmitError::PendingExists);
    }
    let headshot_url = match fields.headshot_id {
        None => None,
        Some(id) => {
            let chosen = applicant.headshots.iter().find(|headshot| headshot.id == id);
            Some(chosen.ok_or(SubmitError::UnknownHeadshot)?.key.url())
        }
    };
    let application = Application {
        id: ids.application,
        user_id: applicant.user_id,
        status: Status::Pending,
        submitted_at: now,
        reviewed_at: None,
        fields,
        headshot_url,
        note: None,
        decided_by: None,
    };
    Ok(Submission {
        event: event(ids.event, &application, applicant.user_id, None, now),
        mails: vec![mails.mail(
            MailKind::ApplicationSubmitted,
            applicant.email.clone(),
            applicant.name.clone(),
            now,
        )],
        audit: vec![audit(ids.audit, "application.submitted", &application, applicant.user_id, now)],
        application,
    })
}

/// Approves or rejects a pending application; approval makes the applicant a member.
///
/// # Errors
/// `OwnApplication`, then `AlreadyDecided`; `NotFound` without an applicant.
pub fn decide(
    seen: &ApplicationDetail,
    decision: Decision,
    note: Option<String>,
    admin_id: Uuid,
    ids: DecisionIds,
    mails: &MailQueue,
    now: OffsetDateTime,
) -> Result<Changes, DecideError> {
    let ApplicationDetail { application, person } = seen;
    if application.user_id == admin_id {
        return Err(DecideError::OwnApplication);
    }
    if application.status != Status::Pending {
        return Err(DecideError::AlreadyDecided(application.status));
    }
    // A pending application goes with its account.
    let person = person.as_ref().ok_or(DecideError::NotFound)?;
    let decided = Application {
        status: decision.status(),
        reviewed_at: Some(now),
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
    Ok(Changes {
        roles,
        event: event(ids.event, &decided, admin_id, Some(application.status), now),
        mails: vec![mails.mail(kind, person.email.clone(), person.name.clone(), now)],
        audit: vec![audit(ids.audit, "application.decided", &decided, admin_id, now)],
        application: decided,
    })
}

fn event(
    id: Uuid,
    application: &Application,
    actor_id: Uuid,
    from: Option<Status>,
    at: OffsetDateTime,
) -> ApplicationEvent {
    ApplicationEvent { id, application_id: application.id, at, actor_id, from, to: application.status }
}

fn audit(
    id: Uuid,
    action: &'static str,
    application: &Application,
    actor_id: Uuid,
    at: OffsetDateTime,
) -> AuditEvent {
    AuditEvent {
        id,
        at,
        actor_id: Some(actor_id),
        action,
        target_type: "application",
        target_id: application.id,
        detail: vec![("status", application.status.as_str().to_owned())],
    }
}

#[cfg(test)]
mod tests;
