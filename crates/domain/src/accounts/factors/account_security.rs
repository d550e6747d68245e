//! The security state of an account, read under the lock on its user, and the changes to it. Every act that opens a
//! session, raises its assurance level, or changes factors, recovery codes or identities is one step on this state, so
//! that no decision depends on a stale read.

use time::OffsetDateTime;
use uuid::Uuid;

use super::challenge::Challenge;
use super::factor::Factor;
use super::passkeys::PasskeyRecord;
use super::recovery_codes::RecoveryCodes;
use crate::accounts::identities::Identity;
use crate::accounts::sessions::{Device, EarlierSignIns, Method, Proof, Session, User};
use crate::audit::AuditEvent;
use crate::idempotency::RequestRecord;
use crate::mail::OutgoingMail;
use crate::shared::{Fault, Invalid};

/// The state of an account that decides who may sign in to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSecurity {
    pub user: User,
    /// argon2id hash in PHC form; `None` without a usable password.
    pub password_hash: Option<String>,
    /// All factors, oldest first.
    pub factors: Vec<Factor>,
    pub recovery: Option<RecoveryCodes>,
    /// Oldest first.
    pub identities: Vec<Identity>,
    /// Live sessions, least recently used first.
    pub sessions: Vec<Session>,
    pub challenge: Option<Challenge>,
    /// Earlier sign-ins, to detect a new device; empty unless the query has a device.
    pub earlier: EarlierSignIns,
}

impl AccountSecurity {
    pub fn verified(&self) -> impl Iterator<Item = &Factor> {
        self.factors.iter().filter(|factor| factor.is_verified())
    }

    /// Whether sign-in requires a factor.
    pub fn has_verified(&self) -> bool {
        self.verified().next().is_some()
    }

    pub fn passkey(&self, credential_id: &[u8]) -> Option<&Factor> {
        let has_id = |record: &PasskeyRecord| record.credential_id == credential_id;
        self.verified().find(|factor| factor.passkey().is_some_and(has_id))
    }

    pub fn passkeys(&self) -> Vec<&PasskeyRecord> {
        self.verified().filter_map(Factor::passkey).collect()
    }

    pub fn factor(&self, id: Uuid) -> Option<&Factor> {
        self.factors.iter().find(|factor| factor.id == id)
    }

    /// The session with this id.
    ///
    /// # Errors
    /// `SessionEnded` if it is no longer alive.
    pub fn session(&self, id: Uuid) -> Result<&Session, SecurityRefused> {
        self.sessions.iter().find(|session| session.id == id).ok_or(SecurityRefused::SessionEnded)
    }

    /// Whether the owner could still sign in with a password, a passkey or an identity if these factors and identities
    /// were removed. A mailed code does not count, because it recovers an account. An authenticator app does not count,
    /// because it is only a second factor.
    pub fn can_sign_in_without(&self, removed: &[Uuid]) -> bool {
        let kept = |id: &Uuid| !removed.contains(id);
        self.password_hash.is_some()
            || self.identities.iter().any(|identity| kept(&identity.id))
            || self.verified().any(|factor| factor.passkey().is_some() && kept(&factor.id))
    }

    /// The sessions with a second factor that would have none once these factors are removed.
    pub fn sessions_proved_only_by(&self, removed: &[Uuid]) -> Vec<Uuid> {
        let left: Vec<&Factor> = self.verified().filter(|factor| !removed.contains(&factor.id)).collect();
        let proved = |session: &&Session| {
            let mut second = session.proofs.iter().filter(|proof| proof.method.is_second_factor()).peekable();
            second.peek().is_some() && !second.any(|proof| is_backed_by(proof, &left))
        };
        self.sessions.iter().filter(proved).map(|session| session.id).collect()
    }
}

/// Whether the proof was given with one of these factors.
fn is_backed_by(proof: &Proof, factors: &[&Factor]) -> bool {
    factors.iter().any(|factor| proof.method == Method::RecoveryCode || proof.factor_id == Some(factor.id))
}

