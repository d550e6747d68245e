use std::sync::Arc;

use derive_more::Constructor;

use super::draft::{self, Draft, DraftContent, DraftContext, RawDraft, SaveDraftError};
use super::draft_store::DraftStore;
use crate::accounts::sessions::Caller;
use crate::shared::{Clock, Fault};

#[derive(Constructor)]
pub struct Drafts {
    drafts: Arc<dyn DraftStore>,
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
        let content = DraftContent::parse(raw)?;
        let now = self.clock.now();
        let step = Box::new(move |drafter: &DraftContext| draft::save(drafter, content, now));
        self.drafts.save(caller.user.id, step).await
    }

    pub async fn delete(&self, caller: &Caller) -> Result<(), Fault> {
        self.drafts.delete(caller.user.id).await
    }
}
