//! The one error of a port that is nobody's doing: the technology behind it failed.

/// A failure below a port. Rules never produce it; adapters do, and the HTTP layer turns it into 503 or 500.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Passing trouble (connection lost, pool exhausted): the same call may succeed in a moment. HTTP 503.
    #[error("temporarily unavailable: {0}")]
    Unavailable(String),
    /// Something that cannot happen if the program is right. HTTP 500.
    #[error("unexpected failure: {0}")]
    Bug(String),
}
