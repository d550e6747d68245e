use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::stored_template::{StoredTemplate, TemplateChange, TemplateVersion, VersionConflict};
use super::template::TemplateText;
use crate::audit::{ActError, FormerAdministrator};
use crate::idempotency::RequestRecord;
use crate::mail::outbox::OutgoingMail;
use crate::shared::{Fault, Invalid};

/// Decides what is stored; `None` if nothing changes.
pub type EditStep =
    Box<dyn FnOnce(&StoredTemplate) -> Result<Option<TemplateChange>, VersionConflict> + Send>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    #[error("{}", .0.0.iter().map(|e| e.detail.as_str()).collect::<Vec<_>>().join(" "))]
    Invalid(#[from] Invalid),
    #[error("there is no such template")]
    NotFound,
    #[error(transparent)]
    Conflict(#[from] VersionConflict),
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    #[error("test mails are only sent to administrators")]
    NotAdministrator,
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<ActError> for TemplateError {
    fn from(error: ActError) -> Self {
        match error {
            ActError::Former(former) => Self::Former(former),
            ActError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// A page with a rendered template. Every client that knows its id can read it until it expires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewPage {
    /// Random, and part of the page's URL.
    pub id: Uuid,
    pub html: String,
    /// The page is not shown after this time.
    pub expires_at: OffsetDateTime,
}

/// Stores templates. An act is refused if its `actor` (`None` for the command line) is no longer an administrator.
#[async_trait]
pub trait TemplateStore: Send + Sync {
    /// All templates, by name.
    async fn list(&self) -> Result<Vec<StoredTemplate>, Fault>;

    async fn find(&self, name: &str) -> Result<Option<StoredTemplate>, Fault>;

    /// All versions of the template with this name, newest first.
    async fn versions(&self, name: &str) -> Result<Vec<TemplateVersion>, Fault>;

    /// Reads the template under lock, runs `step`, stores everything that it returns or nothing, and returns the
    /// template as stored. Earlier versions MUST be kept.
    async fn change(
        &self,
        name: &str,
        actor: Option<Uuid>,
        step: EditStep,
    ) -> Result<StoredTemplate, TemplateError>;

    /// Queues a mail with this content to this user as one unit of work, unless the user is no longer an administrator.
    async fn queue_test(
        &self,
        recipient: Uuid,
        mail: &OutgoingMail,
        text: &TemplateText,
        record: Option<RequestRecord>,
    ) -> Result<(), ActError>;

    async fn test_text(&self, mail_id: Uuid) -> Result<Option<TemplateText>, Fault>;

    /// Stores a preview, and deletes those that have expired at `now`.
    async fn keep_preview(
        &self,
        actor: Option<Uuid>,
        page: &PreviewPage,
        now: OffsetDateTime,
    ) -> Result<(), ActError>;

    /// The HTML of the preview with this id, unless it has expired at `now`.
    async fn preview(&self, id: Uuid, now: OffsetDateTime) -> Result<Option<String>, Fault>;
}
