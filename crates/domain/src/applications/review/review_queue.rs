use async_trait::async_trait;
use uuid::Uuid;

use super::context::ReviewContext;
use super::export::{ExportRequest, ExportRows};
use super::review_filter::{ReviewFilter, ReviewSort};
use crate::applications::application::{ApplicationSummary, Counts};
use crate::applications::transition::ApplicationEvent;
use crate::shared::{Fault, Listing, PageRequest, PersonName};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub event: ApplicationEvent,
    /// The actor's current name; `None` once the account is deleted.
    pub actor: Option<PersonName>,
}

/// Reads applications for administrators; implementations may join any tables.
#[async_trait]
pub trait ReviewQueue: Send + Sync {
    /// A page of the list, with the counts of all applications regardless of the filter. The total is exact without a
    /// query and on the last page. Otherwise it may stop at [`ReviewFilter::COUNTED`] and is then marked as inexact.
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault>;

    /// The history of an application, oldest event first; `None` if the application does not exist.
    async fn history(&self, id: Uuid) -> Result<Option<Vec<HistoryEntry>>, Fault>;

    /// Similar applications and the mails of an application; empty for an unknown one.
    async fn context(&self, id: Uuid) -> Result<ReviewContext, Fault>;

    /// All rows of the list with the same filter and sorting in one snapshot, and their number.
    async fn export(&self, request: ExportRequest) -> Result<(u64, Box<dyn ExportRows>), Fault>;
}
