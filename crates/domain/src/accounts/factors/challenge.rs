//! What somebody has to answer with a factor: to finish signing in, or to use a factor while signed in.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::passkeys::Ceremony;
use crate::accounts::sessions::Method;
use crate::accounts::tokens::SecretDeriver;

pub const CHALLENGE_LIFETIME: Duration = Duration::minutes(5);
/// Wrong answers after which a challenge is over. No setting scales it.
pub const CHALLENGE_TRIES: u32 = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengePurpose {
    SignIn {
        /// The first proof, given when the challenge was made.
        method: Method,
    },
    /// Uses one factor in a session: ends its enrolment, or raises the session's assurance.
    Verify { factor_id: Uuid },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    pub id: Uuid,
    pub user_id: Uuid,
    pub purpose: ChallengePurpose,
    pub created_at: OffsetDateTime,
    pub tries: u32,
    pub ceremony: Option<String>,
}

impl Challenge {
    pub const fn new(id: Uuid, user_id: Uuid, purpose: ChallengePurpose, created_at: OffsetDateTime) -> Self {
        Self { id, user_id, purpose, created_at, tries: 0, ceremony: None }
    }

    /// A challenge that a passkey answers, alone or among other factors.
    pub fn of_passkey(
        ceremony: &Ceremony,
        user_id: Uuid,
        purpose: ChallengePurpose,
        created_at: OffsetDateTime,
    ) -> Self {
        let state = Some(ceremony.state.clone());
        Self { ceremony: state, ..Self::new(ceremony.id, user_id, purpose, created_at) }
    }

    /// Until when it can be answered.
    pub fn expires_at(&self) -> OffsetDateTime {
        self.created_at + CHALLENGE_LIFETIME
    }

    /// Whether it can be answered at `now`.
    pub fn is_open(&self, now: OffsetDateTime) -> bool {
        now < self.expires_at() && self.tries < CHALLENGE_TRIES
    }

    pub fn missed(&self) -> Self {
        Self { tries: self.tries + 1, ..self.clone() }
    }
}

const LABEL: &str = "factor challenge";

/// Writes and reads the tokens of challenges to people who are not signed in.
#[derive(Clone)]
pub struct ChallengeTokens {
    secrets: Arc<dyn SecretDeriver>,
}

impl ChallengeTokens {
    pub fn new(secrets: Arc<dyn SecretDeriver>) -> Self {
        Self { secrets }
    }

    /// `base64url(challenge id ‖ user id ‖ MAC)`.
    pub fn write(&self, challenge: &Challenge) -> String {
        let user_id = challenge.user_id.as_bytes();
        let mac = self.secrets.derive(LABEL, challenge.id, user_id);
        URL_SAFE_NO_PAD.encode([challenge.id.as_bytes(), &user_id[..], &mac].concat())
    }

    /// The ids of challenge and user, if the MAC is right.
    pub fn read(&self, token: &str) -> Option<(Uuid, Uuid)> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (user_id, mac) = rest.split_first_chunk::<16>()?;
        let mac: &[u8; 32] = mac.try_into().ok()?;
        let id = Uuid::from_bytes(*id);
        self.secrets.matches(LABEL, id, user_id, mac).then(|| (id, Uuid::from_bytes(*user_id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_is_open_for_five_minutes_and_five_wrong_answers() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let purpose = ChallengePurpose::SignIn { method: Method::Password };
        let fresh = Challenge::new(Uuid::nil(), Uuid::nil(), purpose, now);
        let missed = |times| (0..times).fold(fresh.clone(), |challenge, _| challenge.missed());
        let moment = Duration::microseconds(1);
        let table = [
            (missed(0), Duration::ZERO, true),
            (missed(4), Duration::ZERO, true),
            (missed(5), Duration::ZERO, false),
            (missed(0), Duration::minutes(5) - moment, true),
            (missed(0), Duration::minutes(5), false),
        ];
        for (challenge, after, expected) in table {
            assert_eq!(challenge.is_open(now + after), expected, "{} tries, {after}", challenge.tries);
        }
    }
}
