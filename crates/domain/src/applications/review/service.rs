use std::sync::Arc;

use derive_more::Constructor;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::context::ReviewContext;
use super::export::{Export, ExportRequest, RowsFor};
use super::review_filter::{ReviewFilter, ReviewSort};
use super::review_queue::{ApplicationSummary, HistoryEntry, ReviewQueue, StateCounts};
use crate::accounts::sessions::{Administrator, Caller};
use crate::act::Acts;
use crate::applications::application::{ApplicationDetail, Counts};
use crate::applications::application_store::ApplicationStore;
use crate::applications::changes::{ChangeRequestStore, ChangeState};
use crate::applications::field::FieldLimits;
use crate::applications::transition::{Decidable, DecideError, Decision, DecisionPlan, decide};
use crate::applications::undo::{SeenDecision, UndoError, undo};
use crate::audit::{ActError, AuditLog, FormerAdministrator};
use crate::idempotency::KeyedRequest;
use crate::mail::UNDO_MAX;
use crate::shared::{Code, Fault, Listing, PageRequest, TextRule};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It does not exist, or the caller may not see it. Callers cannot tell which.
    #[error("no such application")]
    NotFound,
    #[error("this needs a second factor")]
    SecondFactor,
    #[error("administrators cannot see the history of their own application")]
    OwnApplication,
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

#[derive(Constructor)]
pub struct Review {
    pub(super) applications: Arc<dyn ApplicationStore>,
    changes: Arc<dyn ChangeRequestStore>,
    queue: Arc<dyn ReviewQueue>,
    audit: Arc<dyn AuditLog>,
    acts: Acts,
    /// How long a decision can be undone. Its mail is due afterwards. Zero means that decisions are final.
    undo_window: Duration,
}

impl Review {
    /// A page of the review list, with the counts of all applications.
    pub async fn list(
        &self,
        _: &Administrator,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        self.queue.list(filter, page).await
    }

    /// The numbers of applications by state that match the filter without its state.
    pub async fn states(&self, _: &Administrator, filter: ReviewFilter) -> Result<StateCounts, Fault> {
        self.queue.states(ReviewFilter { state: None, other_places: false, ..filter }).await
    }

    /// Returns one application to its owner or an administrator. When an administrator reads another user's
    /// application, the read is audited before the data is returned.
    ///
    /// # Errors
    /// `NotFound` if the id is unknown or the caller may not see the application; `SecondFactor` if the caller lacks
    /// only a second factor; faults.
    pub async fn read(
        &self,
        caller: &Caller,
        id: Uuid,
    ) -> Result<(ApplicationDetail, ChangeState), ReadError> {
        let read = self.changes.read(id).await?.ok_or(ReadError::NotFound)?;
        if read.0.application.is_of(caller.user.id) {
            return Ok(read);
        }
        caller.check_administrator().map_err(|refused| match refused {
            Code::SecondFactorRequired => ReadError::SecondFactor,
            _ => ReadError::NotFound,
        })?;
        match self.record_read(caller, id).await {
            Err(ActError::Former(_)) => Err(ReadError::NotFound),
            recorded => Ok(recorded.map(|()| read)?),
        }
    }

    /// Similar applications and mails of an application that the caller has read. Owners and other users get `None`.
    pub async fn context(
        &self,
        caller: &Caller,
        read: &ApplicationDetail,
    ) -> Result<Option<ReviewContext>, Fault> {
        let application = &read.application;
        if application.is_of(caller.user.id) || caller.check_administrator().is_err() {
            return Ok(None);
        }
        self.queue.context(application.id).await.map(Some)
    }

    /// The history of an application, oldest event first. Like reading the application, this is audited before the data
    /// is returned.
    ///
    /// # Errors
    /// `NotFound` if the id is unknown; `OwnApplication`, `Former`; faults.
    pub async fn history(&self, admin: &Administrator, id: Uuid) -> Result<Vec<HistoryEntry>, ReadError> {
        let history = self.queue.history(id).await?.ok_or(ReadError::NotFound)?;
        let is_own = |HistoryEntry { event, .. }: &HistoryEntry| {
            event.from.is_none() && event.actor_id == admin.caller().user.id
        };
        if history.iter().any(is_own) {
            return Err(ReadError::OwnApplication);
        }
        self.record_read(admin.caller(), id).await?;
        Ok(history)
    }

