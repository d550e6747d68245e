//! `/applications`: operations for applicants.

use std::sync::Arc;

use forum_domain::applications::{
    Application, ChangeRequests, FieldLimits, OwnApplicationSort, RawFields, ReadError, Review, Status,
    SubmitApplication, SubmitError, WithdrawError,
};
use forum_domain::headshots::Headshot;
use forum_domain::idempotency::KeyedRequest;
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use crate::api::applications::change_views::ChangeRequest;
use crate::api::applications::views::{
    ApplicationDetail, ApplicationReceipt, MyApplication, MyApplicationPage, already_decided,
};
use crate::api::tag::Tag;
use crate::request::auth::{Applicant, SignedIn};
use crate::request::idempotency::{Key, Recorded};
use crate::request::json::{Form, NoBody};
use crate::request::limits;
use crate::request::list::{self, Cursor, Limit, Offset, Page};
use crate::request::versions::{IfMatch, OfPart, Versioned, expected_version};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::code::Code;
use crate::response::problem::{Problem, into_problem};
use crate::response::responses::{Created, JsonResponse, NoContent, Success};
use crate::response::schema_types::{AtMost, Day, Filled, IdKind, Length, Optional, Size, Text};
use crate::response::words::Word;

/// The answers of an applicant. Texts are trimmed. Lengths are counted in Unicode code points.
#[derive(Object)]
pub(crate) struct SubmitApplicationRequest {
    teaching_experience: Filled<{ FieldLimits::EXPERIENCE }>,
    teaching_position: Filled<{ FieldLimits::POSITION }>,
    school_district: Filled<{ FieldLimits::POSITION }>,
    subjects_taught: AtMost<Filled<{ FieldLimits::SUBJECT }>, { FieldLimits::SUBJECTS }>,
    date_of_birth: Day,
    address_line1: Filled<{ FieldLimits::ADDRESS }>,
    address_line2: Optional<Length<0, { FieldLimits::ADDRESS }>>,
    city: Filled<{ FieldLimits::CITY }>,
    state: Filled<{ FieldLimits::STATE }>,
    zip_code: Filled<{ FieldLimits::ZIP }>,
    phone: Filled<{ FieldLimits::PHONE }>,
    t_shirt_size: Size,
    headshot_id: Optional<IdKind>,
}

error_codes!(
    SubmitCodes: [NotApplicant, ApplicationPendingExists, AlreadyMember],
    SIGNED_IN, BODY, TEXT, REPEATABLE,
);
error_codes!(MineCodes: [InvalidCursor], SIGNED_IN, QUERY);
error_codes!(WithdrawCodes: [NotFound, ApplicationAlreadyDecided, UnknownField], SIGNED_IN, KEY, REPEATABLE);
error_codes!(ReadCodes: [NotFound, SecondFactorRequired], SIGNED_IN);
error_codes!(
    EditCodes: [NotFound, NotEditable, VersionConflict, PreconditionRequired],
    SIGNED_IN, BODY, TEXT,
);

pub(crate) struct ApplicationsApi {
    pub(crate) applications: Arc<SubmitApplication>,
    pub(crate) review: Arc<Review>,
    pub(crate) changes: Arc<ChangeRequests>,
}

#[OpenApi(tag = "Tag::Applications")]
impl ApplicationsApi {
    /// Submit an application
    ///
    /// The application is pending until an administrator decides on it. An email confirms its receipt. An applicant can
    /// have one pending application and may apply again after a rejection.
    #[oai(path = "/applications", method = "post", operation_id = "submit_application")]
    async fn submit_application(
        &self,
        Applicant(caller): Applicant,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: Key,
        form: Form<SubmitApplicationRequest>,
    ) -> Result<Recorded<Created<ApplicationReceipt>>, ApiError<SubmitCodes>> {
        let user = caller.user.id;
        let act = |keyed| async {
            limits::user(request, &RateLimit::SUBMISSIONS, user).await?;
            Ok::<_, Problem>(self.applications.submit(&caller, &raw(form.body), keyed).await?)
        };
        Ok(key.once(user, &form.raw, created, act).await?)
    }

    /// List your applications
    ///
    /// The newest first.
    #[oai(path = "/applications/mine", method = "get", operation_id = "list_my_applications")]
    async fn list_my_applications(
        &self,
        SignedIn(caller): SignedIn,
        /// Only applications with this status.
        status: Query<Option<Word<Status>>>,
        limit: Limit,
        offset: Offset,
        cursor: Cursor,
    ) -> Result<Success<MyApplicationPage>, ApiError<MineCodes>> {
        let status = status.0.map(|word| word.0);
        let page = list::list_page(limit, offset, cursor, |page| OwnApplicationSort::page(status, page))?;
        let listing = self.applications.list_own(&caller, status, page).await?;
        Ok(JsonResponse(MyApplicationPage { page: Page::of(listing, MyApplication::from) }))
    }

