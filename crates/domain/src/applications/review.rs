use std::sync::Arc;

use uuid::Uuid;

use super::application::{ApplicationDetail, ApplicationSummary, Counts, Status};
use super::application_store::ApplicationStore;
use super::export::{Export, ExportRequest};
use super::field::FieldLimits;
use super::review_filter::{ReviewFilter, ReviewSort};
use super::review_queue::{HistoryEntry, ReviewQueue};
use super::transition::{DecideError, Decision, DecisionIds, decide};
use crate::accounts::sessions::{Administrator, Caller, NotAdministrator};
use crate::audit::{ActError, AuditEvent, AuditLog, FormerAdministrator};
use crate::mail::MailQueue;
use crate::shared::{Clock, Fault, IdSource, Invalid, Listing, PageRequest, Text, TextRule};

pub struct ReviewPorts {
    pub applications: Arc<dyn ApplicationStore>,
    pub queue: Arc<dyn ReviewQueue>,
    pub audit: Arc<dyn AuditLog>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub mails: MailQueue,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It does not exist, or the caller may not see it; callers cannot tell which.
    #[error("no such application")]
    NotFound,
    #[error("this needs a second factor")]
    SecondFactor,
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<ActError> for ReadError {
    fn from(error: ActError) -> Self {
        match error {
            ActError::Former(former) => former.into(),
            ActError::Fault(fault) => fault.into(),
        }
    }
}

pub struct Review(ReviewPorts);

impl Review {
    pub fn new(ports: ReviewPorts) -> Self {
        Self(ports)
    }

    /// A page of the review list, with the counts of all applications.
    pub async fn list(
        &self,
        _: &Administrator,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        self.0.queue.list(filter, page).await
    }

    /// Returns one application to its owner or an administrator. When an administrator reads somebody else's
    /// application, the read is audited before the data is returned.
    ///
    /// # Errors
    /// `NotFound` if the id is unknown or the caller may not see the application; `SecondFactor` if they may with a second
    /// factor; faults.
    pub async fn read(&self, caller: &Caller, id: Uuid) -> Result<ApplicationDetail, ReadError> {
        let detail = self.0.applications.find(id).await?.ok_or(ReadError::NotFound)?;
        if detail.application.user_id == caller.user.id {
            return Ok(detail);
        }
        caller.check_administrator().map_err(|lacks| match lacks {
            NotAdministrator::Role => ReadError::NotFound,
            NotAdministrator::SecondFactor => ReadError::SecondFactor,
        })?;
        match self.record_read(caller, id).await {
            Err(ActError::Former(_)) => Err(ReadError::NotFound),
            recorded => Ok(recorded.map(|()| detail)?),
        }
    }

    /// The history of an application, oldest event first. It is a part of the application, and so reading it is audited
    /// as reading the application is, before the data is returned.
    ///
    /// # Errors
    /// `NotFound` if the id is unknown; `Former`; faults.
    pub async fn history(&self, admin: &Administrator, id: Uuid) -> Result<Vec<HistoryEntry>, ReadError> {
        let history = self.0.queue.history(id).await?.ok_or(ReadError::NotFound)?;
        self.record_read(admin.caller(), id).await?;
        Ok(history)
    }

    async fn record_read(&self, admin: &Caller, id: Uuid) -> Result<(), ActError> {
        let entry = AuditEvent {
            id: self.0.ids.ordered_id(),
            at: self.0.clock.now(),
            actor_id: Some(admin.user.id),
            action: "application.read",
            target_type: "application",
            target_id: id,
            detail: Vec::new(),
        };
        self.0.audit.record(entry).await
    }

    /// Everything that the list shows under the same filter. It is audited with status, sorting and number of rows before
    /// the first row is returned. Each export has an id of its own in the audit log. What was searched for is a name or an
    /// address, and the log keeps no personal data: it says only that there was a search.
    ///
    /// # Errors
    /// `Former`; faults.
    pub async fn export(&self, admin: &Administrator, request: ExportRequest) -> Result<Export, ActError> {
        let at = self.0.clock.now();
        let mut detail = Vec::new();
        let ReviewFilter { status, query } = &request.filter;
        detail.extend(status.map(|status: Status| ("status", status.as_str().to_owned())));
        detail.extend(query.iter().map(|_| ("searched", "true".to_owned())));
        detail.push(("sort", request.sort.word().to_owned()));
        detail.push(("order", request.order.as_str().to_owned()));
        let (total, rows) = self.0.queue.export(request).await?;
        detail.push(("rows", total.to_string()));
        let entry = AuditEvent {
            id: self.0.ids.ordered_id(),
            at,
            actor_id: Some(admin.caller().user.id),
            action: "applications.exported",
            target_type: "export",
            target_id: self.0.ids.new_id(),
            detail,
        };
        self.0.audit.record(entry).await?;
        Ok(Export { at, total, rows })
    }

    /// Approves or rejects a pending application; a decision is final. Role change, mail, history and audit entry are
    /// stored with it. Returns the whole application; the audit entry of the decision also covers this read.
    ///
    /// # Errors
    /// A field error at `/note`; `NotFound`; `Former`, `OwnApplication`, `AlreadyDecided`; faults.
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

        let ids = DecisionIds { event: self.0.ids.ordered_id(), audit: self.0.ids.ordered_id() };
        let now = self.0.clock.now();
        let (admin_id, mails) = (admin.caller().user.id, self.0.mails.clone());
        let step = Box::new(move |seen: &_| decide(seen, decision, note, admin_id, ids, &mails, now));
        self.0.applications.transition(id, admin_id, step).await
    }
}
