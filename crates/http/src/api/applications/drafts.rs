//! `/applications/draft`: the caller's draft.

use std::sync::Arc;

use forum_domain::applications::{Draft, Drafts, OwnDraftError, RawDraft, SaveDraftError, unknown_photo};
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;

use crate::api::applications::draft_views::{DraftFields, Step};
use crate::api::tag::Tag;
use crate::request::auth::{ApplicantOnly, SignedIn};
use crate::request::json::Json;
use crate::request::limits;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::code::Code;
use crate::response::problem::into_problem;
use crate::response::responses::{JsonResponse, NoContent, Success};
use crate::response::schema_types::Nullable;

/// The answers to save. They replace the whole draft.
#[derive(Object)]
pub(crate) struct SaveDraftRequest {
    fields: DraftFields,
    step: Step,
}

/// Answers that their applicant has not submitted.
#[derive(Object)]
pub(crate) struct ApplicationDraft {
    fields: DraftFields,
    step: Step,
    /// When the draft was last saved. Null without a draft.
    updated_at: Nullable<OffsetDateTime>,
    /// How many more photos you can upload, because each application keeps its own. With 1, the next application is the
    /// last one with a new photo. With 0, choose an earlier photo or none. Only `get_draft` returns this member, and only
    /// if at most one is left.
    #[oai(skip_serializing_if_is_none)]
    photos_left: Option<u32>,
}

impl From<&Draft> for ApplicationDraft {
    fn from(draft: &Draft) -> Self {
        Self {
            fields: (&draft.content).into(),
            step: Step(draft.content.step.into()),
            updated_at: Nullable(Some(draft.updated_at)),
            photos_left: None,
        }
    }
}

impl ApplicationDraft {
    fn none() -> Self {
        let fields = DraftFields { values: Default::default(), headshot_id: None };
        Self { fields, step: Step(1), updated_at: Nullable(None), photos_left: None }
    }
}

error_codes!(GetCodes: [NotApplicant], SIGNED_IN);
error_codes!(SaveCodes: [NotApplicant, ApplicationPendingExists], SIGNED_IN, BODY, TEXT);
error_codes!(DeleteCodes: [NotApplicant], SIGNED_IN);

pub(crate) struct DraftsApi {
    pub(crate) drafts: Arc<Drafts>,
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
    ) -> Result<Success<ApplicationDraft>, ApiError<GetCodes>> {
        let draft = self.drafts.read(&caller).await?;
        let left = self.drafts.few_photos_left(&caller).await?;
        let photos_left = left.and_then(|left| u32::try_from(left).ok());
        let draft = draft.as_ref().map_or_else(ApplicationDraft::none, ApplicationDraft::from);
        Ok(JsonResponse(ApplicationDraft { photos_left, ..draft }))
    }

    /// Save your draft
    ///
    /// Replaces the whole draft; the last write wins. Values are stored as typed and validated only on submission,
    /// which deletes the draft. There is no draft while an application is pending. A draft is deleted 90 days after it
    /// was last saved.
    #[oai(path = "/", method = "put", operation_id = "save_draft")]
    async fn save_draft(
        &self,
        ApplicantOnly(caller): ApplicantOnly,
        request: &Request,
        draft: Json<SaveDraftRequest>,
    ) -> Result<Success<ApplicationDraft>, ApiError<SaveCodes>> {
        limits::user(request, &RateLimit::DRAFTS, caller.user.id).await?;
        let SaveDraftRequest { fields: DraftFields { values, headshot_id }, step } = draft.body;
        let saved = self.drafts.save(&caller, RawDraft { values, headshot_id, step: step.0 }).await?;
        Ok(JsonResponse((&saved).into()))
    }

    /// Delete your draft
    ///
    /// Photos are kept. Succeeds if there is no draft.
    #[oai(path = "/", method = "delete", operation_id = "delete_draft")]
    async fn delete_draft(&self, SignedIn(caller): SignedIn) -> Result<NoContent, ApiError<DeleteCodes>> {
        self.drafts.delete(&caller).await?;
        Ok(NoContent)
    }
}

into_problem!(OwnDraftError {
    OwnDraftError::NotApplicant => Code::NotApplicant,
    OwnDraftError::Fault(fault) => fault,
});

into_problem!(SaveDraftError {
    SaveDraftError::Invalid(invalid) => invalid,
    SaveDraftError::NotApplicant => Code::NotApplicant,
    SaveDraftError::PendingExists => Code::ApplicationPendingExists,
    SaveDraftError::UnknownHeadshot => unknown_photo(),
    // The account was deleted after the token was checked.
    SaveDraftError::UnknownUser => Code::SessionRevoked,
    SaveDraftError::Fault(fault) => fault,
});
