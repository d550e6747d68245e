//! `/admin/applications/{id}/marks/me`: what an administrator thinks of an application.

use std::sync::Arc;

use forum_domain::applications::{Mark, Marks, Review};
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::Admin;
use crate::request::json::Json;
use crate::request::limits;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, NoContent, Success};
use crate::response::schema_types::Nullable;
use crate::response::words::Word;

/// The marks of all administrators on an application. The applicant never sees them.
#[derive(Object)]
pub(crate) struct ApplicationMarks {
    /// The number of administrators who would approve it.
    yes: u32,
    /// The number of administrators who are undecided.
    maybe: u32,
    /// The number of administrators who would not approve it.
    no: u32,
    /// Your own mark.
    mine: Nullable<Word<Mark>>,
}

impl From<Marks> for ApplicationMarks {
    fn from(Marks { yes, maybe, no, mine }: Marks) -> Self {
        Self { yes, maybe, no, mine: Nullable(mine.map(Word::from)) }
    }
}

/// A mark.
#[derive(Object)]
pub(crate) struct MarkRequest {
    /// Replaces your earlier mark.
    mark: Word<Mark>,
}

error_codes!(MarkCodes: [NotFound, OwnApplication, ApplicationAlreadyDecided], SIGNED_IN, ADMIN, BODY);
error_codes!(UnmarkCodes: [NotFound, OwnApplication, ApplicationAlreadyDecided], SIGNED_IN, ADMIN);

pub(crate) struct MarksApi {
    pub(crate) review: Arc<Review>,
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl MarksApi {
    /// Mark an application
    ///
    /// Your own opinion of a pending application. It stays when the application is decided. Other administrators see the
    /// numbers of marks and get the event `application.marked`.
    #[oai(path = "/:id/marks/me", method = "put", operation_id = "mark_application")]
    async fn mark_application(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// The id of the application.
        id: Path<Uuid>,
        json: Json<MarkRequest>,
    ) -> Result<Success<ApplicationMarks>, ApiError<MarkCodes>> {
        limits::user(request, &RateLimit::REVIEW_CHANGES, admin.caller().user.id).await?;
        Ok(JsonResponse(self.review.mark(&admin, id.0, Some(json.body.mark.0)).await?.into()))
    }

    /// Take your mark away
    ///
    /// No effect if you have not marked the application. Other administrators get the event `application.marked`.
    #[oai(path = "/:id/marks/me", method = "delete", operation_id = "unmark_application")]
    async fn unmark_application(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<NoContent, ApiError<UnmarkCodes>> {
        limits::user(request, &RateLimit::REVIEW_CHANGES, admin.caller().user.id).await?;
        self.review.mark(&admin, id.0, None).await?;
        Ok(NoContent)
    }
}
