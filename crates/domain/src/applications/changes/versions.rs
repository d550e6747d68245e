use uuid::Uuid;

use super::change_request::check_not_own;
use crate::accounts::Administrator;
use crate::applications::{ApplicationVersion, ChangeRequests, SignedRequest};
use crate::shared::{Code, Refusal};

/// Earlier answers, with the request that led to the edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacedAnswers {
    pub version: ApplicationVersion,
    pub request: SignedRequest,
}

impl ChangeRequests {
    /// The earlier answers of an application, oldest first. Like reading the application, this is audited before the data is
    /// returned.
    ///
    /// # Errors
    /// `not_found`, `own_application`, `forbidden`.
    pub async fn versions(&self, admin: &Administrator, id: Uuid) -> Result<Vec<ReplacedAnswers>, Refusal> {
        let admin_id = admin.caller().user.id;
        check_not_own(self.review.applicant(id).await?.ok_or(Code::NotFound)?, admin_id)?;
        let audit = self.acts.begin().audit(Some(admin_id), "application.read", ("application", id));
        self.audit.record_read(audit).await?;
        Ok(self.store.versions(id).await?)
    }
}
