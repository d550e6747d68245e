//! `/admin/applications/{id}/change-requests` and `/versions`.

use std::sync::Arc;

use forum_domain::applications::{ChangeRequests, Field, SignedRequest};
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use crate::api::applications::change_request::{
    ApplicationVersion, ApplicationVersions, ChangeRequest, FieldNameKind,
};
use crate::api::tag::Tag;
use crate::request::auth::Admin;
use crate::request::idempotency::{Key, Recorded};
use crate::request::json::Json;
use crate::request::limits;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Created, JsonResponse, NoContent, Success};
use crate::response::schema_types::{AtMost, Filled, Nullable, Text};

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
error_codes!(TakeBackCodes: [NotFound, OwnApplication], SIGNED_IN, ADMIN);
error_codes!(VersionsCodes: [NotFound, OwnApplication], SIGNED_IN, ADMIN);

pub(crate) struct ChangeRequestsApi {
    pub(crate) changes: Arc<ChangeRequests>,
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
        key: Key,
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
    ) -> Result<NoContent, ApiError<TakeBackCodes>> {
        self.changes.take_back(&admin, id.0, request_id.0).await?;
        Ok(NoContent)
    }

    /// List the earlier answers of an application
    ///
    /// The answers that edits replaced, oldest first. `get_application` returns the current ones. The access is logged.
    #[oai(path = "/:id/versions", method = "get", operation_id = "list_application_versions")]
    async fn list_application_versions(
        &self,
        Admin(admin): Admin,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<Success<ApplicationVersions>, ApiError<VersionsCodes>> {
        let versions = self.changes.versions(&admin, id.0).await?;
        let list = versions.into_iter().map(ApplicationVersion::from).collect();
        Ok(JsonResponse(ApplicationVersions { list }))
    }
}

fn created(signed: &SignedRequest) -> Created<ChangeRequest> {
    JsonResponse(ChangeRequest::of(signed.clone(), true))
}
