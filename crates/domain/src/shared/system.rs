//! Ports for what a pure program cannot know: the time and fresh identifiers.

use time::OffsetDateTime;
use uuid::Uuid;

/// The time of the server. Implementations MUST answer in UTC, cut to whole microseconds (what PostgreSQL
/// keeps), so that a value survives storage unchanged.
pub trait Clock: Send + Sync {
    /// The present instant.
    fn now(&self) -> OffsetDateTime;
}

/// Fresh identifiers. Implementations MUST draw from a cryptographic source: some ids stand in public URLs
/// and must not be guessable.
pub trait IdSource: Send + Sync {
    /// An identifier never given before.
    fn new_id(&self) -> Uuid;
}
