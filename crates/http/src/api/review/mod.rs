//! `/admin/applications`: operations for administrators who review applications. The list, and the numbers by state.

pub(crate) mod decisions;
pub(crate) mod event_hub;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod marks;
pub(crate) mod read;
pub(crate) mod selection;

use std::collections::BTreeSet;
use std::sync::Arc;

use forum_domain::accounts::Reader;
use forum_domain::applications::{
    self as domain, Assessment, ChangeProgress, ChangesFilter, FieldLimits, MAX_BULK, MarkFilter, Region,
    Review, ReviewFilter, ReviewSort, Status, TeamMark,
};
use forum_domain::shared::{Invalid, Order, SEARCH_MAX};
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::review::marks::ApplicationMarks;
use crate::api::tag::Tag;
use crate::request::auth::Reading;
use crate::request::list::{
    self, CompleteList, Cursor, Limit, Offset, Page, descending, filter_text, search_text,
};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, Success};
use crate::response::schema_types::{AtMost, Email, Instant, Length, Nullable, Text};
use crate::response::words::Word;

/// An application in the list, without date of birth, address and phone number.
#[derive(Object)]
pub(crate) struct ApplicationSummary {
    /// Identifies the application.
    id: Uuid,
    /// Null after account deletion.
    first_name: Nullable<String>,
    /// Null after account deletion.
    last_name: Nullable<String>,
    /// Null after account deletion.
    email: Nullable<Email>,
    teaching_position: String,
    city: String,
    /// As entered, without a code if it is no US state or territory.
    state: String,
    /// The code of a US state or territory.
    state_code: Nullable<String>,
    /// The first 120 characters of the teaching experience.
    excerpt: String,
    status: Word<Status>,
    /// When the applicant submitted it.
    submitted_at: OffsetDateTime,
    /// When it was approved or rejected.
    reviewed_at: Nullable<OffsetDateTime>,
    /// The time of the last event in its history.
    changed_at: OffsetDateTime,
    /// The version of the answers: 1 for those that were submitted.
    version: u32,
    /// The last request for changes: open, or followed by an edit. Null otherwise, and after a decision.
    changes: Nullable<Word<ChangeProgress>>,
    /// How many notes it has. Null for your own application.
    notes: Nullable<u32>,
    /// Null for your own application.
    marks: Nullable<ApplicationMarks>,
    /// When you last opened it. Null before, and for your own application.
    read_at: Nullable<OffsetDateTime>,
}

impl From<domain::ApplicationSummary> for ApplicationSummary {
    fn from(summary: domain::ApplicationSummary) -> Self {
        let person = summary.person;
        let state_code =
            domain::us_state(&domain::state_key(&summary.state)).map(|(code, _)| code.to_owned());
        let (notes, marks, read_at) = match summary.assessment {
            Some(Assessment { notes, marks, read_at }) => (Some(notes), Some(marks.into()), read_at),
            None => (None, None, None),
        };
        Self {
            id: summary.id,
            email: Nullable(person.as_ref().map(|person| Email::from(&person.email))),
            first_name: Nullable(person.as_ref().map(|person| person.name.first.clone())),
            last_name: Nullable(person.map(|person| person.name.last)),
            teaching_position: summary.teaching_position,
            city: summary.city,
            state: summary.state,
            state_code: Nullable(state_code),
            excerpt: summary.excerpt,
            status: summary.status.into(),
            submitted_at: summary.submitted_at,
            reviewed_at: Nullable(summary.reviewed_at),
            changed_at: summary.changed_at,
            version: summary.changes.version,
            changes: Nullable(summary.changes.progress.map(Word::from)),
            notes: Nullable(notes),
            marks: Nullable(marks),
            read_at: Nullable(read_at),
        }
    }
}

/// The number of applications by status, regardless of the filter.
#[derive(Object)]
pub(crate) struct ApplicationCounts {
    /// Applications of any status.
    total: u64,
    /// Applications that wait for a decision.
    pending: u64,
    /// Applications that an administrator approved.
    approved: u64,
    /// Applications that an administrator rejected.
    rejected: u64,
}

/// A page of the list of applications.
#[derive(Object)]
pub(crate) struct ApplicationPage {
    #[oai(flatten)]
    page: Page<ApplicationSummary>,
    /// Whether `total` is exact. Counting stops at 1,000 matches unless the page contains the last one, or only `status`
    /// and US states, regions or other places are given: then `total` is 1000 and this is false.
    total_is_exact: bool,
    counts: ApplicationCounts,
}