    async fn record_read(&self, admin: &Caller, id: Uuid) -> Result<(), ActError> {
        let act = self.acts.begin();
        self.audit.record_read(act.audit(Some(admin.user.id), "application.read", ("application", id))).await
    }

    /// Exports all rows of the list with the same filter. It is audited with status, sorting, internal columns and
    /// number of rows before the first row is returned. The internal columns are empty for the administrator's own
    /// applications. Each export has a separate id in the audit log. The log contains no personal data, so it records
    /// only that a search text was given, and which other filters, but not their values.
    ///
    /// # Errors
    /// `Former`; faults.
    pub async fn export(&self, admin: &Administrator, request: ExportRequest) -> Result<Export, ActError> {
        let act = self.acts.begin();
        let ReviewFilter { status, query, .. } = &request.filter;
        let target = ("export", act.new_id());
        let mut event = act.audit(Some(admin.caller().user.id), "applications.exported", target);
        if let Some(status) = status {
            event = event.with("status", status.as_str());
        }
        if query.is_some() {
            event = event.with("searched", "true");
        }
        for (included, column) in [(request.columns.note, "note"), (request.columns.reviewer, "reviewer")] {
            if included {
                event = event.with(column, "true");
            }
        }
        let names = request.filter.names();
        if !names.is_empty() {
            event = event.with("filters", names);
        }
        event = event.with("sort", request.sort.as_str()).with("order", request.order.as_str());
        let (total, rows) = self.queue.export(request).await?;
        self.audit.record(event.with("rows", total.to_string())).await?;
        let rows = Box::new(RowsFor { reader: admin.caller().user.id, rows });
        Ok(Export { at: act.now, total, rows })
    }

    /// Maximum time in which a decision can be undone. A mail that is due more than a minute from now counts as due now
    /// ([`latest_due`](crate::mail::latest_due)), so half of it is left for clocks that differ.
    pub const MAX_UNDO_WINDOW: Duration = UNDO_MAX;

    pub fn now(&self) -> OffsetDateTime {
        self.acts.now()
    }

    pub fn undo_window(&self) -> Duration {
        self.undo_window
    }

    /// Approves or rejects a pending application. The administrator can undo the decision within the window. Role
    /// change, mail, history and audit entry are stored with it. Refuses an application whose answers are no longer those
    /// of `version`. Returns the whole application, a read that the audit entry of the decision covers.
    ///
    /// # Errors
    /// A field error at `/note`; `NotFound`; `Former`, `OwnApplication`, `AlreadyDecided`, `VersionConflict`; faults.
    pub async fn decide(
        &self,
        admin: &Administrator,
        id: Uuid,
        decision: Decision,
        version: Option<u32>,
        note: Option<&str>,
        request: Option<KeyedRequest<ApplicationDetail>>,
    ) -> Result<ApplicationDetail, DecideError> {
        let rule = TextRule { field: "/note", label: "Note", limit: FieldLimits::NOTE, multiline: true };
        let note = rule.parse_optional(note)?;
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
        self.applications.decide(id, admin_id, step).await
    }

    /// Makes an application pending again that this administrator has just decided. Removes the mail, and restores the
    /// roles that the decision changed.
    ///
    /// # Errors
    /// `NotFound`; `Former`, `AnotherAdministrator`, `AppliedAgain`; `Expired` once the window is over or a worker has
    /// the mail; faults.
    pub async fn undo(&self, admin: &Administrator, id: Uuid) -> Result<ApplicationDetail, UndoError> {
        let (admin_id, act, window) = (admin.caller().user.id, self.acts.begin(), self.undo_window);
        let step = Box::new(move |seen: &SeenDecision| undo(seen, window, admin_id, &act));
        self.applications.undo(id, admin_id, step).await
    }
}
