use crate::applications::application::Status;
use crate::shared::{KeyKind, Order, Page, PageRequest, Sorting};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReviewSort {
    #[default]
    SubmittedAt,
    /// Last name, then first name, ignoring case; deleted accounts have neither and come first.
    Name,
    /// The address, ignoring case; deleted accounts have none and come first.
    Email,
    /// The teaching position, ignoring case.
    TeachingPosition,
    /// Alphabetically by the name of the status, then by the time of submission.
    Status,
}

impl ReviewSort {
    pub const ALL: [Self; 5] =
        [Self::SubmittedAt, Self::Name, Self::Email, Self::TeachingPosition, Self::Status];

    /// The name in the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::SubmittedAt => "submitted_at",
            Self::Name => "name",
            Self::Email => "email",
            Self::TeachingPosition => "teaching_position",
            Self::Status => "status",
        }
    }
}

impl Sorting for ReviewSort {
    fn as_str(self) -> &'static str {
        match self {
            Self::SubmittedAt => "applications.submitted_at",
            Self::Name => "applications.name",
            Self::Email => "applications.email",
            Self::TeachingPosition => "applications.teaching_position",
            Self::Status => "applications.status",
        }
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
    /// position or the school district, ignoring case, accents and kinds of apostrophes.
    pub query: Option<String>,
}

impl ReviewFilter {
    /// Maximum count of the matches of a query. Counting all matches of a common word would cost more than the page.
    pub const COUNTED: u32 = 1_000;

    pub fn page(&self, page: Page, sort: ReviewSort, order: Order) -> PageRequest<ReviewSort> {
        let status = self.status.map_or("", Status::as_str);
        PageRequest::new(page, sort, order, &[status, self.query.as_deref().unwrap_or_default()])
    }
}