/// The numbers of applications from a state.
#[derive(Object)]
pub(crate) struct StateCount {
    /// The code of the state or territory, a value of the filter `state`. Null for all other texts together.
    state: Nullable<String>,
    /// The name of the state or territory.
    state_name: Nullable<String>,
    /// Applications that wait for a decision.
    pending: u64,
    /// Approved applications.
    approved: u64,
    /// Rejected applications.
    rejected: u64,
    /// Pending applications that the team wants, but not your own.
    team_yes: u64,
}

/// The numbers of applications by state.
#[derive(Object)]
pub(crate) struct StateCounts {
    #[oai(flatten)]
    list: CompleteList<StateCount>,
    /// Whether the numbers are exact. Counting stops at 10,000 applications, unless `status` is the only filter.
    is_exact: bool,
}

impl From<domain::StateCounts> for StateCounts {
    fn from(counts: domain::StateCounts) -> Self {
        let view = |counted: domain::StateCount| {
            let domain::StateCount { key, pending, approved, rejected, team_yes } = counted;
            let (state, name) = key.as_deref().and_then(domain::us_state).unzip();
            let text = |text: Option<&str>| Nullable(text.map(str::to_owned));
            StateCount { state: text(state), state_name: text(name), pending, approved, rejected, team_yes }
        };
        Self { list: counts.items.into_iter().map(view).collect(), is_exact: counts.is_exact }
    }
}

/// `?q=`
pub(crate) type SearchText = Query<Option<Text<Length<0, SEARCH_MAX>>>>;
/// `?state=`
pub(crate) type States = Query<Option<AtMost<Text<Length<0, { FieldLimits::STATE }>>, 60>>>;
/// `?region=`
pub(crate) type Regions = Query<Option<AtMost<Word<Region>, 4>>>;
/// `?subject=`
pub(crate) type SubjectText = Query<Option<Text<Length<0, { FieldLimits::SUBJECT }>>>>;
/// `?submitted_after=` and `?submitted_before=`
pub(crate) type Time = Query<Option<Instant>>;

/// `?other_places=`
pub(crate) type OtherPlaces = Query<Option<bool>>;
/// `?id=`
pub(crate) type OnlyIds = Query<Option<AtMost<Uuid, MAX_BULK>>>;
/// `?has_notes=`
pub(crate) type HasNotes = Query<Option<bool>>;
/// `?mark=`, `?team=` and `?changes=`
pub(crate) type Assessed =
    (Query<Option<Word<MarkFilter>>>, Query<Option<Word<TeamMark>>>, Query<Option<Word<ChangesFilter>>>);

/// The filter of the list and of the export.
pub(crate) fn filter(
    reader: &Reader,
    (status, has_notes): (Option<Word<Status>>, Option<bool>),
    q: SearchText,
    (states, regions, other_places): (States, Regions, OtherPlaces),
    subject: SubjectText,
    (submitted_after, submitted_before): (Time, Time),
    (mark, team, changes): Assessed,
) -> Result<ReviewFilter, Invalid> {
    let text = |text: Option<String>, field, label, limit| filter_text(text.as_deref(), field, label, limit);
    let mut keys = BTreeSet::new();
    for state in states.0.into_iter().flat_map(|states| states.0) {
        let state = text(Some(state.0), "/state", "The state", FieldLimits::STATE)?;
        keys.extend(state.as_deref().map(domain::state_key));
    }
    // No key of an application has a punctuation mark, and the empty key stands for all other places.
    if keys.remove("") {
        keys.insert("-".to_owned());
    }
    let regions = regions.0.into_iter().flat_map(|regions| regions.0);
    keys.extend(regions.flat_map(|region| region.0.states()).map(str::to_ascii_lowercase));
    Ok(ReviewFilter {
        reader: reader.id(),
        status: status.map(|word| word.0),
        query: search_text(Text::given(q.0).as_deref())?,
        states: keys,
        other_places: other_places.0.unwrap_or_default(),
        subject: text(Text::given(subject.0), "/subject", "The subject", FieldLimits::SUBJECT)?,
        submitted_after: submitted_after.0.map(|time| time.0),
        submitted_before: submitted_before.0.map(|time| time.0),
        has_notes,
        ids: None,
        mark: mark.0.map(|word| word.0),
        team: team.0.map(|word| word.0),
        changes: changes.0.map(|word| word.0),
    })
}

