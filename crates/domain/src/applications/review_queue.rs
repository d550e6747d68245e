//! The lists of the review, as its use cases need them.

use async_trait::async_trait;

use super::application::{ApplicationSummary, Counts, Status};
use crate::shared::{Fault, Listing, Order, Page};

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

/// Which applications the review list shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewFilter {
    /// Only this status.
    pub status: Option<Status>,
    /// Part of first name, last name, both with a space between, or address, without regard to case.
    pub query: Option<String>,
    /// Sorting; ties go by id.
    pub sort: ReviewSort,
    /// Newest first by default.
    pub order: Order,
    /// Which part.
    pub page: Page,
}

/// The lists of the review; may join freely.
#[async_trait]
pub trait ReviewQueue: Send + Sync {
    /// A page of the list, and the counts of all applications whatever the filter.
    async fn list(&self, filter: ReviewFilter) -> Result<(Listing<ApplicationSummary>, Counts), Fault>;
}
