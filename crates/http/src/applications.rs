//! `/applications`: the applicant's side. What an application looks like in JSON is in `application_view.rs`.

use std::sync::Arc;

use forum_domain::applications::{
    self as domain, Application, RawFields, ReadError, Review, SubmitApplication, SubmitError, Submitted,
};
use forum_domain::headshots::Headshot;
use forum_domain::shared::{IdempotencyKey, Page, RecordedResponse};
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::param::{Header, Path, Query};
use poem_openapi::types::ToJSON;
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use crate::answer::{Answer, Refused, Success, refusals};
use crate::api::Tag;
pub(crate) use crate::application_view::StatusWord;
use crate::application_view::{ApplicationDetail, ApplicationReceipt, MyApplication, MyApplications};
use crate::auth::{Applicant, SignedIn};
use crate::idempotency::{Recorded, fingerprint, retry_key};
use crate::json::Form;
use crate::problem::Problem;

/// Every field of the wizard.
#[derive(Object)]
pub(crate) struct SubmitApplicationRequest {
    /// At most 5,000 characters.
    teaching_experience: String,
    /// At most 200 characters.
    teaching_position: String,
    /// At most 200 characters.
    school_district: String,
    /// At most 20 different ones of at most 100 characters.
    subjects_taught: Vec<String>,
    /// A real date, `YYYY-MM-DD`, from 1900-01-01 to today.
    date_of_birth: String,
    /// At most 200 characters.
    address_line1: String,
    /// At most 200 characters.
    address_line2: Option<String>,
    /// At most 100 characters.
    city: String,
    /// At most 50 characters.
    state: String,
    /// At most 20 characters.
    zip_code: String,
    /// At most 32 characters.
    phone: String,
    /// One of XS, S, M, L, XL, XXL.
    t_shirt_size: String,
    /// A photo of one's own, uploaded before.
    headshot_id: Option<String>,
}

refusals!(SubmitStatuses: [
    (403, "`not_applicant`"),
    (409, "`application_pending_exists` or `already_member`"),
    (422, "`validation_failed`, `unknown_field`, `invalid_text` or `idempotency_key_reused`"),
], SIGNED_IN, BODY);
refusals!(MineStatuses: [], SIGNED_IN, QUERY);
refusals!(ReadStatuses: [
    (404, "`not_found`: there is none, or it is not the caller's to know of"),
], SIGNED_IN);

/// The operations.
pub(crate) struct ApplicationsApi {
    pub(crate) applications: Arc<SubmitApplication>,
    pub(crate) review: Arc<Review>,
}

#[OpenApi(tag = "Tag::Applications")]
impl ApplicationsApi {
    /// Submit an application
    ///
    /// It is pending then, and a mail says that it arrived. One at a time.
    #[oai(path = "/applications", method = "post", operation_id = "submit_application")]
    async fn submit_application(
        &self,
        Applicant(caller): Applicant,
        request: &Request,
        /// 1–64 printable characters; a request repeated under the same key gets the same answer for 24 hours.
        #[oai(name = "Idempotency-Key")]
        _key: Header<Option<String>>,
        form: Form<SubmitApplicationRequest>,
    ) -> Result<Recorded<ApplicationReceipt>, Refused<SubmitStatuses>> {
        let fingerprint = fingerprint(&form.raw);
        let retry = retry_key(request.headers())?.map(|key| IdempotencyKey {
            key,
            fingerprint,
            record: Box::new(record),
        });
        let submitted = self.applications.submit(&caller, &raw(form.body), retry).await?;
        Ok(match submitted {
            Submitted::Created(application) => Recorded::fresh(record(&application)),
            Submitted::Replayed(response) => Recorded::replayed(response),
        })
    }

    /// List the own applications
    ///
    /// Newest first.
    #[oai(path = "/applications/mine", method = "get", operation_id = "list_my_applications")]
    async fn list_my_applications(
        &self,
        SignedIn(caller): SignedIn,
        /// Only those with this status.
        status: Query<Option<StatusWord>>,
        /// 1–100, 25 by default.
        limit: Query<Option<i64>>,
        /// Applications to pass over, 0 by default.
        offset: Query<Option<i64>>,
    ) -> Result<Success<MyApplications>, Refused<MineStatuses>> {
        let page = Page::new(limit.0, offset.0)?;
        let listing = self.applications.mine(&caller, status.0.map(domain::Status::from), page).await?;
        Ok(Answer(MyApplications {
            items: listing.items.iter().map(MyApplication::from).collect(),
            total: listing.total,
            limit: listing.limit,
            offset: listing.offset.unwrap_or_default(),
        }))
    }

    /// Read an application
    ///
    /// For its owner and for administrators, whose reading is audited.
    #[oai(path = "/applications/:id", method = "get", operation_id = "get_application")]
    async fn get_application(
        &self,
        SignedIn(caller): SignedIn,
        /// The application.
        id: Path<Uuid>,
    ) -> Result<Success<ApplicationDetail>, Refused<ReadStatuses>> {
        let detail = self.review.read(&caller, id.0).await?;
        Ok(Answer(ApplicationDetail::seen_by(&caller, detail)))
    }
}

fn raw(body: SubmitApplicationRequest) -> RawFields {
    RawFields {
        teaching_experience: body.teaching_experience,
        teaching_position: body.teaching_position,
        school_district: body.school_district,
        subjects_taught: body.subjects_taught,
        date_of_birth: body.date_of_birth,
        address_line1: body.address_line1,
        address_line2: body.address_line2,
        city: body.city,
        state: body.state,
        zip_code: body.zip_code,
        phone: body.phone,
        t_shirt_size: body.t_shirt_size,
        headshot_id: body.headshot_id,
    }
}

/// The answer to a submission, which a replay repeats to the letter.
fn record(application: &Application) -> RecordedResponse {
    let body = ApplicationReceipt::from(application).to_json_string();
    RecordedResponse { status: StatusCode::CREATED.as_u16(), body }
}

impl From<SubmitError> for Problem {
    fn from(error: SubmitError) -> Self {
        let conflict = |code, detail| Self::new(StatusCode::CONFLICT, code, detail);
        match error {
            SubmitError::Invalid(invalid) => invalid.into(),
            SubmitError::AlreadyMember => conflict("already_member", "You are already a member."),
            SubmitError::NotApplicant => Self::new(
                StatusCode::FORBIDDEN,
                "not_applicant",
                "Only applicants can submit an application.",
            ),
            SubmitError::PendingExists => {
                conflict("application_pending_exists", "You already have a pending application.")
            }
            SubmitError::UnknownHeadshot => Headshot::unknown().into(),
            SubmitError::KeyReused => Self::key_reused(),
            SubmitError::UnknownUser => Self::account_gone(),
            SubmitError::Fault(fault) => fault.into(),
        }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::NotFound => Self::not_found(),
            ReadError::Fault(fault) => fault.into(),
        }
    }
}