    /// Get an application
    ///
    /// Only its applicant and administrators can read it. Other users get 404. Access by administrators is logged.
    #[oai(path = "/applications/:id", method = "get", operation_id = "get_application")]
    async fn get_application(
        &self,
        SignedIn(caller): SignedIn,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<Versioned<ApplicationDetail, OfPart>, ApiError<ReadCodes>> {
        let (detail, state) = self.review.read(&caller, id.0).await?;
        let context = self.review.context(&caller, &detail).await?;
        let version = state.version;
        let open = ChangeRequest::open(state, &caller, &detail.application);
        let seen = ApplicationDetail::seen_by(&caller, detail).at(version, open);
        let body = match context {
            None => seen,
            Some(context) => seen.with(context),
        };
        Ok(Versioned { version: OfPart(version), body })
    }

    /// Edit your application
    ///
    /// Replaces the answers of a pending application after an administrator asked for changes. Only the fields of the open
    /// request can differ. Closes the request. The earlier answers are kept. Other users get 404.
    #[oai(path = "/applications/:id", method = "put", operation_id = "edit_application")]
    async fn edit_application(
        &self,
        SignedIn(caller): SignedIn,
        /// The id of the application.
        id: Path<Uuid>,
        /// The version that was edited, in double quotes. Weak tags, lists and `*` are accepted.
        #[oai(name = "If-Match")]
        if_match: IfMatch,
        form: Form<SubmitApplicationRequest>,
    ) -> Result<Versioned<ApplicationDetail, OfPart>, ApiError<EditCodes>> {
        let current = self.changes.own_state(&caller, id.0).await?.version;
        let expected = expected_version(if_match, current)?;
        let detail = self.changes.resubmit(&caller, id.0, expected, &raw(form.body)).await?;
        let version = expected + 1;
        Ok(Versioned {
            version: OfPart(version),
            body: ApplicationDetail::seen_by(&caller, detail).at(version, None),
        })
    }

    /// Withdraw your application
    ///
    /// Deletes a pending application with its versions and their photos. Its answers become your draft, so that you can
    /// apply again. Other users get 404. A confirmation that is still queued is sent. The request has no body.
    #[oai(path = "/applications/:id/withdrawal", method = "post", operation_id = "withdraw_application")]
    async fn withdraw_application(
        &self,
        SignedIn(caller): SignedIn,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: Key,
        /// The id of the application.
        id: Path<Uuid>,
        _body: NoBody,
    ) -> Result<Recorded<NoContent>, ApiError<WithdrawCodes>> {
        let act = |keyed: Option<KeyedRequest<()>>| {
            self.applications.withdraw(&caller, id.0, keyed.map(|keyed| keyed.answered(&(), None)))
        };
        Ok(key.once(caller.user.id, &[], |()| NoContent, act).await?)
    }
}

fn raw(body: SubmitApplicationRequest) -> RawFields {
    RawFields {
        teaching_experience: body.teaching_experience.0,
        teaching_position: body.teaching_position.0,
        school_district: body.school_district.0,
        subjects_taught: body.subjects_taught.0.into_iter().map(|subject| subject.0).collect(),
        date_of_birth: body.date_of_birth.0,
        address_line1: body.address_line1.0,
        address_line2: Text::given(body.address_line2),
        city: body.city.0,
        state: body.state.0,
        zip_code: body.zip_code.0,
        phone: body.phone.0,
        t_shirt_size: body.t_shirt_size.0,
        headshot_id: Text::given(body.headshot_id),
    }
}

/// The response to a submission, repeated exactly by a replay.
fn created(application: &Application) -> Created<ApplicationReceipt> {
    JsonResponse(application.into())
}

into_problem!(SubmitError {
    SubmitError::Invalid(invalid) => invalid,
    SubmitError::AlreadyMember => Code::AlreadyMember,
    SubmitError::NotApplicant => {
        Problem::new(Code::NotApplicant, "Only applicants can submit an application.")
    },
    SubmitError::PendingExists => Code::ApplicationPendingExists,
    SubmitError::UnknownHeadshot => Headshot::unknown(),
    // The account was deleted after the token was checked.
    SubmitError::UnknownUser => Code::SessionRevoked,
    SubmitError::Fault(fault) => fault,
});

into_problem!(WithdrawError {
    WithdrawError::NotFound => Code::NotFound,
    WithdrawError::AlreadyDecided(status) => already_decided(status),
    WithdrawError::Fault(fault) => fault,
});

into_problem!(ReadError {
    ReadError::NotFound => Code::NotFound,
    ReadError::SecondFactor => Code::SecondFactorRequired,
    ReadError::OwnApplication => {
        let detail = "You cannot see the history of your own application.";
        Problem::new(Code::OwnApplication, detail)
    },
    ReadError::Former(_) => Code::Forbidden,
    ReadError::Fault(fault) => fault,
});
