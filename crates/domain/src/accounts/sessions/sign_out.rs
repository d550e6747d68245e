use uuid::Uuid;

use crate::accounts::{Session, SessionSort, Sessions};
use crate::shared::{Code, Fault, Listing, PageRequest, Refusal};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SessionScope {
    #[default]
    Global,
    Local,
    Others,
}

impl Sessions {
    /// The user's live sessions.
    pub async fn list(
        &self,
        user_id: Uuid,
        page: PageRequest<SessionSort>,
    ) -> Result<Listing<Session>, Fault> {
        self.store.list(user_id, self.acts.now(), page).await
    }

    /// Succeeds for sessions that have ended already.
    pub async fn end_sessions(&self, user_id: Uuid, current: Uuid, scope: SessionScope) -> Result<(), Fault> {
        self.store.end_sessions(user_id, current, scope, self.acts.now()).await
    }

    /// Ends the current or another session of the user. Succeeds for an ended session.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn end_session(&self, user_id: Uuid, id: Uuid) -> Result<(), Refusal> {
        let found = self.store.end_session(user_id, id, self.acts.now()).await?;
        if found { Ok(()) } else { Err(Code::NotFound.into()) }
    }
}
