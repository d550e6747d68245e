//! Port for the review lists.

use async_trait::async_trait;

use super::application::{ApplicationSummary, Counts, Status};
use crate::shared::{Fault, KeyKind, Listing, Order, Page, PageRequest, Sorting};

/// Sort keys of the review list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReviewSort {
    /// When it was submitted.
    #[default]
    SubmittedAt,
    /// Last name, then first name, ignoring case.
    Name,
    /// Alphabetically by the status's name.
    Status,
}

impl Sorting for ReviewSort {
    fn as_str(self) -> &'static str {
        match self {
            Self::SubmittedAt => "applications.submitted_at",
            Self::Name => "applications.name",
            Self::Status => "applications.status",
        }
    }

    fn key_kinds(self) -> &'static [KeyKind] {
        match self {
            Self::SubmittedAt => &[KeyKind::Instant],
            Self::Name => &[KeyKind::Text, KeyKind::Text],
            Self::Status => &[KeyKind::Text],
        }
    }
}

/// Filter of the review list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewFilter {
    /// Only this status.
    pub status: Option<Status>,
    /// Substring of the first name, the last name, both separated by a space, or the address, ignoring case.
    pub query: Option<String>,
}

impl ReviewFilter {
    /// A page of the applications that match this filter.
    pub fn page(&self, page: Page, sort: ReviewSort, order: Order) -> PageRequest<ReviewSort> {
        let status = self.status.map_or("", Status::as_str);
        PageRequest::new(page, sort, order, &[status, self.query.as_deref().unwrap_or_default()])
    }
}

/// Reads the review lists; implementations may join any tables.
#[async_trait]
pub trait ReviewQueue: Send + Sync {
    /// A page of the list, with the counts of all applications regardless of the filter.
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault>;
}
