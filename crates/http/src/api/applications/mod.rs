//! `/applications`: operations for applicants.

pub(crate) mod change_requests;
pub(crate) mod detail;
pub(crate) mod drafts;
pub(crate) mod form;

use std::sync::Arc;

use forum_domain::applications::{
    Application, Applications, ChangeRequests, OwnApplicationSort, OwnApplicationSummary, Review, Status,
};
use forum_domain::headshots::Headshots;
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::param::{Path, Query};
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::applications::detail::ApplicationDetail;
use crate::api::applications::form::SubmitApplicationRequest;
use crate::api::tag::Tag;
use crate::request::auth::{Applicant, OwnOrReading, SignedIn};
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::json::{Form, NoBody};
use crate::request::limits;
use crate::request::list::{self, Cursor, Limit, Offset, Page};
use crate::request::versions::{IfMatch, Versioned, expected_version};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Created, JsonResponse, NoContent, Success};
use crate::response::schema_types::Nullable;
use crate::response::words::Word;

/// A submitted application.
#[derive(Object)]
pub(crate) struct ApplicationReceipt {
    /// Identifies the application.
    id: Uuid,
    status: Word<Status>,
    /// When the application was received.
    submitted_at: OffsetDateTime,
}

impl From<&Application> for ApplicationReceipt {
    fn from(application: &Application) -> Self {
        Self { id: application.id, status: application.status.into(), submitted_at: application.submitted_at }
    }
}

/// One of your applications.
#[derive(Object)]
pub(crate) struct MyApplication {
    /// Identifies the application.
    id: Uuid,
    status: Word<Status>,
    /// When you submitted it.
    submitted_at: OffsetDateTime,
    /// When it was approved or rejected.
    reviewed_at: Nullable<OffsetDateTime>,
}

impl From<OwnApplicationSummary> for MyApplication {
    fn from(standing: OwnApplicationSummary) -> Self {
        Self {
            id: standing.id,
            status: standing.status.into(),
            submitted_at: standing.submitted_at,
            reviewed_at: Nullable(standing.reviewed_at),
        }
    }
}

/// A page of your applications.
#[derive(Object)]
pub(crate) struct MyApplicationPage {
    #[oai(flatten)]
    pub(crate) page: Page<MyApplication>,
}

error_codes!(
    SubmitCodes: [NotApplicant, ApplicationPendingExists, AlreadyMember, SeasonClosed],
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
    pub(crate) applications: Arc<Applications>,
    pub(crate) review: Arc<Review>,
    pub(crate) changes: Arc<ChangeRequests>,
    pub(crate) headshots: Arc<Headshots>,
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
        key: IdempotencyKey,
        form: Form<SubmitApplicationRequest>,
    ) -> Result<Recorded<Created<ApplicationReceipt>>, ApiError<SubmitCodes>> {
        let user = caller.user.id;
        let act = |keyed| async {
            limits::user(request, &RateLimit::SUBMISSIONS, user).await?;
            Ok::<_, Problem>(self.applications.submit(&caller, &form.body.into(), keyed).await?)
        };
        let created = |application: &Application| JsonResponse(application.into());
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
        OwnOrReading(reader): OwnOrReading,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<Versioned<ApplicationDetail>, ApiError<ReadCodes>> {
        let read = self.review.read(&reader, id.0).await?;
        Ok(ApplicationDetail::read(read, reader.id(), &self.headshots))
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
    ) -> Result<Versioned<ApplicationDetail>, ApiError<EditCodes>> {
        let current = self.changes.own_state(&caller, id.0).await?.version;
        let expected = expected_version(if_match, current)?;
        let detail = self.changes.resubmit(&caller, id.0, expected, &form.body.into()).await?;
        let version = expected + 1;
        let body = ApplicationDetail::seen_by(&caller, detail, &self.headshots).at(version, None);
        Ok(Versioned::of_part(version, body))
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
        key: IdempotencyKey,
        /// The id of the application.
        id: Path<Uuid>,
        _body: NoBody,
    ) -> Result<Recorded<NoContent>, ApiError<WithdrawCodes>> {
        let act = |keyed| self.applications.withdraw(&caller, id.0, keyed);
        Ok(key.once(caller.user.id, &[], |()| NoContent, act).await?)
    }
}
