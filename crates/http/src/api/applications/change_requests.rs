//! `/admin/applications/{id}/change-requests` and `/versions`: requests for changes, and the answers that edits replaced.

use std::sync::Arc;

use forum_domain::applications::{
    Application, ChangeRequests, ChangeState, Field, ReplacedAnswers, RequestOutcome, SignedRequest,
};
use forum_domain::headshots::Headshots;
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::applications::form::ApplicationAnswers;
use crate::api::tag::Tag;
use crate::request::auth::{Admin, Reading};
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::json::Json;
use crate::request::limits;
use crate::request::list::CompleteList;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Created, JsonResponse, NoContent, Success};
use crate::response::schema_types::{AtMost, Filled, Kind, Nullable, Text, choice};
use crate::response::words::Word;

/// The name of a field of the application form. The operation checks it.
pub(crate) struct FieldNameKind;

impl Kind for FieldNameKind {
    const NAME: Option<&'static str> = Some("ApplicationField");

    fn schema() -> MetaSchema {
        choice(Field::ALL.iter().map(Field::name), Some("A field of the application form."))
    }
}

/// The administrator who asked for changes.
#[derive(Object)]
pub(crate) struct Requester {
    /// Identifies the administrator.
    id: Uuid,
    /// First and last name.
    name: String,
}

/// A request of an administrator that the applicant edit a pending application.
#[derive(Object)]
pub(crate) struct ChangeRequest {
    /// Identifies the request.
    id: Uuid,
    /// What the administrator asks for.
    message: String,
    /// The fields that the applicant can edit, in the order of the form.
    fields: Vec<Text<FieldNameKind>>,
    /// When the administrator asked.
    created_at: OffsetDateTime,
    /// Null for the applicant, and after account deletion.
    requested_by: Nullable<Requester>,
    /// Null while the request is open.
    closed_at: Nullable<OffsetDateTime>,
    /// Null while the request is open.
    outcome: Nullable<Word<RequestOutcome>>,
}

impl ChangeRequest {
    /// `internal` includes the administrator.
    pub(crate) fn of(SignedRequest { request, requester }: SignedRequest, internal: bool) -> Self {
        let (closed_at, outcome) = request.closed.unzip();
        let requester = requester.filter(|_| internal).map(|name| Requester {
            id: request.requested_by,
            name: format!("{} {}", name.first, name.last),
        });
        Self {
            id: request.id,
            message: request.message,
            fields: request.fields.iter().map(|field| field.name().to_owned().into()).collect(),
            created_at: request.created_at,
            requested_by: Nullable(requester),
            closed_at: Nullable(closed_at),
            outcome: Nullable(outcome.map(Word::from)),
        }
    }

    /// The open request, as the user or the machine with this id sees it.
    pub(crate) fn open(state: ChangeState, reader: Uuid, application: &Application) -> Option<Self> {
        state.open.map(|open| Self::of(open, reader != application.user_id))
    }
}

/// Answers that an edit replaced.
#[derive(Object)]
pub(crate) struct ApplicationVersion {
    /// 1 for the answers that were submitted.
    number: u32,
    fields: ApplicationAnswers,
    /// Path of the photo on this site. With `private_photos` it expires after one to two days.
    headshot_url: Nullable<String>,
    /// When the applicant edited them.
    replaced_at: OffsetDateTime,
    change_request: ChangeRequest,
}

impl ApplicationVersion {
    fn shown(ReplacedAnswers { version, request }: ReplacedAnswers, headshots: &Headshots) -> Self {
        Self {
            number: version.number,
            fields: version.fields.into(),
            headshot_url: Nullable(version.headshot_url.map(|path| headshots.address(&path))),
            replaced_at: version.replaced_at,
            change_request: ChangeRequest::of(request, true),
        }
    }
}

/// The earlier answers of an application, oldest first.
#[derive(Object)]
pub(crate) struct ApplicationVersions {
    #[oai(flatten)]
    pub(crate) list: CompleteList<ApplicationVersion>,
}

/// What the applicant should change.
#[derive(Object)]
pub(crate) struct ChangeRequestRequest {
    /// For the applicant, who gets it by email.
    message: Filled<{ forum_domain::applications::ChangeRequest::MESSAGE_MAX }>,
    /// The fields that the applicant can edit. Omitted or empty for all.
    fields: Option<Nullable<AtMost<Text<FieldNameKind>, { Field::ALL.len() }>>>,
}

error_codes!(
    RequestCodes: [NotFound, ApplicationAlreadyDecided, ChangeRequestOpen, OwnApplication, TooManyEdits],
    SIGNED_IN, ADMIN, BODY, TEXT, REPEATABLE,
);
error_codes!(OthersCodes: [NotFound, OwnApplication], SIGNED_IN, ADMIN);

pub(crate) struct ChangeRequestsApi {
    pub(crate) changes: Arc<ChangeRequests>,
    pub(crate) headshots: Arc<Headshots>,
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl ChangeRequestsApi {
    /// Ask an applicant for changes
    ///
    /// The applicant gets an email and can edit these fields once. An application can have one open request, and can
    /// be edited 20 times.
    #[oai(path = "/:id/change-requests", method = "post", operation_id = "request_changes")]
    async fn request_changes(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        /// The id of the application.
        id: Path<Uuid>,
        json: Json<ChangeRequestRequest>,
    ) -> Result<Recorded<Created<ChangeRequest>>, ApiError<RequestCodes>> {
        let ChangeRequestRequest { message, fields } = json.body;
        let fields = fields.and_then(|fields| fields.0).into_iter().flat_map(|names| names.0);
        let fields: Vec<String> = fields.map(|name| name.0).collect();
        let user_id = admin.caller().user.id;
        let act = |keyed| async {
            limits::user(request, &RateLimit::CHANGE_REQUESTS, user_id).await?;
            Ok::<_, Problem>(self.changes.request(&admin, id.0, &message.0, &fields, keyed).await?)
        };
        Ok(key.once(user_id, &json.raw, created, act).await?)
    }

    /// Cancel a request for changes
    ///
    /// Closes an open request. Its email is not sent if it is still queued.
    #[oai(
        path = "/:id/change-requests/:request_id",
        method = "delete",
        operation_id = "take_back_change_request"
    )]
    async fn take_back_change_request(
        &self,
        Admin(admin): Admin,
        /// The id of the application.
        id: Path<Uuid>,
        /// The open request.
        request_id: Path<Uuid>,
    ) -> Result<NoContent, ApiError<OthersCodes>> {
        self.changes.take_back(&admin, id.0, request_id.0).await?;
        Ok(NoContent)
    }

    /// List the earlier answers of an application
    ///
    /// The answers that edits replaced, oldest first. `get_application` returns the current ones. The access is logged.
    #[oai(path = "/:id/versions", method = "get", operation_id = "list_application_versions")]
    async fn list_application_versions(
        &self,
        Reading(reader): Reading,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<Success<ApplicationVersions>, ApiError<OthersCodes>> {
        let versions = self.changes.versions(&reader, id.0).await?;
        let shown = |version| ApplicationVersion::shown(version, &self.headshots);
        let list = versions.into_iter().map(shown).collect();
        Ok(JsonResponse(ApplicationVersions { list }))
    }
}

fn created(signed: &SignedRequest) -> Created<ChangeRequest> {
    JsonResponse(ChangeRequest::of(signed.clone(), true))
}
