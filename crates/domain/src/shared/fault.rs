//! The error that a port returns when its adapter fails.

/// A failure below a port. Only adapters produce it, never rules; the HTTP layer turns it into 503 or 500.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Transient failure (connection lost, pool exhausted): the same call may succeed shortly. HTTP 503.
    #[error("temporarily unavailable: {0}")]
    Unavailable(String),
    /// Too many callers already wait for a scarce resource (password hashing, images, archives). HTTP 503 `busy`.
    #[error("too many requests of this kind at once")]
    Busy,
    /// A concurrent request with the same idempotency key was faster, whose response is replayed
    /// (`Key::once` of the HTTP layer).
    #[error("this request was repeated concurrently")]
    Repeated,
    /// Only a bug can cause it. HTTP 500.
    #[error("unexpected failure: {0}")]
    Bug(String),
}
