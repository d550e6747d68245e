//! Reading and deciding applications.

use std::sync::Arc;

use uuid::Uuid;

use super::application::{ApplicationDetail, ApplicationSummary, Counts};
use super::application_store::ApplicationStore;
use super::field::FieldLimits;
use super::review_queue::{ReviewFilter, ReviewQueue, ReviewSort};
use super::transition::{DecideError, Decision, DecisionIds, decide};
use crate::accounts::{Administrator, Caller};
use crate::audit::{AuditEvent, AuditLog};
use crate::mail::MailQueue;
use crate::shared::{Clock, Fault, IdSource, Invalid, Listing, PageRequest, Text, TextRule};

/// The ports of [`Review`].
pub struct ReviewPorts {
    /// Applications.
    pub applications: Arc<dyn ApplicationStore>,
    /// The list.
    pub queue: Arc<dyn ReviewQueue>,
    /// Reads by administrators.
    pub audit: Arc<dyn AuditLog>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Ids.
    pub ids: Arc<dyn IdSource>,
    /// Makes outbox rows.
    pub mails: MailQueue,
}

/// Why an application was not shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is none, or it is not the caller's to know of: the same answer.
    #[error("no such application")]
    NotFound,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The use cases.
pub struct Review(ReviewPorts);

impl Review {
    /// Wires the use cases.
    pub fn new(ports: ReviewPorts) -> Self {
        Self(ports)
    }

    /// The review list with counts.
    pub async fn list(
        &self,
        _: &Administrator,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        self.0.queue.list(filter, page).await
    }

    /// One application, for its owner or an administrator. An administrator's reading of somebody else's
    /// application is audited before it is answered.
    ///
    /// # Errors
    /// `NotFound` for others and for unknown ids alike; faults.
    pub async fn read(&self, caller: &Caller, id: Uuid) -> Result<ApplicationDetail, ReadError> {
        let detail = self.0.applications.find(id).await?.ok_or(ReadError::NotFound)?;
        if detail.application.user_id == caller.user.id {
            return Ok(detail);
        }
        if !caller.roles().is_admin() {
            return Err(ReadError::NotFound);
        }
        self.0
            .audit
            .record(AuditEvent {
                id: self.0.ids.new_id(),
                at: self.0.clock.now(),
                actor_id: Some(caller.user.id),
                action: "application.read",
                target_type: "application",
                target_id: id,
                detail: Vec::new(),
            })
            .await?;
        Ok(detail)
    }

    /// Approves or rejects a pending application; decided is final. Role, mail, history and audit go with it. The
    /// answer is the whole application; that the administrator saw it is in the audit entry of the decision.
    ///
    /// # Errors
    /// A field error at `/note`; `NotFound`; refusals of the state machine.
    pub async fn decide(
        &self,
        admin: &Administrator,
        id: Uuid,
        decision: Decision,
        note: Option<&str>,
    ) -> Result<ApplicationDetail, DecideError> {
        let mut errors = Vec::new();
        let rule = TextRule { field: "/note", label: "Note", limit: FieldLimits::NOTE, multiline: true };
        let note = note.and_then(|note| Text::optional(note, rule, &mut errors));
        Invalid::unless_empty(errors)?;

        let ids = DecisionIds { event: self.0.ids.new_id(), audit: self.0.ids.new_id() };
        let now = self.0.clock.now();
        let (admin_id, mails) = (admin.caller().user.id, self.0.mails.clone());
        let step = Box::new(move |seen: &_| decide(seen, decision, note, admin_id, ids, &mails, now));
        self.0.applications.transition(id, step).await
    }
}
