use std::sync::Arc;

use time::OffsetDateTime;
use uuid::Uuid;

use super::account_security::{AccountSecurity, SecurityChange};
use super::challenge::{Challenge, ChallengePurpose};
use super::factor::{Authenticator, Factor, Passkeys};
use super::recovery_codes::{position, recovery_codes};
use super::totp::{TotpEnrolment, accepted_step, totp_code, totp_enrolment};
use crate::accounts::sessions::{Method, Proof};
use crate::accounts::tokens::SecretDeriver;
use crate::shared::Code;

#[derive(Clone)]
pub enum FactorResponse {
    Code {
        factor_id: Uuid,
        code: String,
    },
    /// A passkey credential: the JSON of `PublicKeyCredential.toJSON()`.
    Credential(String),
    RecoveryCode(String),
}

impl FactorResponse {
    pub(super) const fn refusal(&self) -> Code {
        match self {
            Self::Credential(_) => Code::CredentialInvalid,
            Self::Code { .. } | Self::RecoveryCode(_) => Code::CodeInvalid,
        }
    }

    /// Whether the response is short enough to be guessed, so that attempts must be counted.
    pub const fn can_be_guessed(&self) -> bool {
        !matches!(self, Self::Credential(_))
    }
}

const TOTP_SECRET: &str = "totp secret";

/// Counts a wrong answer to a challenge.
pub fn wrong_answer(challenge: &Challenge, answer: &FactorResponse) -> SecurityChange {
    SecurityChange {
        challenge: Some(challenge.with_wrong_answer()),
        refused: Some(answer.refusal().into()),
        ..SecurityChange::default()
    }
}

#[derive(Clone)]
pub struct FactorVerifier {
    pub secrets: Arc<dyn SecretDeriver>,
    pub passkeys: Arc<dyn Passkeys>,
}

impl FactorVerifier {
    /// The secret of an authenticator app: 160 bits, as RFC 4226 recommends.
    fn totp_secret(&self, factor_id: Uuid) -> [u8; 20] {
        let derived = self.secrets.derive(TOTP_SECRET, factor_id, b"");
        std::array::from_fn(|index| derived[index])
    }

    /// The proof for a correct response, and the change to store; `None` for a wrong one. An unverified factor is
    /// accepted only with `enrolling`.
    pub fn verify(
        &self,
        account: &AccountSecurity,
        answer: &FactorResponse,
        enrolling: bool,
        now: OffsetDateTime,
    ) -> Option<(Proof, SecurityChange)> {
        match answer {
            FactorResponse::Code { factor_id, code } => {
                let factor = account.factor(*factor_id).filter(|factor| enrolling || factor.is_verified())?;
                Some((factor.proof(now), self.totp_used(factor, code, now)?.into()))
            }
            FactorResponse::Credential(credential) => {
                let factor = self.passkey_used(account, credential, enrolling, now)?;
                Some((factor.proof(now), factor.into()))
            }
            FactorResponse::RecoveryCode(typed) => {
                let set = account.recovery.as_ref()?;
                let next = set.with_used(position(set.id, typed, &*self.secrets)?)?;
                Some((
                    Proof::new(Method::RecoveryCode, now),
                    SecurityChange { recovery: Some(Some(next)), ..SecurityChange::default() },
                ))
            }
        }
    }

    pub fn enrolment(&self, factor_id: Uuid, account: &str) -> TotpEnrolment {
        totp_enrolment(&self.totp_secret(factor_id), account)
    }

    pub fn recovery_codes(&self, set_id: Uuid) -> Vec<String> {
        recovery_codes(set_id, &*self.secrets)
    }

    fn totp_used(&self, factor: &Factor, code: &str, now: OffsetDateTime) -> Option<Factor> {
        let Authenticator::Totp { last_step } = factor.authenticator else { return None };
        let secret = self.totp_secret(factor.id);
        let bare: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let step = accepted_step(&bare, |step| totp_code(&secret, step), now, last_step)?;
        Some(factor.used(Authenticator::Totp { last_step: Some(step) }, now))
    }

    /// The passkey that answers the account's challenge, after its use or creation.
    fn passkey_used(
        &self,
        account: &AccountSecurity,
        credential: &str,
        enrolling: bool,
        now: OffsetDateTime,
    ) -> Option<Factor> {
        let challenge = account.challenge.as_ref()?;
        let state = challenge.ceremony.as_deref()?;
        let factor = match challenge.purpose {
            ChallengePurpose::Verify { factor_id } => account.factor(factor_id)?,
            ChallengePurpose::SignIn { .. } => {
                account.passkey(&self.passkeys.claim(credential)?.credential_id)?
            }
        };
        let record = match factor.passkey() {
            Some(passkey) => self.passkeys.used(state, passkey, credential)?,
            None if enrolling => self.passkeys.created(state, credential)?,
            None => return None,
        };
        Some(factor.used(Authenticator::Passkey(Some(record)), now))
    }
}
