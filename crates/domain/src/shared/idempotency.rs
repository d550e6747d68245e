//! Requests that may come again: what is kept of the first, so that the second gets the same answer.

use time::{Duration, OffsetDateTime};

/// A stored response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedResponse {
    /// HTTP status.
    pub status: u16,
    /// Body as it was sent.
    pub body: String,
}

impl RecordedResponse {
    /// How long it is replayed for a repeated request (the API contract, "Idempotency").
    pub const LIFETIME: Duration = Duration::hours(24);
}

/// Makes the response that a replay gets.
pub type Recorder<T> = Box<dyn FnOnce(&T) -> RecordedResponse + Send>;

/// A request that may be repeated, as it comes in; `T` is what its act makes.
pub struct IdempotencyKey<T> {
    /// The caller's key, 1–64 printable characters.
    pub key: String,
    /// Hash of what was sent.
    pub fingerprint: [u8; 32],
    /// Makes the response that a replay gets.
    pub record: Recorder<T>,
}

impl<T> IdempotencyKey<T> {
    /// The key with the end of its life, for a request that came at `now`.
    pub fn valid_from(self, now: OffsetDateTime) -> Idempotency<T> {
        let Self { key, fingerprint, record } = self;
        Idempotency { key, fingerprint, expires_at: now + RecordedResponse::LIFETIME, record }
    }
}

/// A retry-safe request: stored in the transaction of the act, kept 24 hours.
pub struct Idempotency<T> {
    /// The caller's key, 1–64 printable characters.
    pub key: String,
    /// Hash of what was sent.
    pub fingerprint: [u8; 32],
    /// When the record may be forgotten.
    pub expires_at: OffsetDateTime,
    /// Makes the response that a replay gets.
    pub record: Recorder<T>,
}
