//! The lists of the review, as its use cases need them.

use async_trait::async_trait;

use super::application::{ApplicationSummary, Counts, Status};
use crate::shared::{Fault, KeyKind, Listing, Order, Page, PageRequest, Sorting};

/// What the review list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReviewSort {
    /// When it was submitted.
    #[default]
    SubmittedAt,
    /// Last name, then first name, without regard to case.
    Name,
    /// The word of the status.
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

/// Which applications the review list shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewFilter {
    /// Only this status.
    pub status: Option<Status>,
    /// Part of first name, last name, both with a space between, or address, without regard to case.
    pub query: Option<String>,
}

impl ReviewFilter {
    /// A page of the applications that this filter shows.
    pub fn page(&self, page: Page, sort: ReviewSort, order: Order) -> PageRequest<ReviewSort> {
        let status = self.status.map_or("", Status::as_str);
        PageRequest::new(page, sort, order, &[status, self.query.as_deref().unwrap_or_default()])
    }
}

/// The lists of the review; may join freely.
#[async_trait]
pub trait ReviewQueue: Send + Sync {
    /// A page of the list, and the counts of all applications whatever the filter.
    async fn list(
        &self,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault>;
}
