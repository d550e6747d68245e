//! Idempotent requests: the recorded response of the first request, which is replayed for repetitions.

use time::{Duration, OffsetDateTime};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedResponse {
    pub status: u16,
    pub body: String,
}

impl RecordedResponse {
    /// How long a recorded response is replayed.
    pub const LIFETIME: Duration = Duration::hours(24);
}

pub type Recorder<T> = Box<dyn FnOnce(&T) -> RecordedResponse + Send>;

/// The idempotency key of a request as received. The act creates a `T`.
pub struct IdempotencyKey<T> {
    /// The caller's key, 1–64 printable characters.
    pub key: String,
    pub fingerprint: [u8; 32],
    pub record: Recorder<T>,
}

impl<T> IdempotencyKey<T> {
    /// The record of a request received at `now`, with its expiry.
    pub fn valid_from(self, now: OffsetDateTime) -> Idempotency<T> {
        let Self { key, fingerprint, record } = self;
        Idempotency { key, fingerprint, expires_at: now + RecordedResponse::LIFETIME, record }
    }
}

/// An idempotency record, stored in the transaction of the act and kept for 24 hours.
pub struct Idempotency<T> {
    /// The caller's key, 1–64 printable characters.
    pub key: String,
    pub fingerprint: [u8; 32],
    pub expires_at: OffsetDateTime,
    pub record: Recorder<T>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyRecord {
    pub key: String,
    pub fingerprint: [u8; 32],
    pub expires_at: OffsetDateTime,
    pub response: RecordedResponse,
}

impl<T> Idempotency<T> {
    pub fn record_of(self, created: &T) -> IdempotencyRecord {
        let Self { key, fingerprint, expires_at, record } = self;
        IdempotencyRecord { key, fingerprint, expires_at, response: record(created) }
    }
}
