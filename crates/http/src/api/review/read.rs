//! `/admin/applications/{id}`, `/history` and `/viewers/me`: an application without personal data, what happened to it, and who
//! has it open.

use std::sync::Arc;

use forum_domain::applications::{self as domain, ChangeAct, HistoryEntry, Review, Status, Viewer};
use forum_domain::headshots::Headshots;
use poem_openapi::param::Path;
use poem_openapi::{Enum, Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::applications::detail::ReviewedApplication;
use crate::api::tag::Tag;
use crate::request::auth::{Admin, Reading};
use crate::request::list::CompleteList;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{JsonResponse, NoContent, Success};
use crate::response::schema_types::Nullable;
use crate::response::words::Word;

/// What happened to an application.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "ApplicationAction", rename_all = "snake_case")]
pub(crate) enum ActionWord {
    Submitted,
    Decided,
    /// The decision was undone, and the application is pending again.
    Undone,
    /// An act in `change`. The application is still pending.
    Changed,
}

impl ActionWord {
    fn of(event: &domain::ApplicationEvent) -> Self {
        match (event.from, event.to) {
            _ if event.change.is_some() => Self::Changed,
            (None, _) => Self::Submitted,
            (Some(_), Status::Pending) => Self::Undone,
            (Some(_), Status::Approved | Status::Rejected) => Self::Decided,
        }
    }
}

/// An event in the history of an application.
#[derive(Object)]
pub(crate) struct ApplicationEvent {
    /// Identifies the event.
    id: Uuid,
    /// When it happened.
    created_at: OffsetDateTime,
    action: ActionWord,
    /// The actor: the applicant who submitted or edited the application, or an administrator.
    actor_id: Uuid,
    /// The actor's first and last name. Null after account deletion.
    actor_name: Nullable<String>,
    /// Null for the submission.
    from_status: Nullable<Word<Status>>,
    to_status: Word<Status>,
    /// With `changed`: what happened.
    change: Nullable<Word<ChangeAct>>,
}

impl From<HistoryEntry> for ApplicationEvent {
    fn from(HistoryEntry { event, actor }: HistoryEntry) -> Self {
        Self {
            id: event.id,
            created_at: event.at,
            action: ActionWord::of(&event),
            actor_id: event.actor_id,
            actor_name: Nullable(actor.map(|name| format!("{} {}", name.first, name.last))),
            from_status: Nullable(event.from.map(Word::from)),
            to_status: event.to.into(),
            change: Nullable(event.change.map(Word::from)),
        }
    }
}

/// The history of an application, oldest event first.
#[derive(Object)]
pub(crate) struct ApplicationHistory {
    #[oai(flatten)]
    list: CompleteList<ApplicationEvent>,
}

error_codes!(OthersCodes: [NotFound, OwnApplication], SIGNED_IN, ADMIN);

error_codes!(KnownCodes: [NotFound], SIGNED_IN, ADMIN);

pub(crate) struct ReviewedApi {
    pub(crate) review: Arc<Review>,
    pub(crate) headshots: Arc<Headshots>,
}

#[OpenApi(prefix_path = "/admin/applications", tag = "Tag::Review")]
impl ReviewedApi {
    /// Review an application
    ///
    /// An application without date of birth, address and phone number. The access is logged as `application.reviewed`, and that by
    /// `get_application` as `application.read`. `read_at` in the list is the time of the last call.
    #[oai(path = "/:id", method = "get", operation_id = "review_application")]
    async fn review_application(
        &self,
        Admin(admin): Admin,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<Success<ReviewedApplication>, ApiError<KnownCodes>> {
        let read = self.review.review(&admin, id.0).await?;
        Ok(JsonResponse(ReviewedApplication::read(read, admin.caller().user.id, &self.headshots)))
    }

    /// Get the history of an application
    ///
    /// Its submission, decisions, undone decisions, requests for changes and edits with actor and time. The access is
    /// logged. Administrators cannot see the history of their own application.
    #[oai(path = "/:id/history", method = "get", operation_id = "get_application_history")]
    async fn get_application_history(
        &self,
        Reading(reader): Reading,
        /// The id of the application.
        id: Path<Uuid>,
    ) -> Result<Success<ApplicationHistory>, ApiError<OthersCodes>> {
        let history = self.review.history(&reader, id.0).await?;
        Ok(JsonResponse(ApplicationHistory {
            list: history.into_iter().map(ApplicationEvent::from).collect(),
        }))
    }
}

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
    ) -> Result<Success<ApplicationViewers>, ApiError<OthersCodes>> {
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
    ) -> Result<NoContent, ApiError<KnownCodes>> {
        self.review.end_viewing(&admin, id.0).await?;
        Ok(NoContent)
    }
}
