use std::sync::Arc;

use derive_more::Constructor;

use super::archive::{ArchiveWriter, StoredPhoto};
use super::deletion::{DeleteAccountError, DeletionContext, delete_account};
use super::own_data_store::OwnDataStore;
use crate::accounts::factors::fresh_session;
use crate::accounts::passwords::PasswordHasher;
use crate::accounts::profile::{ProfileStore, Reauthentication};
use crate::accounts::sessions::{Caller, SessionStore};
use crate::act::Acts;
use crate::headshots::Headshots;
use crate::shared::{Code, Fault, Refusal};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    #[error("the account no longer exists")]
    Gone,
    #[error(transparent)]
    NotFresh(#[from] Refusal),
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[derive(Constructor)]
pub struct OwnDataService {
    own_data: Arc<dyn OwnDataStore>,
    sessions: Arc<dyn SessionStore>,
    profiles: Arc<dyn ProfileStore>,
    hasher: Arc<dyn PasswordHasher>,
    headshots: Arc<Headshots>,
    archives: Arc<dyn ArchiveWriter>,
    acts: Acts,
}

impl OwnDataService {
    /// A ZIP file with all data about the caller, whose session must be fresh. The copy is audited. A photo whose file
    /// is missing is omitted, but its row is included.
    pub async fn export(&self, caller: &Caller) -> Result<Vec<u8>, ExportError> {
        let (user_id, act) = (caller.user.id, self.acts.begin());
        let at = act.now;
        let account = self.sessions.account(user_id, at).await.map_err(|refusal| match refusal.code {
            Code::NotFound => ExportError::Gone,
            _ => refusal.into(),
        })?;
        fresh_session(&account, caller.session_id, at).map_err(Refusal::from)?;
        let audit = act.audit_own("user.exported", user_id);
        let data = self.own_data.collect(user_id, audit).await?.ok_or(ExportError::Gone)?;
        let mut photos = Vec::new();
        for headshot in &data.headshots {
            if let Some(content) = self.headshots.content(&headshot.key).await? {
                photos.push(StoredPhoto { headshot: headshot.clone(), content });
            }
        }
        Ok(self.archives.write(data, photos, at).await?)
    }

    /// Deletes the caller's account. Without the current password the session must be fresh.
    /// [`OwnDataStore::delete_account`] describes the remaining data. The sweep deletes files of photos that cannot be
    /// deleted now.
    ///
    /// # Errors
    /// In this order: `Reauthentication`, `LastAdmin`; see [`DeleteAccountError`].
    pub async fn delete_account(
        &self,
        caller: &Caller,
        password: Option<&str>,
    ) -> Result<(), DeleteAccountError> {
        let user_id = caller.user.id;
        let proved = Reauthentication::of(caller, password, &*self.profiles, &*self.hasher).await??;
        let act = self.acts.begin();
        let now = act.now;
        let step = Box::new(move |context: &DeletionContext| delete_account(context, &proved, &act));
        for headshot in self.own_data.delete_account(user_id, now, step).await? {
            self.headshots.clear(&headshot).await;
        }
        Ok(())
    }
}
