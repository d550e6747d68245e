//! The history of an application, as administrators read it.

use uuid::Uuid;

use super::review::{ReadError, Review};
use super::transition::ApplicationEvent;
use crate::accounts::Administrator;
use crate::shared::PersonName;

/// An event of the history and who caused it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The event.
    pub event: ApplicationEvent,
    /// The name of the user who caused it, as their profile says now; `None` once the account is deleted.
    pub actor: Option<PersonName>,
}

impl Review {
    /// The history of an application, oldest event first. It is a part of the application, and so reading it is audited
    /// as reading the application is, before the data is returned.
    ///
    /// # Errors
    /// `NotFound` if the id is unknown; faults.
    pub async fn history(&self, admin: &Administrator, id: Uuid) -> Result<Vec<HistoryEntry>, ReadError> {
        let history = self.0.queue.history(id).await?.ok_or(ReadError::NotFound)?;
        self.record_read(admin.caller(), id).await?;
        Ok(history)
    }
}
