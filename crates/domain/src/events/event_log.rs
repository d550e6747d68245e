use async_trait::async_trait;

use super::logged_action::{LogPosition, LoggedAction};
use crate::shared::Fault;

/// Reads the audit log in chronological order.
#[async_trait]
pub trait EventLog: Send + Sync {
    /// Up to `limit` acts in [`LoggedAction::ACTIONS`] after `position`, oldest first. An act that was committed late
    /// may appear before acts that were read already.
    async fn after(&self, position: LogPosition, limit: u32) -> Result<Vec<LoggedAction>, Fault>;
}
