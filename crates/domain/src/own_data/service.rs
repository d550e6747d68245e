use std::sync::Arc;

use super::archive::{ArchiveWriter, StoredPhoto};
use super::deletion::{DeleteAccountError, DeletionContext, DeletionIds, delete_account};
use super::own_data_store::OwnDataStore;
use crate::accounts::factors::{AccountSecurityStore, SecurityRefused, fresh_session};
use crate::accounts::passwords::PasswordHasher;
use crate::accounts::profile::{ProfileStore, Reauthentication};
use crate::accounts::sessions::Caller;
use crate::audit::AuditEvent;
use crate::headshots::Headshots;
use crate::shared::{Clock, Fault, IdSource};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    #[error("there is no such account any more")]
    Gone,
    #[error(transparent)]
    NotFresh(#[from] SecurityRefused),
    #[error(transparent)]
    Fault(#[from] Fault),
}

pub struct OwnDataPorts {
    pub own_data: Arc<dyn OwnDataStore>,
    pub security: Arc<dyn AccountSecurityStore>,
    pub profiles: Arc<dyn ProfileStore>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub headshots: Arc<Headshots>,
    pub archives: Arc<dyn ArchiveWriter>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
}

/// What people may do with everything that the site holds of them.
pub struct OwnDataService(OwnDataPorts);

impl OwnDataService {
    pub fn new(ports: OwnDataPorts) -> Self {
        Self(ports)
    }

    /// A ZIP file of everything that the site holds of the caller, whose session must be fresh; the copy is audited. A photo whose file is missing is
    /// left out, its row stays in the data.
    pub async fn export(&self, caller: &Caller) -> Result<Vec<u8>, ExportError> {
        let (user_id, at) = (caller.user.id, self.0.clock.now());
        let account = self.0.security.of_user(user_id, at).await?.ok_or(ExportError::Gone)?;
        fresh_session(&account, caller.session_id, at)?;
        let audit = AuditEvent {
            id: self.0.ids.ordered_id(),
            at,
            actor_id: Some(user_id),
            action: "user.exported",
            target_type: "user",
            target_id: user_id,
            detail: Vec::new(),
        };
        let data = self.0.own_data.collect(user_id, audit).await?.ok_or(ExportError::Gone)?;
        let mut photos = Vec::new();
        for headshot in &data.headshots {
            if let Some(content) = self.0.headshots.content(&headshot.key).await? {
                photos.push(StoredPhoto { headshot: headshot.clone(), content });
            }
        }
        Ok(self.0.archives.write(data, photos, at).await?)
    }

    /// Deletes the caller's account. Without the current password the session must be fresh. What stays is said at [`OwnDataStore::erase`]. Files of photos that cannot be
    /// deleted now are deleted by the sweep.
    ///
    /// # Errors
    /// In this order: `Reauthentication`, `LastAdmin`; see [`DeleteAccountError`].
    pub async fn delete(&self, caller: &Caller, password: Option<&str>) -> Result<(), DeleteAccountError> {
        let user_id = caller.user.id;
        let proved = Reauthentication::of(caller, password, &*self.0.profiles, &*self.0.hasher).await??;
        let ids = DeletionIds { user: self.0.ids.ordered_id(), application: self.0.ids.ordered_id() };
        let at = self.0.clock.now();
        let step = Box::new(move |context: &DeletionContext| delete_account(context, &proved, ids, at));
        for headshot in self.0.own_data.erase(user_id, at, step).await? {
            self.0.headshots.clear(&headshot).await;
        }
        Ok(())
    }
}
