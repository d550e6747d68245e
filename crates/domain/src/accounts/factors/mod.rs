//! Second factors: authenticator apps (RFC 6238), passkeys (Web Authentication) and recovery codes, and challenges to use
//! one. Secrets and codes are derived from the server's secret and a row's id, so that the database contains neither.

mod account_security;
mod enrol;
mod own_factors;
mod recovery_codes;
#[cfg(test)]
pub(crate) mod testing;
mod verifier;
mod verify;

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{Method, Proof, Secrets, User};
use crate::shared::{Fault, words};

pub use account_security::{AccountSecurity, SecurityChange, SecurityQuery};
pub use enrol::Enrolment;
pub use recovery_codes::{RECOVERY_CODES, RecoveryCodes};
pub use verifier::{FactorAnswer, FactorVerifier, TotpEnrolment, wrong_answer};
pub use verify::{FactorChallenge, VerifiedFactor};

/// Maximum number of factors per account, including unverified ones.
pub const FACTORS_MAX: usize = 10;
/// Maximum length of a factor's name in code points.
pub const FACTOR_NAME_MAX: usize = 60;

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FactorKind {
        Totp = "totp",
        Passkey = "passkey",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Authenticator {
    /// An authenticator app. Its secret is derived from the factor's id.
    Totp {
        /// The step of the last accepted code. No code is accepted twice (RFC 6238, section 5.2).
        last_step: Option<u64>,
    },
    /// A passkey; `None` until it is created.
    Passkey(Option<PasskeyRecord>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    pub id: Uuid,
    pub user_id: Uuid,
    pub friendly_name: String,
    pub authenticator: Authenticator,
    pub created_at: OffsetDateTime,
    /// When its first use completed the enrolment. Until then it has no effect.
    pub verified_at: Option<OffsetDateTime>,
    pub last_used_at: Option<OffsetDateTime>,
}

impl Factor {
    pub const fn kind(&self) -> FactorKind {
        match self.authenticator {
            Authenticator::Totp { .. } => FactorKind::Totp,
            Authenticator::Passkey(_) => FactorKind::Passkey,
        }
    }

    pub const fn passkey(&self) -> Option<&PasskeyRecord> {
        match &self.authenticator {
            Authenticator::Passkey(record) => record.as_ref(),
            Authenticator::Totp { .. } => None,
        }
    }

    pub const fn is_verified(&self) -> bool {
        self.verified_at.is_some()
    }

    pub const fn proof(&self, now: OffsetDateTime) -> Proof {
        let method = match self.kind() {
            FactorKind::Totp => Method::Totp,
            FactorKind::Passkey => Method::Passkey,
        };
        Proof { method, at: now, factor_id: Some(self.id) }
    }

    /// The factor after a use. Its first use verifies it.
    pub fn used(&self, authenticator: Authenticator, now: OffsetDateTime) -> Self {
        Self {
            authenticator,
            verified_at: self.verified_at.or(Some(now)),
            last_used_at: Some(now),
            ..self.clone()
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ceremony {
    /// The first half of its random challenge.
    pub id: Uuid,
    /// For the browser: `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`.
    pub options: String,
    /// The adapter's private data for verifying the response.
    pub state: String,
}

/// The public half of a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyRecord {
    /// Chosen by the authenticator, unique among all passkeys.
    pub credential_id: Vec<u8>,
    /// The adapter's private data: public key, signature counter and flags.
    pub record: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialClaim {
    pub ceremony_id: Uuid,
    pub credential_id: Vec<u8>,
    /// The owner of the passkey. Browsers send it if the server requested any passkey.
    pub user_id: Option<Uuid>,
}

/// Ceremonies of Web Authentication, level 3. Credentials are the JSON of `PublicKeyCredential.toJSON()`.
pub trait Passkeys: Send + Sync {
    /// Begins the creation of a passkey for this user on an authenticator that holds none of `known`.
    fn creation(&self, user: &User, known: &[&PasskeyRecord]) -> Result<Ceremony, Fault>;

    /// The created passkey. `None` unless the credential answers this ceremony on this site's origin and its
    /// authenticator has verified the user.
    fn created(&self, state: &str, credential: &str) -> Option<PasskeyRecord>;

    /// Requests the use of one of these passkeys, or of any passkey of this site if the list is empty.
    fn request(&self, allowed: &[&PasskeyRecord]) -> Result<Ceremony, Fault>;

    /// Reads a credential without checking it; `None` if it is malformed.
    fn claim(&self, credential: &str) -> Option<CredentialClaim>;

    /// The passkey after its use. `None` unless the credential answers this ceremony on this site's origin, is signed
    /// by this passkey, and its authenticator has verified the user. A signature counter must have grown, because
    /// otherwise the passkey was copied.
    fn used(&self, state: &str, passkey: &PasskeyRecord, credential: &str) -> Option<PasskeyRecord>;
}

pub const CHALLENGE_LIFETIME: Duration = Duration::minutes(5);
/// Number of wrong answers after which a challenge is closed. No setting scales it.
const CHALLENGE_ATTEMPTS: u32 = 5;

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

const CHALLENGE: &str = "factor challenge";

/// The token of a challenge for a client that is not signed in: `base64url(challenge id ‖ user id ‖ MAC)`.
pub(crate) fn challenge_token(challenge: &Challenge, secrets: &Secrets) -> String {
    secrets.seal(CHALLENGE, b"", challenge.id, challenge.user_id.as_bytes())
}

pub(crate) fn read_challenge_token(token: &str, secrets: &Secrets) -> Option<(Uuid, Uuid)> {
    secrets.unseal(CHALLENGE, b"", token).map(|(id, user_id)| (id, Uuid::from_bytes(user_id)))
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
