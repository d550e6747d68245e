use async_trait::async_trait;

use super::logged_action::{LogPosition, LoggedAction};
use crate::shared::Fault;

/// Reads the audit log forwards.
#[async_trait]
pub trait EventLog: Send + Sync {
    /// Up to `limit` acts of [`LoggedAction::ACTIONS`] after `place`, oldest first. An act that was committed late may appear
    /// before others that were read already.
    async fn after(&self, place: LogPosition, limit: u32) -> Result<Vec<LoggedAction>, Fault>;
}
