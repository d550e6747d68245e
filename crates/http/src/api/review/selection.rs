//! `/admin/selection`: how many applications to approve.

use std::sync::Arc;

use forum_domain::applications::{self as domain, Review, SubmittedWithin};
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use crate::api::review::Time;
use crate::api::tag::Tag;
use crate::request::auth::{Admin, Reading};
use crate::request::json::Json;
use crate::request::limits;
use crate::request::versions::{IfMatch, Versioned, named_versions};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::schema_types::Nullable;

/// How many applications to approve, and how far that is.
#[derive(Object)]
pub(crate) struct Selection {
    /// How many applications to approve. Null if none is set.
    target: Nullable<u32>,
    /// Another after every change of the target, for `If-Match`.
    version: Uuid,
    /// The number of approved applications.
    approved: u64,
    /// The number of pending applications that the team wants, but not your own.
    team_yes: u64,
}

impl From<domain::Selection> for Selection {
    fn from(domain::Selection { target, approved, team_yes }: domain::Selection) -> Self {
        Self { target: Nullable(target.number), version: target.version, approved, team_yes }
    }
}

/// A target.
#[derive(Object)]
pub(crate) struct SelectionRequest {
    /// From 1 to 100,000. Null or left out for none.
    target: Option<Nullable<u32>>,
}

error_codes!(ReadCodes: [], SIGNED_IN, ADMIN, QUERY);
error_codes!(EditCodes: [VersionConflict, PreconditionRequired], SIGNED_IN, ADMIN, BODY);

pub(crate) struct SelectionApi {
    pub(crate) review: Arc<Review>,
}

#[OpenApi(prefix_path = "/admin/selection", tag = "Tag::Review")]
impl SelectionApi {
    /// Get the selection
    ///
    /// How many applications to approve, how many are approved, and how many the team wants besides. With times only
    /// applications submitted within them count, for example those of this season.
    #[oai(path = "/", method = "get", operation_id = "get_selection")]
    async fn get_selection(
        &self,
        Reading(reader): Reading,
        /// Only applications submitted at this time or later.
        submitted_after: Time,
        /// Only applications submitted before this time.
        submitted_before: Time,
    ) -> Result<Versioned<Selection>, ApiError<ReadCodes>> {
        let [after, before] = [submitted_after, submitted_before].map(|time| time.0.map(|time| time.0));
        let submitted = SubmittedWithin { after, before };
        let selection = Selection::from(self.review.selection(&reader, submitted).await?);
        Ok(Versioned::of_part(selection.version, selection))
    }

    /// Set the target
    ///
    /// No effect if it is set already. The numbers in the response are those of all applications.
    #[oai(path = "/", method = "put", operation_id = "set_selection")]
    async fn set_selection(
        &self,
        Admin(admin): Admin,
        request: &Request,
        /// The version that was edited, in double quotes. Required. Weak tags, lists and `*` are accepted.
        #[oai(name = "If-Match")]
        if_match: IfMatch,
        json: Json<SelectionRequest>,
    ) -> Result<Versioned<Selection>, ApiError<EditCodes>> {
        limits::user(request, &RateLimit::REVIEW_CHANGES, admin.caller().user.id).await?;
        let seen = named_versions(if_match)?;
        let target = json.body.target.and_then(|target| target.0);
        let selection = Selection::from(self.review.set_target(&admin, seen, target).await?);
        Ok(Versioned::of_part(selection.version, selection))
    }
}
