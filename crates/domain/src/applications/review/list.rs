use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::Administrator;
use crate::applications::{Counts, ListedChanges, Person, Review, Status, state_key};
use crate::shared::{
    Fault, KeyKind, Listing, Order, Page, PageRequest, SearchWords, Sorting, folded_words, words,
};

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum ReviewSort {
        #[default]
        SubmittedAt = "submitted_at",
        /// Last name, then first name, by their words (`folded_words`); deleted accounts have neither and come first.
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
    /// One line of text. Each word occurs in the name, the address, the teaching position, the school district, the
    /// city, the state or the subjects.
    pub query: Option<String>,
    /// The name or code of a US state or territory, or another text that was entered as the state.
    pub state: Option<String>,
    /// Only texts that are no known state.
    pub other_places: bool,
    /// Each word is a word of one subject.
    pub subject: Option<String>,
    pub submitted_after: Option<OffsetDateTime>,
    pub submitted_before: Option<OffsetDateTime>,
    /// Whether administrators have written notes about it.
    pub has_notes: Option<bool>,
}

impl ReviewFilter {
    /// The matches of a filter without a maintained count are counted up to this number. Counting all matches of a
    /// common word would cost more than reading the page.
    pub const COUNTED: u32 = 1_000;
    /// The matches of a filter without maintained counts are counted by state up to this number.
    pub const COUNTED_BY_STATE: u32 = 10_000;

    pub fn page(&self, page: Page, sort: ReviewSort, order: Order) -> PageRequest<ReviewSort> {
        let Self { status, query, state, other_places, subject, .. } = self;
        let Self { submitted_after, submitted_before, has_notes, .. } = self;
        let time = |time: &Option<OffsetDateTime>| time.map(|time| time.unix_timestamp_nanos().to_string());
        let words = [
            status.map(|status| status.as_str().to_owned()),
            query.clone(),
            state.clone(),
            other_places.then(|| "other".to_owned()),
            subject.clone(),
            time(submitted_after),
            time(submitted_before),
            has_notes.map(|has_notes| has_notes.to_string()),
        ];
        PageRequest::new(page, sort, order, &words.each_ref().map(|word| word.as_deref().unwrap_or_default()))
    }

    pub fn words(&self) -> Option<SearchWords> {
        self.query.as_deref().map(SearchWords::of)
    }

    pub fn state_key(&self) -> Option<String> {
        self.state.as_deref().map(state_key)
    }

    pub fn subject_keys(&self) -> Option<Vec<String>> {
        let words = self.subject.as_deref().map(folded_words)?;
        Some(words.split(' ').map(str::to_owned).collect())
    }

    /// Whether nothing else than the status and the place is given.
    pub fn has_counts(&self) -> bool {
        let Self { query, subject, submitted_after, submitted_before, has_notes, .. } = self;
        query.is_none()
            && subject.is_none()
            && submitted_after.is_none()
            && submitted_before.is_none()
            && has_notes.is_none()
    }

    /// The names of the filters that are given, for the audit log.
    pub fn names(&self) -> String {
        let given = [
            ("state", self.state.is_some()),
            ("other_places", self.other_places),
            ("subject", self.subject.is_some()),
            ("submitted_after", self.submitted_after.is_some()),
            ("submitted_before", self.submitted_before.is_some()),
            ("has_notes", self.has_notes.is_some()),
        ];
        let given: Vec<&str> = given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect();
        given.join(",")
    }
}

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

impl Review {
    /// A page of the review list, with the counts of all applications.
    pub async fn list(
        &self,
        _: &Administrator,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        self.store.list(filter, page).await
    }

    /// The numbers of applications by state that match the filter without its state.
    pub async fn states(&self, _: &Administrator, filter: ReviewFilter) -> Result<StateCounts, Fault> {
        self.store.states(ReviewFilter { state: None, other_places: false, ..filter }).await
    }
}
