//! `DraftStore` in memory.

use async_trait::async_trait;
use forum_domain::applications::{
    Draft, DraftContent, DraftContext, DraftStore, SaveDraftError, SaveDraftStep,
};
use forum_domain::shared::Fault;
use uuid::Uuid;

use crate::memory::database::MemoryDatabase;
use crate::memory::seeded_bugs::SeededBug;
use crate::memory::state::{State, exists};

/// The draft of a user, without a photo that is no longer stored.
pub(crate) fn of_user(state: &State, user_id: Uuid) -> Option<Draft> {
    let draft = state.drafts.get(&user_id)?.clone();
    let stored = |id: &Uuid| state.stored_headshots(user_id).iter().any(|row| row.id == *id);
    let headshot_id = draft.content.headshot_id.filter(stored);
    Some(Draft { content: DraftContent { headshot_id, ..draft.content }, ..draft })
}

#[async_trait]
impl DraftStore for MemoryDatabase {
    async fn find(&self, user_id: Uuid) -> Result<Option<Draft>, Fault> {
        self.read(|state| of_user(state, user_id))
    }

    async fn save(&self, user_id: Uuid, step: SaveDraftStep) -> Result<Draft, SaveDraftError> {
        self.write(|state| {
            let applicant = state.applicant(user_id).ok_or(SaveDraftError::UnknownUser)?;
            let pending = applicant.pending.filter(|_| !state.has(SeededBug::SubmissionOverlooked));
            let photos = state.stored_headshots(user_id).into_iter().map(|row| row.id).collect();
            let draft = step(&DraftContext { roles: applicant.roles, pending, photos })?;
            exists("photo", draft.content.headshot_id.is_none_or(|id| state.headshots.contains_key(&id)))?;
            state.drafts.insert(user_id, draft.clone());
            Ok(draft)
        })
    }

    async fn delete(&self, user_id: Uuid) -> Result<(), Fault> {
        self.write(|state| {
            state.drafts.remove(&user_id);
            Ok(())
        })
    }
}
