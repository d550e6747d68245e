//! `/admin/applications`: the administrators' side.

use std::sync::Arc;

use forum_domain::applications::{self as domain, DecideError, Decision, Review, ReviewFilter, ReviewSort};
use forum_domain::shared::{Invalid, Order, Page, Text, TextRule};
use poem::http::StatusCode;
use poem_openapi::param::{Path, Query};
use poem_openapi::{Enum, Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::answer::{Answer, Refused, Success, refusals};
use crate::api::Tag;
use crate::application_view::{ApplicationDetail, StatusWord};
use crate::auth::Admin;
use crate::json::Json;
use crate::problem::Problem;

/// A row of the review list: no birth date, address or phone.
#[derive(Object)]
pub(crate) struct ApplicationSummary {
    /// The application.
    id: Uuid,
    /// The applicant's first name.
    first_name: String,
    /// The applicant's last name.
    last_name: String,
    /// The applicant's address.
    email: String,
    /// Current teaching position.
    teaching_position: String,
    status: StatusWord,
    /// When it was submitted.
    submitted_at: OffsetDateTime,
    /// When it was decided.
    #[oai(skip_serializing_if_is_none)]
    reviewed_at: Option<OffsetDateTime>,
}

impl From<domain::ApplicationSummary> for ApplicationSummary {
    fn from(summary: domain::ApplicationSummary) -> Self {
        Self {
            id: summary.id,
            first_name: summary.name.first,
            last_name: summary.name.last,
            email: summary.email.as_str().to_owned(),
            teaching_position: summary.teaching_position,
            status: summary.status.into(),
            submitted_at: summary.submitted_at,
            reviewed_at: summary.reviewed_at,
        }
    }
}

/// How many applications there are, whatever the filter.
#[derive(Object)]
pub(crate) struct ApplicationCounts {
    /// All.
    total: u64,
    /// Not decided.
    pending: u64,
    /// Approved.
    approved: u64,
    /// Rejected.
    rejected: u64,
}

/// A page of the review list.
#[derive(Object)]
pub(crate) struct ApplicationList {
    /// The page.
    items: Vec<ApplicationSummary>,
    /// How many there are under the same filter.
    total: u64,
    /// Items of a page at most.
    limit: u32,
    /// Items passed over.
    offset: u32,
    counts: ApplicationCounts,
}

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "ApplicationSort", rename_all = "snake_case")]
pub(crate) enum SortWord {
    /// When it was submitted.
    SubmittedAt,
    /// Last name, then first name.
    Name,
    /// The status.
    Status,
}

/// The direction of a list.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "SortOrder", rename_all = "lowercase")]
pub(crate) enum OrderWord {
    /// Smallest first.
    Asc,
    /// Largest first.
    Desc,
}

impl From<OrderWord> for Order {
    fn from(word: OrderWord) -> Self {
        match word {
            OrderWord::Asc => Self::Asc,
            OrderWord::Desc => Self::Desc,
        }
    }
}

/// An administrator's decision.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "Decision", rename_all = "lowercase")]
pub(crate) enum DecisionWord {
    /// The applicant becomes a member.
    Approved,
    /// The applicant may apply again.
    Rejected,
}

/// A decision on an application.
#[derive(Object)]
pub(crate) struct DecisionRequest {
    decision: DecisionWord,
    /// For administrators only, at most 2,000 characters.
    note: Option<String>,
}

refusals!(ListStatuses: [
    (422, "`validation_failed` or `invalid_text`, with the parameter that is wrong"),
], SIGNED_IN, ADMIN);
refusals!(DecideStatuses: [
    (404, "`not_found`"),
    (409, "`application_already_decided` (with `current_status`) or `own_application`"),
], SIGNED_IN, ADMIN, BODY);

/// The operations.
pub(crate) struct ReviewApi {
    pub(crate) review: Arc<Review>,
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl ReviewApi {
    /// List applications
    ///
    /// Newest first unless told otherwise, with the counts of all applications whatever the filter.
    #[oai(path = "/", method = "get", operation_id = "list_applications")]
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    async fn list_applications(
        &self,
        Admin(admin): Admin,
        /// Only those with this status.
        status: Query<Option<StatusWord>>,
        /// Part of the name or address, without regard to case.
        q: Query<Option<String>>,
        /// 1–100, 25 by default.
        limit: Query<Option<i64>>,
        /// Applications to pass over, 0 by default.
        offset: Query<Option<i64>>,
        /// `submitted_at` by default.
        sort: Query<Option<SortWord>>,
        /// `desc` by default.
        order: Query<Option<OrderWord>>,
    ) -> Result<Success<ApplicationList>, Refused<ListStatuses>> {
        let sort = match sort.0 {
            Some(SortWord::Name) => ReviewSort::Name,
            Some(SortWord::Status) => ReviewSort::Status,
            Some(SortWord::SubmittedAt) | None => ReviewSort::SubmittedAt,
        };
        let order = order.0.map_or(Order::Desc, Order::from);
        let filter =
            ReviewFilter { status: status.0.map(domain::Status::from), query: search_text(q.0.as_deref())? };
        let page = filter.page(Page::new(limit.0, offset.0)?, sort, order);
        let (listing, counts) = self.review.list(&admin, filter, page).await?;
        let domain::Counts { total, pending, approved, rejected } = counts;
        Ok(Answer(ApplicationList {
            items: listing.items.into_iter().map(ApplicationSummary::from).collect(),
            total: listing.total,
            limit: listing.limit,
            offset: listing.offset.unwrap_or_default(),
            counts: ApplicationCounts { total, pending, approved, rejected },
        }))
    }

    /// Approve or reject an application
    ///
    /// Decided is final. Role and mail go with the decision.
    #[oai(path = "/:id/decision", method = "post", operation_id = "decide_application")]
    async fn decide_application(
        &self,
        Admin(admin): Admin,
        /// The application.
        id: Path<Uuid>,
        json: Json<DecisionRequest>,
    ) -> Result<Success<ApplicationDetail>, Refused<DecideStatuses>> {
        let DecisionRequest { decision, note } = json.body;
        let decision = match decision {
            DecisionWord::Approved => Decision::Approve,
            DecisionWord::Rejected => Decision::Reject,
        };
        let detail = self.review.decide(&admin, id.0, decision, note.as_deref()).await?;
        Ok(Answer(ApplicationDetail::seen_by(admin.caller(), detail)))
    }
}

/// The text to look for; blank means none.
fn search_text(text: Option<&str>) -> Result<Option<String>, Invalid> {
    let rule = TextRule { field: "/q", label: "The search text", limit: 200, multiline: false };
    let mut errors = Vec::new();
    let text = text.and_then(|text| Text::optional(text, rule, &mut errors));
    Invalid::unless_empty(errors).map(|()| text)
}

impl From<DecideError> for Problem {
    fn from(error: DecideError) -> Self {
        match error {
            DecideError::Invalid(invalid) => invalid.into(),
            DecideError::NotFound => Self::not_found(),
            DecideError::AlreadyDecided(status) => {
                let detail = format!("This application was already {}.", status.as_str());
                let mut problem = Self::new(StatusCode::CONFLICT, "application_already_decided", detail);
                problem.current_status = Some(status.into());
                problem
            }
            DecideError::OwnApplication => {
                let detail = "You cannot decide on your own application.";
                Self::new(StatusCode::CONFLICT, "own_application", detail)
            }
            DecideError::Fault(fault) => fault.into(),
        }
    }
}
