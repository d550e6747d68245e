//! Idempotent requests: what is kept of the first request, so that a repetition gets the same response.

use time::{Duration, OffsetDateTime};

/// A recorded response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedResponse {
    /// HTTP status.
    pub status: u16,
    /// Response body.
    pub body: String,
}

impl RecordedResponse {
    /// How long it is replayed (the API contract, "Idempotency").
    pub const LIFETIME: Duration = Duration::hours(24);
}

/// Creates the response that a replay gets.
pub type Recorder<T> = Box<dyn FnOnce(&T) -> RecordedResponse + Send>;

/// The idempotency key of a request as received; `T` is what the action creates.
pub struct IdempotencyKey<T> {
    /// The caller's key, 1–64 printable characters.
    pub key: String,
    /// Hash of the request.
    pub fingerprint: [u8; 32],
    /// Creates the response that a replay gets.
    pub record: Recorder<T>,
}

impl<T> IdempotencyKey<T> {
    /// The record of a request received at `now`, with its expiry.
    pub fn valid_from(self, now: OffsetDateTime) -> Idempotency<T> {
        let Self { key, fingerprint, record } = self;
        Idempotency { key, fingerprint, expires_at: now + RecordedResponse::LIFETIME, record }
    }
}

/// An idempotency record: stored in the transaction of the action, kept 24 hours.
pub struct Idempotency<T> {
    /// The caller's key, 1–64 printable characters.
    pub key: String,
    /// Hash of the request.
    pub fingerprint: [u8; 32],
    /// When the record may be deleted.
    pub expires_at: OffsetDateTime,
    /// Creates the response that a replay gets.
    pub record: Recorder<T>,
}

/// A response to store, with what identifies its request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// The caller's key.
    pub key: String,
    /// Hash of the request.
    pub fingerprint: [u8; 32],
    /// When the record may be deleted.
    pub expires_at: OffsetDateTime,
    /// What a replay gets.
    pub response: RecordedResponse,
}

impl<T> Idempotency<T> {
    /// The record to store with what the action created.
    pub fn record_of(self, created: &T) -> IdempotencyRecord {
        let Self { key, fingerprint, expires_at, record } = self;
        IdempotencyRecord { key, fingerprint, expires_at, response: record(created) }
    }
}
