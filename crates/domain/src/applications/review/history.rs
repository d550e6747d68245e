use uuid::Uuid;

use crate::accounts::Administrator;
use crate::applications::{ApplicationEvent, Review};
use crate::shared::{Code, PersonName, Refusal};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub event: ApplicationEvent,
    /// The actor's current name; `None` once the account is deleted.
    pub actor: Option<PersonName>,
}

impl Review {
    /// The history of an application, oldest event first. Like reading the application, this is audited before the data
    /// is returned.
    ///
    /// # Errors
    /// `not_found`, `own_application`, `forbidden`.
    pub async fn history(&self, admin: &Administrator, id: Uuid) -> Result<Vec<HistoryEntry>, Refusal> {
        let history = self.store.history(id).await?.ok_or(Code::NotFound)?;
        let is_own = |HistoryEntry { event, .. }: &HistoryEntry| {
            event.from.is_none() && event.actor_id == admin.caller().user.id
        };
        if history.iter().any(is_own) {
            let detail = "You cannot see the history of your own application.";
            return Err(Refusal::new(Code::OwnApplication, detail));
        }
        self.record_read(admin.caller(), id).await?;
        Ok(history)
    }
}
