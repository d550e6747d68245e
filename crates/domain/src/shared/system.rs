//! Ports for what a pure program cannot know or do: the time, waiting, and fresh identifiers.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

/// The time of the server. Implementations MUST answer in UTC, cut to whole microseconds (what PostgreSQL
/// keeps), so that a value survives storage unchanged.
pub trait Clock: Send + Sync {
    /// The present instant.
    fn now(&self) -> OffsetDateTime;
}

/// Waiting. Separate from [`Clock`], which may jump when it is set: a wait lasts exactly as long as requested.
#[async_trait]
pub trait Timer: Send + Sync {
    /// Returns after `duration`.
    async fn sleep(&self, duration: std::time::Duration);
}

/// Fresh identifiers. Implementations MUST draw from a cryptographic source: some ids stand in public URLs
/// and must not be guessable.
pub trait IdSource: Send + Sync {
    /// An identifier never given before.
    fn new_id(&self) -> Uuid;
}
