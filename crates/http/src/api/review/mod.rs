//! `/admin/applications`: operations for administrators who review applications. The list, and the numbers by state.

pub(crate) mod decisions;
pub(crate) mod event_hub;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod read;

use std::sync::Arc;

use forum_domain::applications::{
    self as domain, ChangeProgress, FieldLimits, Review, ReviewFilter, ReviewSort, Status,
};
use forum_domain::shared::{Invalid, Order, SEARCH_MAX};
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::Reading;
use crate::request::list::{
    self, CompleteList, Cursor, Limit, Offset, Page, descending, filter_text, search_text,
};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, Success};
use crate::response::schema_types::{Email, Instant, Length, Nullable, Text};
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
    status: Word<Status>,
    /// When the applicant submitted it.
    submitted_at: OffsetDateTime,
    /// When it was approved or rejected.
    reviewed_at: Nullable<OffsetDateTime>,
    /// The version of the answers: 1 for those that were submitted.
    version: u32,
    /// The last request for changes: open, or followed by an edit. Null otherwise, and after a decision.
    changes: Nullable<Word<ChangeProgress>>,
}

impl From<domain::ApplicationSummary> for ApplicationSummary {
    fn from(summary: domain::ApplicationSummary) -> Self {
        let person = summary.person;
        Self {
            id: summary.id,
            email: Nullable(person.as_ref().map(|person| Email::from(&person.email))),
            first_name: Nullable(person.as_ref().map(|person| person.name.first.clone())),
            last_name: Nullable(person.map(|person| person.name.last)),
            teaching_position: summary.teaching_position,
            status: summary.status.into(),
            submitted_at: summary.submitted_at,
            reviewed_at: Nullable(summary.reviewed_at),
            version: summary.changes.version,
            changes: Nullable(summary.changes.progress.map(Word::from)),
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
    /// Whether `total` is exact. Counting stops at 1,000 matches unless the page contains the last one, or `status` and
    /// a US `state` are the only filters: then `total` is 1000 and this is false.
    total_is_exact: bool,
    counts: ApplicationCounts,
}

/// The number of applications from a state.
#[derive(Object)]
pub(crate) struct StateCount {
    /// The code of the state or territory, a value of the filter `state`. Null for all other texts together.
    state: Nullable<String>,
    /// The name of the state or territory.
    state_name: Nullable<String>,
    /// The number of applications.
    count: u64,
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
        let view = |domain::StateCount { key, count }| {
            let (state, name) = key.as_deref().and_then(domain::us_state).unzip();
            let text = |text: Option<&str>| Nullable(text.map(str::to_owned));
            StateCount { state: text(state), state_name: text(name), count }
        };
        Self { list: counts.items.into_iter().map(view).collect(), is_exact: counts.is_exact }
    }
}

/// `?q=`
pub(crate) type SearchText = Query<Option<Text<Length<0, SEARCH_MAX>>>>;
/// `?state=`
pub(crate) type StateText = Query<Option<Text<Length<0, { FieldLimits::STATE }>>>>;
/// `?subject=`
pub(crate) type SubjectText = Query<Option<Text<Length<0, { FieldLimits::SUBJECT }>>>>;
/// `?submitted_after=` and `?submitted_before=`
pub(crate) type Time = Query<Option<Instant>>;

/// `?other_places=`
pub(crate) type OtherPlaces = Query<Option<bool>>;
/// `?has_notes=`
pub(crate) type HasNotes = Query<Option<bool>>;

/// The filter of the list and of the export.
pub(crate) fn filter(
    status: Option<Word<Status>>,
    q: SearchText,
    (state, other_places): (StateText, OtherPlaces),
    subject: SubjectText,
    (submitted_after, submitted_before): (Time, Time),
    has_notes: Option<bool>,
) -> Result<ReviewFilter, Invalid> {
    let text = |text: Option<String>, field, label, limit| filter_text(text.as_deref(), field, label, limit);
    Ok(ReviewFilter {
        status: status.map(|word| word.0),
        query: search_text(Text::given(q.0).as_deref())?,
        state: text(Text::given(state.0), "/state", "The state", FieldLimits::STATE)?,
        other_places: other_places.0.unwrap_or_default(),
        subject: text(Text::given(subject.0), "/subject", "The subject", FieldLimits::SUBJECT)?,
        submitted_after: submitted_after.0.map(|time| time.0),
        submitted_before: submitted_before.0.map(|time| time.0),
        has_notes,
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
        /// position, school district, city, state or subjects. Case, accents and apostrophes are ignored. A word of one
        /// or two characters must begin a word.
        q: SearchText,
        /// Only applications from this state: the name or the code of a US state or territory, or another text.
        state: StateText,
        /// With `true` only applications whose state is no US state or territory.
        other_places: OtherPlaces,
        /// Only applications with a subject that has these words.
        subject: SubjectText,
        /// Only applications submitted at this time or later.
        submitted_after: Time,
        /// Only applications submitted before this time.
        submitted_before: Time,
        /// Only applications about which administrators have written notes, or with `false` only the others.
        has_notes: HasNotes,
        limit: Limit,
        offset: Offset,
        cursor: Cursor,
        /// `name` sorts by last name, then by first name, ignoring accents and apostrophes; `status` by status, then by
        /// `submitted_at`.
        #[oai(default)]
        sort: Query<Word<ReviewSort>>,
        /// Ascending or descending.
        #[oai(default = "descending")]
        order: Query<Word<Order>>,
    ) -> Result<Success<ApplicationPage>, ApiError<ListCodes>> {
        let (places, times) = ((state, other_places), (submitted_after, submitted_before));
        let filter = filter(status.0, q, places, subject, times, has_notes.0)?;
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
    /// The numbers of applications by US state or territory that match the filter, the largest first.
    #[oai(path = "/states", method = "get", operation_id = "count_applications_by_state")]
    #[expect(clippy::too_many_arguments, reason = "one argument per query parameter")]
    async fn count_applications_by_state(
        &self,
        Reading(reader): Reading,
        /// Only applications with this status.
        status: Query<Option<Word<Status>>>,
        /// Only applications in which each of these words, in any order, occurs in the name, email address, teaching
        /// position, school district, city, state or subjects. Case, accents and apostrophes are ignored. A word of one
        /// or two characters must begin a word.
        q: SearchText,
        /// Only applications with a subject that has these words.
        subject: SubjectText,
        /// Only applications submitted at this time or later.
        submitted_after: Time,
        /// Only applications submitted before this time.
        submitted_before: Time,
        /// Only applications about which administrators have written notes, or with `false` only the others.
        has_notes: HasNotes,
    ) -> Result<Success<StateCounts>, ApiError<StateCodes>> {
        let (places, times) = ((Query(None), Query(None)), (submitted_after, submitted_before));
        let filter = filter(status.0, q, places, subject, times, has_notes.0)?;
        Ok(JsonResponse(self.review.states(&reader, filter).await?.into()))
    }
}
