//! Challenges to use a factor, either to finish signing in or while signed in.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{Ceremony, Method, Seal, SecretDeriver};

pub const CHALLENGE_LIFETIME: Duration = Duration::minutes(5);
/// Number of wrong answers after which a challenge is closed. No setting scales it.
pub const CHALLENGE_ATTEMPTS: u32 = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengePurpose {
    SignIn {
        /// The method of the first step, at the time of the challenge.
        method: Method,
    },
    /// Uses a factor in a session: completes its enrolment, or raises the session's assurance.
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

    pub fn expires_at(&self) -> OffsetDateTime {
        self.created_at + CHALLENGE_LIFETIME
    }

    pub fn is_open(&self, now: OffsetDateTime) -> bool {
        now < self.expires_at() && self.tries < CHALLENGE_ATTEMPTS
    }

    pub fn with_wrong_answer(&self) -> Self {
        Self { tries: self.tries + 1, ..self.clone() }
    }
}

/// The token of a challenge for a client that is not signed in: `base64url(challenge id ‖ user id ‖ MAC)`.
pub(crate) fn challenge_token(challenge: &Challenge, secrets: &dyn SecretDeriver) -> String {
    seal(secrets).write(challenge.id, challenge.user_id.as_bytes())
}

pub(crate) fn read_challenge_token(token: &str, secrets: &dyn SecretDeriver) -> Option<(Uuid, Uuid)> {
    seal(secrets).read(token).map(|(id, user_id)| (id, Uuid::from_bytes(user_id)))
}

fn seal(secrets: &dyn SecretDeriver) -> Seal<'_> {
    Seal { secrets, label: "factor challenge", context: b"" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_is_open_for_five_minutes_and_five_wrong_answers() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let purpose = ChallengePurpose::SignIn { method: Method::Password };
        let fresh = Challenge::new(Uuid::nil(), Uuid::nil(), purpose, now);
        let after = |times| (0..times).fold(fresh.clone(), |challenge, _| challenge.with_wrong_answer());
        let moment = Duration::microseconds(1);
        let table = [
            (after(0), Duration::ZERO, true),
            (after(4), Duration::ZERO, true),
            (after(5), Duration::ZERO, false),
            (after(0), Duration::minutes(5) - moment, true),
            (after(0), Duration::minutes(5), false),
        ];
        for (challenge, age, expected) in table {
            assert_eq!(challenge.is_open(now + age), expected, "{} tries, {age}", challenge.tries);
        }
    }
}
