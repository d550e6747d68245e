use time::{Duration, OffsetDateTime};

use crate::accounts::factors::CHALLENGE_LIFETIME;
use crate::accounts::sessions::DEVICE_REMEMBERED;
use crate::shared::RecordedResponse;

/// How long a factor may wait for its first use.
const BEGUN_FACTOR: Duration = Duration::days(1);

/// Kinds of rows with limited retention, with the time from which it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExpiringRows {
    /// Unconfirmed sign-ups, from their creation. One whose link still works is kept, because a queued or recent mail
    /// leads to it.
    Registrations,
    /// Sent mails, from when they were sent. Queued ones stay.
    SentMail,
    /// Dead letters, from when they became one.
    FailedMail,
    /// Sessions, from when they were ended or expired.
    Sessions,
    /// Recorded responses, from when they are no longer replayed.
    IdempotencyRecords,
    /// Links and codes of mails, from when they were used or expired.
    Tokens,
    /// Changes of address, from when they ended or their last link expired.
    EmailChanges,
    /// Drafts of applications, from when they were last saved.
    Drafts,
    /// Token buckets of the limits, from when they are full again.
    Buckets,
    /// Flows of signing in, from when they can no longer be finished.
    SignInFlows,
    /// Networks from which an address signed in, from when they are no longer known.
    KnownNetworks,
    /// Challenges to use a factor, from when they were made.
    Challenges,
    /// Factors whose enrolment never ended, from when it began.
    BegunFactors,
}

impl ExpiringRows {
    pub const ALL: [Self; 13] = [
        Self::Registrations,
        Self::SentMail,
        Self::FailedMail,
        Self::Sessions,
        Self::IdempotencyRecords,
        Self::Tokens,
        Self::EmailChanges,
        Self::Drafts,
        Self::Buckets,
        Self::SignInFlows,
        Self::KnownNetworks,
        Self::Challenges,
        Self::BegunFactors,
    ];

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Registrations => "unconfirmed registrations",
            Self::SentMail => "sent mails",
            Self::FailedMail => "failed mails",
            Self::Sessions => "ended sessions",
            Self::IdempotencyRecords => "idempotency records",
            Self::Tokens => "used and expired tokens",
            Self::EmailChanges => "changes of address",
            Self::Drafts => "drafts of applications",
            Self::Buckets => "token buckets that are full",
            Self::SignInFlows => "expired flows of signing in",
            Self::KnownNetworks => "networks no longer known",
            Self::Challenges => "expired challenges",
            Self::BegunFactors => "factors never verified",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// After creation.
    pub registrations: Duration,
    /// After sending.
    pub sent_mail: Duration,
    /// After the last attempt.
    pub failed_mail: Duration,
    /// After ending or expiring.
    pub sessions: Duration,
    /// After creation; at least [`RecordedResponse::LIFETIME`], for which the API promises replays.
    pub idempotency_records: Duration,
    /// After use or expiry; changes of address too.
    pub tokens: Duration,
    /// After they were last saved.
    pub drafts: Duration,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            registrations: Duration::days(7),
            sent_mail: Duration::days(30),
            failed_mail: Duration::days(90),
            // As long as a device is remembered: a sign-in from a known one is no news.
            sessions: DEVICE_REMEMBERED,
            idempotency_records: RecordedResponse::LIFETIME,
            tokens: Duration::days(7),
            drafts: Duration::days(90),
        }
    }
}

impl Retention {
    /// Rows whose time is this or earlier are deleted at `now`.
    #[must_use]
    pub fn cut_off(&self, what: ExpiringRows, now: OffsetDateTime) -> OffsetDateTime {
        match what {
            ExpiringRows::Registrations => now - self.registrations,
            ExpiringRows::SentMail => now - self.sent_mail,
            ExpiringRows::FailedMail => now - self.failed_mail,
            ExpiringRows::Sessions => now - self.sessions,
            // These rows store when their replays end, not when they were written.
            ExpiringRows::IdempotencyRecords => now - (self.idempotency_records - RecordedResponse::LIFETIME),
            // A change is a pair of links with their story.
            ExpiringRows::Tokens | ExpiringRows::EmailChanges => now - self.tokens,
            ExpiringRows::Drafts => now - self.drafts,
            ExpiringRows::Challenges => now - CHALLENGE_LIFETIME,
            ExpiringRows::BegunFactors => now - BEGUN_FACTOR,
            // These rows store when they lose their meaning.
            ExpiringRows::Buckets | ExpiringRows::SignInFlows | ExpiringRows::KnownNetworks => now,
        }
    }
}