/// Everything that a step stores, in one transaction. The default stores nothing.
#[must_use]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SecurityChange {
    pub put: Vec<Factor>,
    pub remove: Vec<Uuid>,
    /// The new recovery codes. The inner `None` removes them; the outer `None` keeps them.
    pub recovery: Option<Option<RecoveryCodes>>,
    pub link: Option<Identity>,
    pub unlink: Vec<Uuid>,
    /// A new challenge, or one with a wrong answer.
    pub challenge: Option<Challenge>,
    /// The challenge that was answered correctly.
    pub answered: Option<Uuid>,
    /// A session and its new proofs.
    pub proofs: Option<(Uuid, Vec<Proof>)>,
    pub end: Vec<Uuid>,
    pub open: Option<Session>,
    pub mails: Vec<OutgoingMail>,
    pub audit: Option<AuditEvent>,
    pub record: Option<RequestRecord>,
}

impl From<Factor> for SecurityChange {
    fn from(factor: Factor) -> Self {
        Self { put: vec![factor], ..Self::default() }
    }
}

/// The decision of a step. A refusal also stores its change, which counts wrong answers.
#[must_use]
#[derive(Debug)]
pub struct SecurityDecision {
    pub change: SecurityChange,
    pub result: Result<(), SecurityError>,
}

impl From<SecurityChange> for SecurityDecision {
    fn from(change: SecurityChange) -> Self {
        Self { change, result: Ok(()) }
    }
}

impl From<SecurityRefused> for SecurityDecision {
    fn from(refused: SecurityRefused) -> Self {
        SecurityError::from(refused).into()
    }
}

impl From<SecurityError> for SecurityDecision {
    fn from(error: SecurityError) -> Self {
        Self { change: SecurityChange::default(), result: Err(error) }
    }
}

impl SecurityDecision {
    /// A decision that stores nothing when it refuses.
    pub fn of(decision: impl FnOnce() -> Result<SecurityChange, SecurityError>) -> Self {
        decision().map_or_else(Self::from, Self::from)
    }
}

/// The decision for a wrong answer to a challenge, which counts it.
pub fn wrong_answer(challenge: &Challenge, refused: SecurityRefused) -> SecurityDecision {
    let change =
        SecurityChange { challenge: Some(challenge.with_wrong_answer()), ..SecurityChange::default() };
    SecurityDecision { change, result: Err(refused.into()) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SecurityRefused {
    #[error("there is no such factor or identity")]
    NotFound,
    #[error("an account has at most ten factors")]
    TooManyFactors,
    #[error("the session was ended")]
    SessionEnded,
    #[error("this needs a session that was proved within the last ten minutes")]
    NotFresh,
    #[error("the account was changed while signing in")]
    Outdated,
    #[error("the code is wrong")]
    CodeInvalid,
    /// The credential belongs to another ceremony, account or site, or its authenticator has not verified the user.
    #[error("the credential is not valid")]
    CredentialInvalid,
    #[error("the challenge has expired")]
    ChallengeExpired,
    #[error("this account is disabled")]
    AccountDisabled,
    #[error("it is linked to another account")]
    IdentityTaken,
    #[error("the account has no other sign-in method")]
    LastSignInMethod,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SecurityError {
    #[error(transparent)]
    Refused(#[from] SecurityRefused),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[derive(Debug, Clone)]
pub struct SecurityQuery {
    /// The current time, which decides which sessions are alive and is stored as the end of those that the step ends.
    pub now: OffsetDateTime,
    pub challenge_id: Option<Uuid>,
    /// The device if the step may open a session. The store then reads the earlier sign-ins from its network.
    pub opens: Option<Device>,
}

impl SecurityQuery {
    pub const fn at(now: OffsetDateTime) -> Self {
        Self { now, challenge_id: None, opens: None }
    }

    pub const fn answering(now: OffsetDateTime, challenge_id: Option<Uuid>) -> Self {
        Self { now, challenge_id, opens: None }
    }
}

#[cfg(test)]
mod tests;
