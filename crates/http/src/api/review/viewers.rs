//! `/admin/applications/{id}/viewers/me`: who has an application open.

use std::sync::Arc;

use forum_domain::applications::{Review, Viewer};
use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::Admin;
use crate::request::list::CompleteList;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, NoContent, Success};

/// An administrator who has the application open.
#[derive(Object)]
pub(crate) struct ApplicationViewer {
    /// The administrator.
    user_id: Uuid,
    /// First and last name.
    name: String,
    /// When the administrator opened the application.
    since: OffsetDateTime,
}

impl From<Viewer> for ApplicationViewer {
    fn from(Viewer { user_id, name, since }: Viewer) -> Self {
        Self { user_id, name: format!("{} {}", name.first, name.last), since }
    }
}

/// The other administrators who have the application open, the earliest first.
#[derive(Object)]
pub(crate) struct ApplicationViewers {
    #[oai(flatten)]
    list: CompleteList<ApplicationViewer>,
}

error_codes!(AnnounceCodes: [NotFound, OwnApplication], SIGNED_IN, ADMIN);
error_codes!(EndCodes: [NotFound], SIGNED_IN, ADMIN);

pub(crate) struct ViewersApi {
    pub(crate) review: Arc<Review>,
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl ViewersApi {
    /// Announce that you view an application
    ///
    /// Returns the other administrators who view it now. A viewer disappears 30 seconds after the last announcement, so
    /// repeat the request every 10 seconds while the application is visible.
    #[oai(path = "/:id/viewers/me", method = "put", operation_id = "announce_viewing")]
    async fn announce_viewing(
        &self,
        Admin(admin): Admin,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<Success<ApplicationViewers>, ApiError<AnnounceCodes>> {
        let others = self.review.announce_viewing(&admin, id.0).await?;
        Ok(JsonResponse(ApplicationViewers {
            list: others.into_iter().map(ApplicationViewer::from).collect(),
        }))
    }

    /// End viewing an application
    ///
    /// Call it when the application is closed or hidden.
    #[oai(path = "/:id/viewers/me", method = "delete", operation_id = "end_viewing")]
    async fn end_viewing(
        &self,
        Admin(admin): Admin,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<NoContent, ApiError<EndCodes>> {
        self.review.end_viewing(&admin, id.0).await?;
        Ok(NoContent)
    }
}
