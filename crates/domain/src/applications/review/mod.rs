//! Review of applications by administrators.

mod bulk;
mod decide;
mod export;
mod list;
mod mark;
mod read;
mod selection;
mod undo;
mod us_states;

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::application::{ApplicationDetail, Counts};
use super::changes::ChangeState;
use crate::act::Acts;
use crate::audit::{AuditEvent, AuditLog};
use crate::mail::UNDO_MAX;
use crate::shared::{Batches, Fault, Listing, PageRequest, Refusal, Step};

pub use bulk::{Bulk, BulkKey, DecisionPreview, MAX_BULK, SkipReason};
pub use decide::{Decidable, Decision, DecisionPlan, decide};
pub use export::{ExportRequest, ExportRow, InternalColumns};
pub use list::{
    ApplicationSummary, Assessment, ChangeProgress, ChangesFilter, ListedChanges, MarkFilter, ReviewFilter,
    ReviewSort, StateCount, StateCounts,
};
pub use mark::{Mark, MarkChange, Markable, Marks, TeamMark, mark};
pub use read::{
    ApplicationMessage, HistoryEntry, ReadApplication, ReviewContext, SimilarApplication, Similarity,
    VIEWER_LIFETIME, Viewer,
};
pub use selection::{Selection, SubmittedWithin, Target};
pub use undo::{SeenDecision, UndoPlan, undo};
pub use us_states::{Region, US_STATES, state_key, us_state};

/// Implementations may join any tables.
#[async_trait]
pub trait ReviewStore: Send + Sync {
    /// A page of the list, with the counts of all applications regardless of the filter. The total is exact with
    /// [`ReviewFilter::has_counts`] for a US state or territory, and on the last page. Otherwise it may stop at
    /// [`ReviewFilter::COUNTED`] and is then marked as inexact.
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault>;

    /// The numbers of applications by state that match the filter without its state.
    async fn states(&self, filter: ReviewFilter) -> Result<StateCounts, Fault>;

    /// The application with its version and open request, from one snapshot.
    async fn read(&self, id: Uuid) -> Result<Option<(ApplicationDetail, ChangeState)>, Fault>;

    /// Stores that the administrator has read the application at `now`. No effect if it was withdrawn or the account deleted.
    async fn record_reading(&self, id: Uuid, admin_id: Uuid, now: OffsetDateTime) -> Result<(), Fault>;

    async fn applicant(&self, id: Uuid) -> Result<Option<Uuid>, Fault>;

    /// Similar applications and the mails of an application; empty for an unknown one.
    async fn context(&self, id: Uuid) -> Result<ReviewContext, Fault>;

    /// The history of an application, oldest event first; `None` if the application does not exist.
    async fn history(&self, id: Uuid) -> Result<Option<Vec<HistoryEntry>>, Fault>;

    /// Reads the application and its applicant under lock (user locks first, as everywhere), runs `step`, and stores
    /// everything that it returns (state, roles, event, mails, audit) or nothing. The second of two concurrent callers
    /// MUST see the rows of the first. Refuses an `actor` who is no longer an administrator before it runs the step; a
    /// concurrent demotion or disabling of the actor MUST wait. Also closes an open change request and delays a queued
    /// mail about it until the decision is final. Returns the application as stored.
    async fn decide(
        &self,
        id: Uuid,
        actor: Uuid,
        step: Step<Decidable, DecisionPlan>,
    ) -> Result<ApplicationDetail, Refusal>;

    /// Locks and checks like [`decide`](Self::decide), and also locks the mail about the decision. A worker that leases
    /// the mail concurrently MUST either be seen by `step` or not get the mail. Stores everything that `step` returns,
    /// removes the mail, and reopens the change request that the decision closed, or changes nothing. Returns the application as stored.
    async fn undo(
        &self,
        id: Uuid,
        actor: Uuid,
        step: Step<SeenDecision, Option<UndoPlan>>,
    ) -> Result<ApplicationDetail, Refusal>;

    /// Reads the application under the locks of a note, runs `step`, and stores what it returns, or nothing. Returns the
    /// marks as stored.
    async fn mark(
        &self,
        id: Uuid,
        actor: Uuid,
        step: Step<Markable, Option<MarkChange>>,
    ) -> Result<Marks, Refusal>;

    /// The target, with the numbers of approved applications and of those that the team wants, but not of those that
    /// `reader` submitted.
    async fn selection(&self, reader: Uuid, submitted: SubmittedWithin) -> Result<Selection, Fault>;

    /// Runs `step` on the current target under lock and stores what it returns. Refuses an `actor` who is no longer an
    /// administrator.
    async fn set_target(
        &self,
        actor: Uuid,
        step: Step<Target, Option<(Target, AuditEvent)>>,
    ) -> Result<Target, Refusal>;

    /// All rows of the list with the same filter and sorting in one snapshot, and their number.
    async fn export(&self, request: ExportRequest) -> Result<(u64, Batches<ExportRow>), Fault>;

    /// Records that the user views the application at `now`, and returns the other current viewers, the earliest first.
    /// A viewer is current for less than [`VIEWER_LIFETIME`]. `since` stays the same while the user is current. `None`
    /// if the application does not exist.
    async fn announce_viewing(
        &self,
        id: Uuid,
        user_id: Uuid,
        now: OffsetDateTime,
    ) -> Result<Option<Vec<Viewer>>, Fault>;

    async fn end_viewing(&self, id: Uuid, user_id: Uuid) -> Result<(), Fault>;
}

pub struct Review {
    pub store: Arc<dyn ReviewStore>,
    pub audit: Arc<dyn AuditLog>,
    pub acts: Acts,
    /// How long a decision can be undone. Its mail is due afterwards. Zero means that decisions are final.
    pub undo_window: Duration,
}

impl Review {
    /// Maximum time in which a decision can be undone. A mail that is due more than a minute from now counts as due now
    /// ([`latest_due`](crate::mail::latest_due)), so half of it is left for clocks that differ.
    pub const MAX_UNDO_WINDOW: Duration = UNDO_MAX;
}
