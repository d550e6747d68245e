//! `/applications/draft`: the caller's unfinished application. `draft_view.rs` defines its JSON.

use std::sync::Arc;

use forum_domain::applications::{Draft, Drafts, RawDraft, SaveDraftError, unknown_photo};
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;

use crate::api::applications::draft_views::{DraftFields, Step};
use crate::api::tag::Tag;
use crate::request::auth::ApplicantOnly;
use crate::request::json::Json;
use crate::request::limits;
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::{Answer, ApiError, NoContent, Success, error_codes};
use crate::response::schema_types::Nullable;

/// What to save. It replaces the earlier draft whole.
#[derive(Object)]
pub(crate) struct SaveDraftRequest {
    fields: DraftFields,
    step: Step,
}

/// An unfinished application.
#[derive(Object)]
pub(crate) struct ApplicationDraft {
    fields: DraftFields,
    step: Step,
    /// When it was last saved; null if there is no draft.
    updated_at: Nullable<OffsetDateTime>,
}

impl From<&Draft> for ApplicationDraft {
    fn from(draft: &Draft) -> Self {
        Self {
            fields: (&draft.content).into(),
            step: Step(draft.content.step.into()),
            updated_at: Nullable(Some(draft.updated_at)),
        }
    }
}

impl ApplicationDraft {
    fn none() -> Self {
        let fields = DraftFields { values: Default::default(), headshot_id: None };
        Self { fields, step: Step(1), updated_at: Nullable(None) }
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
    /// What you have entered so far, on any device. Without a draft, `fields` is empty. A photo that was deleted meanwhile
    /// is left out.
    #[oai(path = "/", method = "get", operation_id = "get_draft")]
    async fn get_draft(
        &self,
        ApplicantOnly(caller): ApplicantOnly,
    ) -> Result<Success<ApplicationDraft>, ApiError<GetCodes>> {
        let draft = self.drafts.read(&caller).await?;
        Ok(Answer(draft.as_ref().map_or_else(ApplicationDraft::none, ApplicationDraft::from)))
    }

    /// Save your draft
    ///
    /// Replaces the whole draft: of two devices, the one whose request arrives last wins. Values are stored as typed and
    /// validated only when you submit the application, which deletes the draft. While an application is pending there is
    /// none. A draft is kept for 90 days after it was last saved.
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
        Ok(Answer((&saved).into()))
    }

    /// Delete your draft
    ///
    /// Photos stay. Without a draft, nothing happens.
    #[oai(path = "/", method = "delete", operation_id = "delete_draft")]
    async fn delete_draft(
        &self,
        ApplicantOnly(caller): ApplicantOnly,
    ) -> Result<NoContent, ApiError<DeleteCodes>> {
        self.drafts.delete(&caller).await?;
        Ok(NoContent)
    }
}

impl From<SaveDraftError> for Problem {
    fn from(error: SaveDraftError) -> Self {
        match error {
            SaveDraftError::Invalid(invalid) => invalid.into(),
            SaveDraftError::NotApplicant => Code::NotApplicant.into(),
            SaveDraftError::PendingExists => Code::ApplicationPendingExists.into(),
            SaveDraftError::UnknownHeadshot => unknown_photo().into(),
            // The account was deleted between the check of the token and the save.
            SaveDraftError::UnknownUser => Code::SessionRevoked.into(),
            SaveDraftError::Fault(fault) => fault.into(),
        }
    }
}
