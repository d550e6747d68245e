use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::context::ReviewContext;
use super::export::{ExportRequest, ExportRows};
use super::review_filter::{ReviewFilter, ReviewSort};
use crate::applications::application::{Counts, Person, Status};
use crate::applications::changes::ListedChanges;
use crate::applications::transition::ApplicationEvent;
use crate::shared::{Fault, Listing, PageRequest, PersonName};

/// A row of the review list: no birth date, address or phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationSummary {
    pub id: Uuid,
    /// The applicant; `None` once the account is deleted.
    pub person: Option<Person>,
    pub teaching_position: String,
    pub status: Status,
    pub submitted_at: OffsetDateTime,
    pub reviewed_at: Option<OffsetDateTime>,
    pub changes: ListedChanges,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub event: ApplicationEvent,
    /// The actor's current name; `None` once the account is deleted.
    pub actor: Option<PersonName>,
}

/// The number of applications from a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCount {
    /// The key of a US state or territory; `None` for all other texts together.
    pub key: Option<String>,
    pub count: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCounts {
    /// The largest number first, then by key; other texts last.
    pub items: Vec<StateCount>,
    /// `false` if counting stopped at [`ReviewFilter::COUNTED_BY_STATE`] applications.
    pub is_exact: bool,
}

impl StateCounts {
    /// Sorts the counts. The key of other texts is empty. States without applications are left out.
    pub fn of(counts: impl IntoIterator<Item = (String, u64)>, is_exact: bool) -> Self {
        let mut counts: Vec<(String, u64)> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
        counts.sort_by_cached_key(|(key, count)| (key.is_empty(), std::cmp::Reverse(*count), key.clone()));
        let items = counts.into_iter();
        let items = items.map(|(key, count)| StateCount { key: (!key.is_empty()).then_some(key), count });
        Self { items: items.collect(), is_exact }
    }
}

/// Reads applications for administrators; implementations may join any tables.
#[async_trait]
pub trait ReviewQueue: Send + Sync {
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

    /// The history of an application, oldest event first; `None` if the application does not exist.
    async fn history(&self, id: Uuid) -> Result<Option<Vec<HistoryEntry>>, Fault>;

    /// Similar applications and the mails of an application; empty for an unknown one.
    async fn context(&self, id: Uuid) -> Result<ReviewContext, Fault>;

    /// All rows of the list with the same filter and sorting in one snapshot, and their number.
    async fn export(&self, request: ExportRequest) -> Result<(u64, Box<dyn ExportRows>), Fault>;
}
