//! The state that rules about factors see, and what they store.

use time::OffsetDateTime;
use uuid::Uuid;

use super::challenge::Challenge;
use super::factor::Factor;
use super::passkeys::PasskeyRecord;
use super::recovery_codes::RecoveryCodes;
use crate::accounts::assurance::Proof;
use crate::accounts::session::User;
use crate::audit::AuditEvent;
use crate::mail::OutgoingMail;
use crate::shared::{Fault, Invalid};

/// The factors of an account, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountFactors {
    /// Their owner.
    pub user: User,
    /// When the password was set; `None` if there is none.
    pub password_set_at: Option<OffsetDateTime>,
    /// All factors, oldest first.
    pub factors: Vec<Factor>,
    /// The recovery codes.
    pub recovery: Option<RecoveryCodes>,
    /// The challenge that is answered.
    pub challenge: Option<Challenge>,
}

impl AccountFactors {
    /// The factors whose enrolment has ended.
    pub fn verified(&self) -> impl Iterator<Item = &Factor> {
        self.factors.iter().filter(|factor| factor.is_verified())
    }

    /// Whether signing in asks for a factor.
    pub fn has_verified(&self) -> bool {
        self.verified().next().is_some()
    }

    /// The verified passkey with this credential id.
    pub fn passkey(&self, credential_id: &[u8]) -> Option<&Factor> {
        let has_id = |record: &PasskeyRecord| record.credential_id == credential_id;
        self.verified().find(|factor| factor.passkey().is_some_and(has_id))
    }

    /// All verified passkeys.
    pub fn passkeys(&self) -> Vec<&PasskeyRecord> {
        self.verified().filter_map(Factor::passkey).collect()
    }

    /// The factor with this id.
    pub fn factor(&self, id: Uuid) -> Option<&Factor> {
        self.factors.iter().find(|factor| factor.id == id)
    }
}

/// Everything that a step stores, in one transaction. The default stores nothing.
#[must_use]
#[derive(Debug, Clone, Default)]
pub struct FactorChange {
    /// Factors that are new or have changed.
    pub put: Vec<Factor>,
    /// Factors to remove.
    pub remove: Vec<Uuid>,
    /// The next recovery codes; the inner `None` removes them, the outer leaves them as they are.
    pub recovery: Option<Option<RecoveryCodes>>,
    /// A challenge that is new or was answered wrongly.
    pub challenge: Option<Challenge>,
    /// A challenge that was answered.
    pub answered: Option<Uuid>,
    /// A session and its proofs from now on.
    pub proofs: Option<(Uuid, Vec<Proof>)>,
    /// A notice to the owner.
    pub mail: Option<OutgoingMail>,
    /// The entry that records the change.
    pub audit: Option<AuditEvent>,
}

impl From<Factor> for FactorChange {
    fn from(factor: Factor) -> Self {
        Self { put: vec![factor], ..Self::default() }
    }
}

/// What a step decides. A refusal stores its change as well: it counts wrong answers.
#[must_use]
#[derive(Debug)]
pub struct Verdict {
    /// What is stored.
    pub change: FactorChange,
    /// What the caller is told.
    pub result: Result<(), FactorRefused>,
}

impl From<FactorChange> for Verdict {
    fn from(change: FactorChange) -> Self {
        Self { change, result: Ok(()) }
    }
}

impl From<FactorRefused> for Verdict {
    fn from(refused: FactorRefused) -> Self {
        Self { change: FactorChange::default(), result: Err(refused) }
    }
}

/// The verdict on a wrong answer to a challenge, which counts it.
pub fn missed(challenge: &Challenge, refused: FactorRefused) -> Verdict {
    let change = FactorChange { challenge: Some(challenge.missed()), ..FactorChange::default() };
    Verdict { change, result: Err(refused) }
}

/// Why a step is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FactorRefused {
    /// The user has no such factor, or the account was deleted.
    #[error("there is no such factor")]
    NotFound,
    /// The account has as many factors as it can have.
    #[error("an account has at most ten factors")]
    TooManyFactors,
    /// The session is not fresh.
    #[error("this needs a password or a factor of the last ten minutes")]
    NotFresh,
    /// The code is wrong or was used before.
    #[error("the code is wrong")]
    CodeInvalid,
    /// The credential answers another ceremony, was not made by a passkey of this account on this site, or its
    /// authenticator has not verified its user; or the passkey belongs to another account.
    #[error("the credential is not valid")]
    CredentialInvalid,
    /// The challenge is unknown, was answered, expired, or was answered wrongly too often.
    #[error("the challenge is over")]
    ChallengeExpired,
    /// The account is disabled.
    #[error("this account is disabled")]
    AccountDisabled,
}

/// Why nothing was done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FactorError {
    /// The rule refused it.
    #[error(transparent)]
    Refused(#[from] FactorRefused),
    /// A field is not valid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}
