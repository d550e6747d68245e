use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::Administrator;
use crate::applications::Review;
use crate::shared::{Code, Fault, PersonName, Refusal};

/// A viewer who has not been announced for this time has left.
pub const VIEWER_LIFETIME: Duration = Duration::seconds(30);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Viewer {
    pub user_id: Uuid,
    pub name: PersonName,
    pub since: OffsetDateTime,
}

impl Review {
    /// Announces that the administrator has an application open, and returns the other viewers. It returns nothing about
    /// the application, so it is not audited.
    ///
    /// # Errors
    /// `not_found`, `own_application`.
    pub async fn announce_viewing(&self, admin: &Administrator, id: Uuid) -> Result<Vec<Viewer>, Refusal> {
        let user_id = admin.caller().user.id;
        if self.store.applicant(id).await?.ok_or(Code::NotFound)? == user_id {
            let detail = "You cannot see who views your own application.";
            return Err(Refusal::new(Code::OwnApplication, detail));
        }
        let others = self.store.announce_viewing(id, user_id, self.acts.now()).await?;
        Ok(others.ok_or(Code::NotFound)?)
    }

    /// Does nothing if the administrator is not a viewer.
    pub async fn end_viewing(&self, admin: &Administrator, id: Uuid) -> Result<(), Fault> {
        self.store.end_viewing(id, admin.caller().user.id).await
    }
}
