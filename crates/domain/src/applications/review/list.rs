use std::collections::BTreeSet;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::Reader;
use crate::applications::{Counts, Mark, Marks, Person, RequestOutcome, Review, Status, TeamMark, us_state};
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
        /// Marks of yes less those of no, then by the time of submission.
        Marks = "marks",
        /// The last event in the history.
        ChangedAt = "changed_at",
    }
}

impl Sorting for ReviewSort {
    const LIST: &'static str = "applications";

    fn name(self) -> &'static str {
        self.as_str()
    }

    fn key_kinds(self) -> &'static [KeyKind] {
        match self {
            Self::SubmittedAt | Self::ChangedAt => &[KeyKind::Instant],
            Self::Name => &[KeyKind::Text, KeyKind::Text],
            Self::Email | Self::TeachingPosition => &[KeyKind::Text],
            Self::Status => &[KeyKind::Text, KeyKind::Instant],
            Self::Marks => &[KeyKind::Number, KeyKind::Instant],
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewFilter {
    /// Whose marks and readings are shown, and whose own applications have neither.
    pub reader: Uuid,
    /// Only these applications.
    pub ids: Option<Vec<Uuid>>,
    pub status: Option<Status>,
    /// One line of text. Each word occurs in the name, the address, the teaching position, the school district, the
    /// city, the state or the subjects, or begins a word of the experience.
    pub query: Option<String>,
    /// Keys of US states and territories, or of other texts that were entered as the state ([`state_key`]).
    ///
    /// [`state_key`]: crate::applications::state_key
    pub states: BTreeSet<String>,
    /// Texts that are no known state, besides `states`.
    pub other_places: bool,
    /// Each word is a word of one subject.
    pub subject: Option<String>,
    pub submitted_after: Option<OffsetDateTime>,
    pub submitted_before: Option<OffsetDateTime>,
    /// Whether administrators have written notes about it.
    pub has_notes: Option<bool>,
    /// The reader's mark.
    pub mark: Option<MarkFilter>,
    pub team: Option<TeamMark>,
    pub changes: Option<ChangesFilter>,
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum MarkFilter {
        Yes = "yes",
        Maybe = "maybe",
        No = "no",
        None = "none",
    }
}

impl MarkFilter {
    pub fn mark(self) -> Option<Mark> {
        Mark::parse(self.as_str())
    }
}

words! {
    /// [`ChangeProgress`], or that there is none.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ChangesFilter {
        Requested = "requested",
        Made = "made",
        None = "none",
    }
}

impl ReviewFilter {
    /// The matches of a filter without a maintained count are counted up to this number. Counting all matches of a
    /// common word would cost more than reading the page.
    pub const COUNTED: u32 = 1_000;
    /// The matches of a filter without maintained counts are counted by state up to this number.
    pub const COUNTED_BY_STATE: u32 = 10_000;

    /// Every filter by its name, with its value if it is given.
    fn values(&self) -> [(&'static str, Option<String>); 12] {
        let time = |time: Option<OffsetDateTime>| time.map(|time| time.unix_timestamp_nanos().to_string());
        let states = self.states.iter().map(String::as_str).collect::<Vec<_>>().join(",");
        [
            ("ids", self.ids.as_ref().map(|ids| ids.iter().map(Uuid::to_string).collect())),
            ("status", self.status.map(|status| status.as_str().to_owned())),
            ("query", self.query.clone()),
            ("state", (!states.is_empty()).then_some(states)),
            ("other_places", self.other_places.then(|| "other".to_owned())),
            ("subject", self.subject.clone()),
            ("submitted_after", time(self.submitted_after)),
            ("submitted_before", time(self.submitted_before)),
            ("has_notes", self.has_notes.map(|has_notes| has_notes.to_string())),
            ("mark", self.mark.map(|mark| mark.as_str().to_owned())),
            ("team", self.team.map(|team| team.as_str().to_owned())),
            ("changes", self.changes.map(|changes| changes.as_str().to_owned())),
        ]
    }

    /// The names of the filters that are given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        self.values().into_iter().filter_map(|(name, value)| value.map(|_| name))
    }

    pub fn page(&self, page: Page, sort: ReviewSort, order: Order) -> PageRequest<ReviewSort> {
        let words = self.values().map(|(_, value)| value.unwrap_or_default());
        PageRequest::new(page, sort, order, &words.each_ref().map(String::as_str))
    }

    pub fn words(&self) -> Option<SearchWords> {
        self.query.as_deref().map(SearchWords::of)
    }

    /// The only state that is given, if no other place is.
    pub fn one_state(&self) -> Option<&str> {
        self.states.first().filter(|_| self.states.len() == 1 && !self.other_places).map(String::as_str)
    }

    /// The empty key, which stands for all unknown places, and the given states; `None` without a filter by place.
    pub fn places(&self) -> Option<Vec<&str>> {
        let others = self.other_places.then_some("");
        let places: Vec<&str> = others.into_iter().chain(self.states.iter().map(String::as_str)).collect();
        (!places.is_empty()).then_some(places)
    }

    pub fn subject_keys(&self) -> Option<Vec<String>> {
        let words = self.subject.as_deref().map(folded_words)?;
        Some(words.split(' ').map(str::to_owned).collect())
    }

    /// Whether nothing else than the status and known places is given.
    pub fn has_counts(&self) -> bool {
        self.given().all(|name| matches!(name, "status" | "state" | "other_places"))
            && self.states.iter().all(|key| us_state(key).is_some())
    }

