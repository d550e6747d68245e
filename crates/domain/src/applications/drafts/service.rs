use std::sync::Arc;

use derive_more::Constructor;

use super::draft::{self, Draft, DraftContent, DraftContext, RawDraft, SaveDraftError, unknown_photo};
use super::draft_store::DraftStore;
use crate::accounts::sessions::Caller;
use crate::headshots::{HeadshotStore, with_chosen_photo};
use crate::shared::{Clock, Fault};

#[derive(Constructor)]
pub struct Drafts {
    drafts: Arc<dyn DraftStore>,
    headshots: Arc<dyn HeadshotStore>,
    clock: Arc<dyn Clock>,
}

impl Drafts {
    pub async fn read(&self, caller: &Caller) -> Result<Option<Draft>, Fault> {
        self.drafts.find(caller.user.id).await
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

    pub async fn delete(&self, caller: &Caller) -> Result<(), Fault> {
        self.drafts.delete(caller.user.id).await
    }
}
