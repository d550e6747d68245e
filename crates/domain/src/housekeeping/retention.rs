//! Which rows expire, and when.

use time::{Duration, OffsetDateTime};

use crate::shared::RecordedResponse;

/// Rows that are removed after a time, counted from the instant named for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Leftover {
    /// Unconfirmed sign-ups, from their creation. One whose link still works is kept: a queued or recent mail leads
    /// to it.
    Registrations,
    /// Sent mails, from when they were sent. Queued ones and dead letters stay.
    SentMail,
    /// Sessions, from when they were ended or expired.
    Sessions,
    /// Responses kept for repeated requests, from when they are no longer replayed.
    IdempotencyRecords,
    /// Links and codes of mails, from when they were used or expired.
    Tokens,
}

impl Leftover {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Registrations, Self::SentMail, Self::Sessions, Self::IdempotencyRecords, Self::Tokens];

    /// In words, for the log.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Registrations => "unconfirmed registrations",
            Self::SentMail => "sent mails",
            Self::Sessions => "ended sessions",
            Self::IdempotencyRecords => "idempotency records",
            Self::Tokens => "used and expired tokens",
        }
    }
}

/// How long each kind is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Unconfirmed registrations, after they were written.
    pub registrations: Duration,
    /// Mails, after they were sent.
    pub sent_mail: Duration,
    /// Sessions, after they ended.
    pub sessions: Duration,
    /// Idempotency records, after they were written; at least [`RecordedResponse::LIFETIME`], for which the API
    /// promises to replay them.
    pub idempotency_records: Duration,
    /// Tokens, after they were used or ran out.
    pub tokens: Duration,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            registrations: Duration::days(7),
            sent_mail: Duration::days(30),
            sessions: Duration::days(30),
            idempotency_records: RecordedResponse::LIFETIME,
            tokens: Duration::days(7),
        }
    }
}

impl Retention {
    /// Rows whose instant is not later than this are removed at `now`.
    #[must_use]
    pub fn cut_off(&self, what: Leftover, now: OffsetDateTime) -> OffsetDateTime {
        match what {
            Leftover::Registrations => now - self.registrations,
            Leftover::SentMail => now - self.sent_mail,
            Leftover::Sessions => now - self.sessions,
            // Such a row stores when its replays end, not when it was written.
            Leftover::IdempotencyRecords => now - (self.idempotency_records - RecordedResponse::LIFETIME),
            Leftover::Tokens => now - self.tokens,
        }
    }
}