    /// The names of the filters that are given besides status and search text, for the audit log.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.given().filter(|name| !matches!(*name, "status" | "query")).collect();
        names.join(",")
    }
}

/// A row of the review list: no birth date, address or phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationSummary {
    pub id: Uuid,
    /// The applicant; `None` once the account is deleted.
    pub person: Option<Person>,
    pub teaching_position: String,
    pub city: String,
    /// As entered.
    pub state: String,
    /// The first [`EXCERPT`](Self::EXCERPT) characters of the experience.
    pub excerpt: String,
    pub status: Status,
    pub submitted_at: OffsetDateTime,
    pub reviewed_at: Option<OffsetDateTime>,
    pub changed_at: OffsetDateTime,
    pub changes: ListedChanges,
    /// What only other administrators may know; `None` for the reader's own application.
    pub assessment: Option<Assessment>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assessment {
    /// The number of notes.
    pub notes: u32,
    pub marks: Marks,
    /// When the reader last opened it.
    pub read_at: Option<OffsetDateTime>,
}

impl ApplicationSummary {
    pub const EXCERPT: u32 = 120;
}

/// Numbers of applications from a state, or from all other places together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCount {
    /// The key of a US state or territory; `None` for all other texts together.
    pub key: Option<String>,
    pub pending: u64,
    pub approved: u64,
    pub rejected: u64,
    /// Pending ones that the team wants ([`TeamMark::Yes`]).
    pub team_yes: u64,
}

impl StateCount {
    pub fn total(&self) -> u64 {
        self.pending + self.approved + self.rejected
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCounts {
    /// The largest number first, then by key; other texts last.
    pub items: Vec<StateCount>,
    /// `false` if counting stopped at [`ReviewFilter::COUNTED_BY_STATE`] applications.
    pub is_exact: bool,
}

impl StateCounts {
    /// Sorts the counts. States without applications are left out.
    pub fn of(counts: impl IntoIterator<Item = StateCount>, is_exact: bool) -> Self {
        let mut items: Vec<_> = counts.into_iter().filter(|counted| counted.total() > 0).collect();
        items.sort_by_cached_key(|counted| {
            (counted.key.is_none(), std::cmp::Reverse(counted.total()), counted.key.clone())
        });
        Self { items, is_exact }
    }
}

impl Review {
    /// A page of the review list, with the counts of all applications.
    pub async fn list(
        &self,
        _: &Reader,
        filter: ReviewFilter,
        page: PageRequest<ReviewSort>,
    ) -> Result<(Listing<ApplicationSummary>, Counts), Fault> {
        self.store.list(filter, page).await
    }

    /// The numbers of applications by state that match the filter without its state.
    pub async fn states(&self, _: &Reader, filter: ReviewFilter) -> Result<StateCounts, Fault> {
        self.store.states(ReviewFilter { states: BTreeSet::new(), other_places: false, ..filter }).await
    }
}

words! {
    /// How far the last request for changes to a pending application is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ChangeProgress {
        Requested = "requested",
        Made = "made",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedChanges {
    /// The number of the current answers: 1 for those that were submitted.
    pub version: u32,
    /// `None` without a request, after the last one was taken back, and after the decision.
    pub progress: Option<ChangeProgress>,
}

impl ListedChanges {
    /// `outcomes` are those of all requests, oldest first; `None` for an open one. Each edit closes one request
    /// (docs/product.md, 6.8).
    pub fn of(status: Status, outcomes: &[Option<RequestOutcome>]) -> Self {
        let edits = outcomes.iter().filter(|outcome| **outcome == Some(RequestOutcome::Resubmitted));
        let progress = match outcomes.last() {
            Some(None) => Some(ChangeProgress::Requested),
            Some(Some(RequestOutcome::Resubmitted)) => Some(ChangeProgress::Made),
            Some(Some(RequestOutcome::TakenBack | RequestOutcome::Decided)) | None => None,
        };
        Self {
            version: edits.fold(1, |version, _| version + 1),
            progress: progress.filter(|_| status == Status::Pending),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RequestOutcome::{Decided, Resubmitted, TakenBack};
    use super::*;

    #[test]
    fn the_last_request_of_a_pending_application_decides_the_progress_and_each_edit_counts() {
        let (requested, made) = (Some(ChangeProgress::Requested), Some(ChangeProgress::Made));
        type Row = (&'static [Option<RequestOutcome>], u32, Option<ChangeProgress>);
        let table: [Row; 9] = [
            (&[], 1, None),
            (&[None], 1, requested),
            (&[Some(Resubmitted)], 2, made),
            (&[Some(TakenBack)], 1, None),
            (&[Some(Decided)], 1, None),
            (&[Some(Resubmitted), None], 2, requested),
            (&[Some(Resubmitted), Some(TakenBack)], 2, None),
            (&[Some(TakenBack), Some(Resubmitted)], 2, made),
            (&[Some(Resubmitted), Some(TakenBack), Some(Resubmitted)], 3, made),
        ];
        for (outcomes, version, progress) in table {
            let listed = ListedChanges::of(Status::Pending, outcomes);
            assert_eq!(listed, ListedChanges { version, progress }, "{outcomes:?}");
            for status in [Status::Approved, Status::Rejected] {
                let decided = ListedChanges::of(status, outcomes);
                assert_eq!(decided, ListedChanges { version, progress: None }, "{status:?}, {outcomes:?}");
            }
        }
    }
}
