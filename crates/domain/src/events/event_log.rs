//! Port for reading what is announced.

use async_trait::async_trait;

use super::act::{Act, Place};
use crate::shared::Fault;

/// Reads the audit log forwards.
#[async_trait]
pub trait EventLog: Send + Sync {
    /// Up to `limit` acts of [`Act::ACTIONS`] after `place`, oldest first. An act that was committed late may appear
    /// before others that were read already.
    async fn after(&self, place: Place, limit: u32) -> Result<Vec<Act>, Fault>;
}
