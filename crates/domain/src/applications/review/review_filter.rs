use crate::applications::application::Status;
use crate::shared::{KeyKind, Order, Page, PageRequest, Sorting, words};

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum ReviewSort {
        #[default]
        SubmittedAt = "submitted_at",
        /// Last name, then first name, ignoring case; deleted accounts have neither and come first.
        Name = "name",
        /// The address, ignoring case; deleted accounts have none and come first.
        Email = "email",
        /// The teaching position, ignoring case.
        TeachingPosition = "teaching_position",
        /// Alphabetically by the name of the status, then by the time of submission.
        Status = "status",
    }
}

impl Sorting for ReviewSort {
    const LIST: &'static str = "applications";

    fn name(self) -> &'static str {
        self.as_str()
    }

    fn key_kinds(self) -> &'static [KeyKind] {
        match self {
            Self::SubmittedAt => &[KeyKind::Instant],
            Self::Name => &[KeyKind::Text, KeyKind::Text],
            Self::Email | Self::TeachingPosition => &[KeyKind::Text],
            Self::Status => &[KeyKind::Text, KeyKind::Instant],
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewFilter {
    pub status: Option<Status>,
    /// One line of text that occurs in the name (first and last, separated by a space), the address, the teaching
    /// position or the school district, ignoring case, accents and the kind of apostrophe.
    pub query: Option<String>,
}

impl ReviewFilter {
    /// The matches of a query are counted up to this number. Counting all matches of a common word would cost more than
    /// reading the page.
    pub const COUNTED: u32 = 1_000;

    pub fn page(&self, page: Page, sort: ReviewSort, order: Order) -> PageRequest<ReviewSort> {
        let status = self.status.map_or("", Status::as_str);
        PageRequest::new(page, sort, order, &[status, self.query.as_deref().unwrap_or_default()])
    }
}
