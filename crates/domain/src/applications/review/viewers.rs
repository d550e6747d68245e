//! Who has an application open now.

use std::sync::Arc;

use async_trait::async_trait;
use derive_more::Constructor;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::sessions::Administrator;
use crate::applications::application_store::ApplicationStore;
use crate::shared::{Clock, Fault, PersonName};

/// A viewer who has not been announced for this time has left.
pub const VIEWER_LIFETIME: Duration = Duration::seconds(30);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Viewer {
    pub user_id: Uuid,
    pub name: PersonName,
    pub since: OffsetDateTime,
}

#[async_trait]
pub trait ViewerStore: Send + Sync {
    /// Records that the user views the application at `now`, and returns the other current viewers, the earliest first.
    /// A viewer is current for less than [`VIEWER_LIFETIME`]. `since` stays the same while the user is current. `None`
    /// if the application does not exist.
    async fn announce(
        &self,
        application_id: Uuid,
        user_id: Uuid,
        now: OffsetDateTime,
    ) -> Result<Option<Vec<Viewer>>, Fault>;

    async fn end(&self, application_id: Uuid, user_id: Uuid) -> Result<(), Fault>;
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ViewingError {
    #[error("no such application")]
    NotFound,
    #[error("administrators cannot see who views their own application")]
    OwnApplication,
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[derive(Constructor)]
pub struct Viewers {
    applications: Arc<dyn ApplicationStore>,
    viewers: Arc<dyn ViewerStore>,
    clock: Arc<dyn Clock>,
}

impl Viewers {
    /// Announces that the administrator has an application open, and returns the other viewers. It returns nothing about
    /// the application, so it is not audited.
    ///
    /// # Errors
    /// `NotFound`, `OwnApplication`; faults.
    pub async fn announce(&self, admin: &Administrator, id: Uuid) -> Result<Vec<Viewer>, ViewingError> {
        let user_id = admin.caller().user.id;
        if self.applications.applicant(id).await?.ok_or(ViewingError::NotFound)? == user_id {
            return Err(ViewingError::OwnApplication);
        }
        self.viewers.announce(id, user_id, self.clock.now()).await?.ok_or(ViewingError::NotFound)
    }

    /// Does nothing if the administrator is not a viewer.
    pub async fn end(&self, admin: &Administrator, id: Uuid) -> Result<(), Fault> {
        self.viewers.end(id, admin.caller().user.id).await
    }
}
