use time::{Duration, OffsetDateTime};

use crate::accounts::factors::CHALLENGE_LIFETIME;
use crate::accounts::sessions::DEVICE_REMEMBERED;
use crate::applications::VIEWER_LIFETIME;
use crate::idempotency::RecordedResponse;
use crate::shared::words;

/// Retention of unverified factors.
const BEGUN_FACTOR: Duration = Duration::days(1);

words! {
    /// Rows with limited retention. Each variant names the start of its retention.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ExpiringRows {
        /// Creation of a registration. One whose link is live is kept, because a queued or recent mail contains it.
        Registrations = "unconfirmed registrations",
        /// Sending of a mail. Queued mails are kept.
        SentMail = "sent mails",
        /// The last attempt of a dead letter.
        FailedMail = "failed mails",
        /// End or expiry of a session.
        Sessions = "ended sessions",
        /// End of the time for which a recorded response is replayed.
        IdempotentRequests = "idempotent requests",
        /// Use or expiry of a token.
        Tokens = "used and expired tokens",
        /// End of a change of address or expiry of its last link.
        EmailChanges = "changes of address",
        /// Last save of a draft.
        Drafts = "drafts of applications",
        /// Time at which a token bucket is full again.
        Buckets = "full token buckets",
        /// Expiry of a sign-in flow.
        SignInFlows = "expired sign-in flows",
        /// Expiry of a known network for an address.
        KnownNetworks = "expired known networks",
        /// Creation of a challenge.
        Challenges = "expired challenges",
        /// Start of the enrolment of an unverified factor.
        BegunFactors = "factors never verified",
        /// Last announcement of a viewer.
        Viewers = "former viewers of applications",
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
    /// After creation. Never less than [`RecordedResponse::LIFETIME`], for which the API promises replays.
    pub idempotent_requests: Duration,
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
            // Devices are remembered for this time, so that known ones cause no notice.
            sessions: DEVICE_REMEMBERED,
            idempotent_requests: RecordedResponse::LIFETIME,
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
            ExpiringRows::IdempotentRequests => now - (self.idempotent_requests - RecordedResponse::LIFETIME),
            // A change of address is kept as long as its links.
            ExpiringRows::Tokens | ExpiringRows::EmailChanges => now - self.tokens,
            ExpiringRows::Drafts => now - self.drafts,
            ExpiringRows::Challenges => now - CHALLENGE_LIFETIME,
            ExpiringRows::BegunFactors => now - BEGUN_FACTOR,
            ExpiringRows::Viewers => now - VIEWER_LIFETIME,
            // These rows store their expiry.
            ExpiringRows::Buckets | ExpiringRows::SignInFlows | ExpiringRows::KnownNetworks => now,
        }
    }
}
