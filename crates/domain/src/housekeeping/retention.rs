use time::{Duration, OffsetDateTime};

use crate::accounts::factors::CHALLENGE_LIFETIME;
use crate::accounts::sessions::DEVICE_REMEMBERED;
use crate::shared::{RecordedResponse, words};

/// How long a factor may wait for its first use.
const BEGUN_FACTOR: Duration = Duration::days(1);

words! {
    /// Kinds of rows with limited retention, with the time from which it counts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ExpiringRows {
        /// Unconfirmed sign-ups, from their creation. One whose link still works is kept, because a queued or recent mail
        /// leads to it.
        Registrations = "unconfirmed registrations",
        /// Sent mails, from when they were sent. Queued ones stay.
        SentMail = "sent mails",
        /// Dead letters, from when they became one.
        FailedMail = "failed mails",
        /// Sessions, from when they were ended or expired.
        Sessions = "ended sessions",
        /// Recorded responses, from when they are no longer replayed.
        IdempotencyRecords = "idempotency records",
        /// Links and codes of mails, from when they were used or expired.
        Tokens = "used and expired tokens",
        /// Changes of address, from when they ended or their last link expired.
        EmailChanges = "changes of address",
        /// Drafts of applications, from when they were last saved.
        Drafts = "drafts of applications",
        /// Token buckets of the limits, from when they are full again.
        Buckets = "token buckets that are full",
        /// Flows of signing in, from when they can no longer be finished.
        SignInFlows = "expired flows of signing in",
        /// Networks from which an address signed in, from when they are no longer known.
        KnownNetworks = "networks no longer known",
        /// Challenges to use a factor, from when they were made.
        Challenges = "expired challenges",
        /// Factors whose enrolment never ended, from when it began.
        BegunFactors = "factors never verified",
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