error_codes!(ListCodes: [InvalidCursor], SIGNED_IN, ADMIN, QUERY, TEXT);
error_codes!(StateCodes: [], SIGNED_IN, ADMIN, QUERY, TEXT);
pub(crate) struct ReviewApi {
    pub(crate) review: Arc<Review>,
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl ReviewApi {
    /// List applications
    ///
    /// A page of the applications that match the filter, and the number of all applications by status.
    #[oai(path = "/", method = "get", operation_id = "list_applications")]
    #[expect(clippy::too_many_arguments, reason = "one argument per query parameter")]
    async fn list_applications(
        &self,
        Reading(reader): Reading,
        /// Only applications with this status.
        status: Query<Option<Word<Status>>>,
        /// Only applications in which each of these words, in any order, occurs in the name, email address, teaching
        /// position, school district, city, state or subjects, or begins a word of the experience. Case, accents and
        /// apostrophes are ignored. A word of one or two characters must begin a word. A word of one character is not
        /// searched in the experience.
        q: SearchText,
        /// Only applications from this state: the name or the code of a US state or territory, or another text. May be
        /// repeated, and combined with `region` and `other_places`: then from any of these places.
        state: States,
        /// Only applications from this region of the US Census Bureau. May be repeated.
        region: Regions,
        /// With `true` only applications whose state is no US state or territory.
        other_places: OtherPlaces,
        /// Only applications with a subject that has these words.
        subject: SubjectText,
        /// Only applications submitted at this time or later.
        submitted_after: Time,
        /// Only applications submitted before this time.
        submitted_before: Time,
        /// Only applications about which administrators have written notes, or with `false` only the others. Your own
        /// applications are left out.
        has_notes: HasNotes,
        /// Only applications with this mark of yours. Your own applications are left out.
        mark: Query<Option<Word<MarkFilter>>>,
        /// Only applications with this sum of all marks. Your own applications are left out.
        team: Query<Option<Word<TeamMark>>>,
        /// Only applications whose last request for changes has this status.
        changes: Query<Option<Word<ChangesFilter>>>,
        /// Only these applications, at most 100.
        id: OnlyIds,
        limit: Limit,
        offset: Offset,
        cursor: Cursor,
        /// `name` sorts by last name, then by first name, ignoring accents and apostrophes; `status` by status, then by
        /// `submitted_at`; `marks` by marks of yes less those of no, then by `submitted_at`, without your own
        /// applications.
        #[oai(default)]
        sort: Query<Word<ReviewSort>>,
        /// Ascending or descending.
        #[oai(default = "descending")]
        order: Query<Word<Order>>,
    ) -> Result<Success<ApplicationPage>, ApiError<ListCodes>> {
        let (places, times) = ((state, region, other_places), (submitted_after, submitted_before));
        let assessed = (mark, team, changes);
        let filter = filter(&reader, (status.0, has_notes.0), q, places, subject, times, assessed)?;
        let filter = ReviewFilter { ids: id.0.map(|ids| ids.0), ..filter };
        let page = list::list_page(limit, offset, cursor, |page| filter.page(page, sort.0.0, order.0.0))?;
        let (listing, counts) = self.review.list(&reader, filter, page).await?;
        let domain::Counts { total, pending, approved, rejected } = counts;
        Ok(JsonResponse(ApplicationPage {
            total_is_exact: listing.total_is_exact,
            page: Page::of(listing, ApplicationSummary::from),
            counts: ApplicationCounts { total, pending, approved, rejected },
        }))
    }

    /// Count applications by state
    ///
    /// The numbers of applications by US state or territory that match the filter, the largest sum first.
    #[oai(path = "/states", method = "get", operation_id = "count_applications_by_state")]
    #[expect(clippy::too_many_arguments, reason = "one argument per query parameter")]
    async fn count_applications_by_state(
        &self,
        Reading(reader): Reading,
        /// Only applications with this status.
        status: Query<Option<Word<Status>>>,
        /// Only applications in which each of these words, in any order, occurs in the name, email address, teaching
        /// position, school district, city, state or subjects, or begins a word of the experience. Case, accents and
        /// apostrophes are ignored. A word of one or two characters must begin a word. A word of one character is not
        /// searched in the experience.
        q: SearchText,
        /// Only applications with a subject that has these words.
        subject: SubjectText,
        /// Only applications submitted at this time or later.
        submitted_after: Time,
        /// Only applications submitted before this time.
        submitted_before: Time,
        /// Only applications about which administrators have written notes, or with `false` only the others. Your own
        /// applications are left out.
        has_notes: HasNotes,
        /// Only applications with this mark of yours. Your own applications are left out.
        mark: Query<Option<Word<MarkFilter>>>,
        /// Only applications with this sum of all marks. Your own applications are left out.
        team: Query<Option<Word<TeamMark>>>,
        /// Only applications whose last request for changes has this status.
        changes: Query<Option<Word<ChangesFilter>>>,
    ) -> Result<Success<StateCounts>, ApiError<StateCodes>> {
        let places = (Query(None), Query(None), Query(None));
        let (times, assessed) = ((submitted_after, submitted_before), (mark, team, changes));
        let filter = filter(&reader, (status.0, has_notes.0), q, places, subject, times, assessed)?;
        Ok(JsonResponse(self.review.states(&reader, filter).await?.into()))
    }
}
