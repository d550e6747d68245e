//! `/applications/draft`: the caller's draft.

use std::borrow::Cow;
use std::sync::Arc;

use forum_domain::applications::{ApplicationFields, Applications, Draft};
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseFromJSON, ParseResult, ToJSON, Type};
use poem_openapi::{Object, OpenApi};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::applications::form::DraftFields;
use crate::api::tag::Tag;
use crate::request::auth::{ApplicantOnly, SignedIn};
use crate::request::json::Json;
use crate::request::limits;
use crate::request::versions::{IfMatch, Versioned, named_versions};
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::NoContent;
use crate::response::schema_types::{IdKind, Nullable, Optional, Text, required_value};

/// The answers to save. They replace the whole draft.
#[derive(Object)]
pub(crate) struct SaveDraftRequest {
    fields: DraftFields,
    step: Step,
    /// The version that the draft gets, another for each request; by default a random one. Name it in the next `If-Match`
    /// too if a request got no response.
    version: Optional<IdKind>,
}

/// Answers that their applicant has not submitted.
#[derive(Object)]
pub(crate) struct ApplicationDraft {
    fields: DraftFields,
    step: Step,
    /// When the draft was last saved. Null without a draft.
    updated_at: Nullable<OffsetDateTime>,
    /// Another after every save, for `If-Match`. Only zeros without a draft.
    version: Uuid,
    /// How many more photos you can upload, because each application keeps its own. With 1, the next application is the
    /// last one with a new photo. With 0, choose an earlier photo or none. Only `get_draft` returns this member, and only
    /// if at most one is left.
    #[oai(skip_serializing_if_is_none)]
    photos_left: Option<u32>,
}

impl From<Draft> for ApplicationDraft {
    fn from(Draft { fields, step, updated_at, version }: Draft) -> Self {
        let (fields, step, updated_at) = (fields.into(), Step(step.into()), Nullable(Some(updated_at)));
        Self { fields, step, updated_at, version, photos_left: None }
    }
}

impl ApplicationDraft {
    fn none() -> Self {
        let (fields, version) = (ApplicationFields::default().into(), Draft::NO_VERSION);
        Self { fields, step: Step(1), updated_at: Nullable(None), version, photos_left: None }
    }
}

error_codes!(OwnCodes: [NotApplicant], SIGNED_IN);
error_codes!(
    SaveCodes: [NotApplicant, ApplicationPendingExists, VersionConflict, PreconditionRequired],
    SIGNED_IN, BODY, TEXT,
);

pub(crate) struct DraftsApi {
    pub(crate) applications: Arc<Applications>,
}

#[OpenApi(prefix_path = "/applications/draft", tag = "Tag::Applications")]
impl DraftsApi {
    /// Get your draft
    ///
    /// Your unsubmitted answers from any device. Without a draft, `fields` is empty. A photo that has been deleted is
    /// omitted. Who is no applicant any more gets the draft that a withdrawal left, and can delete it.
    #[oai(path = "/", method = "get", operation_id = "get_draft")]
    async fn get_draft(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Result<Versioned<ApplicationDraft>, ApiError<OwnCodes>> {
        let draft = self.applications.draft(&caller).await?;
        let left = self.applications.few_photos_left(&caller).await?;
        let photos_left = left.and_then(|left| u32::try_from(left).ok());
        let draft = draft.map_or_else(ApplicationDraft::none, ApplicationDraft::from);
        Ok(Versioned::of_part(draft.version, ApplicationDraft { photos_left, ..draft }))
    }

    /// Save your draft
    ///
    /// Replaces the whole draft, if no other device has saved one since. Values are stored as typed and validated only on
    /// submission, which deletes the draft. There is no draft while an application is pending. A draft is deleted 90 days
    /// after it was last saved.
    #[oai(path = "/", method = "put", operation_id = "save_draft")]
    async fn save_draft(
        &self,
        ApplicantOnly(caller): ApplicantOnly,
        request: &Request,
        /// The version that was edited, in double quotes: that of no draft for the first. Weak tags, lists and `*` are accepted.
        #[oai(name = "If-Match")]
        if_match: IfMatch,
        draft: Json<SaveDraftRequest>,
    ) -> Result<Versioned<ApplicationDraft>, ApiError<SaveCodes>> {
        limits::user(request, &RateLimit::DRAFTS, caller.user.id).await?;
        let SaveDraftRequest { fields, step, version } = draft.body;
        let (seen, input) = (named_versions(if_match)?, (fields.into(), step.0));
        let version = Text::given(version);
        let saved = self.applications.save_draft(&caller, seen, version.as_deref(), input).await?;
        let body = ApplicationDraft::from(saved);
        Ok(Versioned::of_part(body.version, body))
    }

    /// Delete your draft
    ///
    /// Photos are kept. Succeeds if there is no draft.
    #[oai(path = "/", method = "delete", operation_id = "delete_draft")]
    async fn delete_draft(&self, SignedIn(caller): SignedIn) -> Result<NoContent, ApiError<OwnCodes>> {
        self.applications.delete_draft(&caller).await?;
        Ok(NoContent)
    }
}

/// A step of the wizard. The domain checks its range.
pub(crate) struct Step(i64);

impl Type for Step {
    required_value!();

    fn name() -> Cow<'static, str> {
        i64::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        i64::schema_ref().merge(MetaSchema {
            description: Some("The step of the form that was open."),
            minimum: Some(1.0),
            maximum: Some(Draft::STEPS.into()),
            ..MetaSchema::ANY
        })
    }
}

impl ParseFromJSON for Step {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        // Numbers that do not fit are out of range.
        let number = value.and_then(|value| value.as_i64()).unwrap_or(i64::MAX);
        Ok(Self(number))
    }
}

impl ToJSON for Step {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.into())
    }
}
