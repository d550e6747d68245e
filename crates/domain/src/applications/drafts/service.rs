use std::sync::Arc;

use derive_more::Constructor;

use super::draft::{
    self, Draft, DraftContent, DraftContext, OwnDraftError, RawDraft, SaveDraftError, unknown_photo,
};
use super::draft_store::DraftStore;
use crate::accounts::sessions::Caller;
use crate::headshots::{HeadshotStore, photos_left, with_chosen_photo};
use crate::shared::{Clock, Fault};

#[derive(Constructor)]
pub struct Drafts {
    drafts: Arc<dyn DraftStore>,
    headshots: Arc<dyn HeadshotStore>,
    clock: Arc<dyn Clock>,
}

impl Drafts {
    /// The caller's draft. Who lost the role can still have one that a withdrawal left.
    ///
    /// # Errors
    /// `NotApplicant` without the role and a draft; faults.
    pub async fn read(&self, caller: &Caller) -> Result<Option<Draft>, OwnDraftError> {
        let draft = self.drafts.find(caller.user.id).await?;
        draft::check_owner(caller.roles(), draft.as_ref())?;
        Ok(draft)
    }

    /// The number of photos that the caller can still send with applications, once there are few: with one left, the next
    /// application is the last one with a new photo.
    pub async fn few_photos_left(&self, caller: &Caller) -> Result<Option<usize>, Fault> {
        let left = photos_left(&self.headshots.own(caller.user.id).await?);
        Ok((left <= 1).then_some(left))
    }

    /// Replaces the caller's draft.
    ///
    /// # Errors
    /// All field errors together, then those of [`draft::save`].
    pub async fn save(&self, caller: &Caller, raw: RawDraft) -> Result<Draft, SaveDraftError> {
        let chosen = raw.headshot_id.clone();
        let (user_id, parsed) = (caller.user.id, DraftContent::parse(raw));
        let content =
            with_chosen_photo(parsed, &*self.headshots, user_id, chosen.as_deref(), unknown_photo())
                .await??;
        let now = self.clock.now();
        let step = Box::new(move |drafter: &DraftContext| draft::save(drafter, content, now));
        self.drafts.save(user_id, step).await
    }

    /// # Errors
    /// Those of [`read`](Self::read).
    pub async fn delete(&self, caller: &Caller) -> Result<(), OwnDraftError> {
        self.read(caller).await?;
        Ok(self.drafts.delete(caller.user.id).await?)
    }
}
