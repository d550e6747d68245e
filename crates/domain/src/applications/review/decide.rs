//! Decisions. The pure rule maps rows that were read under lock to everything that must be stored together, so that no mail,
//! role or audit entry can be forgotten.

use std::collections::BTreeMap;

use time::OffsetDateTime;
use uuid::Uuid;

use super::bulk::is_fault;
use crate::accounts::{Administrator, Role, RoleChange};
use crate::act::Act;
use crate::applications::{
    Application, ApplicationDetail, ApplicationEvent, Bulk, BulkKey, FieldLimits, Review, Status,
};
use crate::audit::AuditEvent;
use crate::idempotency::{KeyedRequest, LookUp, RecordedResponse, RequestRecord};
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, Refusal, TextRule, words};

const NOTE: TextRule = TextRule { field: "/note", label: "Note", limit: FieldLimits::NOTE, multiline: true };

/// An application to decide on, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decidable {
    pub detail: ApplicationDetail,
    /// The number of the current answers: 1 for those that were submitted.
    pub version: u32,
}

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

impl Review {
    /// Approves or rejects a pending application. The administrator can undo the decision within the window. Role
    /// change, mail, history and audit entry are stored with it. Refuses an application whose answers are no longer those
    /// of `version`. Returns the whole application, a read that the audit entry of the decision covers.
    ///
    /// # Errors
    /// A field error at `/note`; `forbidden`; those of [`decide`].
    pub async fn decide(
        &self,
        admin: &Administrator,
        id: Uuid,
        decision: Decision,
        version: Option<u32>,
        note: Option<&str>,
        request: Option<KeyedRequest<ApplicationDetail>>,
    ) -> Result<ApplicationDetail, Refusal> {
        let note = NOTE.parse_optional(note)?;
        let (admin_id, act, window) = (admin.caller().user.id, self.acts.begin(), self.undo_window);
        let step = Box::new(move |seen: &Decidable| {
            let plan = decide(seen, decision, version, note, admin_id, &act)?;
            let (application, person) = (plan.application.clone(), seen.detail.person.clone());
            let decided = ApplicationDetail { application, person };
            Ok(DecisionPlan {
                record: request.map(|request| request.answered(&decided, Some(id))),
                mails_due_at: act.now + window,
                ..plan
            })
        });
        self.store.decide(id, admin_id, step).await
    }

    /// Decides on each application in the order of the ids. Applications that cannot be decided are skipped, and so are
    /// those whose answers no longer have the given version. If the administrator loses the role or a fault occurs in
    /// between, the rest is skipped. A repeated request with the same key continues, and for each application that the
    /// first one decided it returns the present state.
    ///
    /// # Errors
    /// A field error at `/note`; `forbidden` and faults, if no application was decided.
    pub async fn decide_all(
        &self,
        admin: &Administrator,
        versions: BTreeMap<Uuid, Option<u32>>,
        decision: Decision,
        note: Option<&str>,
        key: Option<BulkKey<'_>>,
    ) -> Result<Bulk, Refusal> {
        NOTE.parse_optional(note)?;
        let one = |id, version| self.decide_once(admin, id, version, decision, note, key);
        let bulk = self.each(versions, one).await?;
        let undo_until = bulk.undo_until.filter(|_| self.undo_window.is_positive());
        Ok(Bulk { undo_until, ..bulk })
    }

    /// Returns when it was decided, or `None` if the first request with the key decided and the decision was undone.
    async fn decide_once(
        &self,
        admin: &Administrator,
        id: Uuid,
        version: Option<u32>,
        decision: Decision,
        note: Option<&str>,
        key: Option<BulkKey<'_>>,
    ) -> Result<Option<OffsetDateTime>, Refusal> {
        let admin_id = admin.caller().user.id;
        let new = match key {
            None => None,
            Some(key) => match key.look_up(admin_id, id).await? {
                LookUp::New(request) => Some(request),
                LookUp::Replayed(_) => return self.decided_before(admin_id, id, decision).await,
                // The key was used with another body, so this is not the same request.
                LookUp::KeyReused => None,
            },
        };
        let empty = || RecordedResponse { status: 200, body: String::new() };
        let keyed = new.map(|request| KeyedRequest { request, record: Box::new(move |_| empty()) });
        let refused = match self.decide(admin, id, decision, version, note, keyed).await {
            Ok(decided) => return Ok(decided.application.reviewed_at),
            Err(refused) => refused,
        };
        // After a fault another wait could exceed the time of the request. A repetition finds out what was stored.
        let is_final = is_fault(&refused) && refused.code != Code::Conflict;
        let Some(key) = key.filter(|_| !is_final) else { return Err(refused) };
        // A concurrent request with the same key may have been faster.
        match key.look_up(admin_id, id).await? {
            LookUp::Replayed(_) => self.decided_before(admin_id, id, decision).await,
            LookUp::New(_) | LookUp::KeyReused => Err(refused),
        }
    }

    /// The present state of an application that the same request decided before.
    async fn decided_before(
        &self,
        admin_id: Uuid,
        id: Uuid,
        decision: Decision,
    ) -> Result<Option<OffsetDateTime>, Refusal> {
        let Application { status, reviewed_at, decided_by, .. } =
            self.store.read(id).await?.ok_or(Code::NotFound)?.0.application;
        let is_same = status == decision.status() && decided_by == Some(admin_id);
        if reviewed_at.is_some() && !is_same {
            return Err(Refusal::already_decided(status));
        }
        Ok(reviewed_at)
    }
}

/// Approves or rejects a pending application. Approval makes the applicant a member. `version` is that of the answers
/// on which the administrator decides, if known.
///
/// # Errors
/// In this order: `own_application`, `application_already_decided`, `version_conflict`; `not_found` without an applicant.
pub fn decide(
    seen: &Decidable,
    decision: Decision,
    version: Option<u32>,
    note: Option<String>,
    admin_id: Uuid,
    act: &Act,
) -> Result<DecisionPlan, Refusal> {
    let ApplicationDetail { application, person } = &seen.detail;
    if application.is_of(admin_id) {
        return Err(Code::OwnApplication.into());
    }
    if application.status != Status::Pending {
        return Err(Refusal::already_decided(application.status));
    }
    if version.is_some_and(|version| version != seen.version) {
        return Err(Code::VersionConflict.into());
    }
    // A pending application is deleted with its account.
    let person = person.as_ref().ok_or(Code::NotFound)?;
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
        event: ApplicationEvent::of(&decided, Some(application.status), admin_id, act),
        mails: vec![OutgoingMail {
            application_id: Some(application.id),
            ..act.mail(kind, &person.email, &person.name)
        }],
        mails_due_at: act.now,
        audit: vec![
            act.audit(Some(admin_id), "application.decided", ("application", application.id))
                .with("status", decided.status.as_str()),
        ],
        application: decided,
        record: None,
    })
}

#[cfg(test)]
mod tests;
