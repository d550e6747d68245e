//! Checks answers to challenges: codes from authenticator apps (RFC 6238: six digits, a new one every 30 seconds, SHA-1 as
//! the apps expect), passkeys and recovery codes.

use std::sync::Arc;

use time::OffsetDateTime;
use totp_rs::{Algorithm, Builder, Secret, Totp};
use uuid::Uuid;

use super::recovery_codes::position;
use crate::accounts::{
    AccountSecurity, Authenticator, Challenge, ChallengePurpose, Factor, Method, Passkeys, Proof, Secrets,
    SecurityChange,
};
use crate::shared::Code;

#[derive(Clone)]
pub enum FactorAnswer {
    Code {
        factor_id: Uuid,
        code: String,
    },
    /// A passkey credential: the JSON of `PublicKeyCredential.toJSON()`.
    Credential(String),
    RecoveryCode(String),
}

impl FactorAnswer {
    pub(in crate::accounts) const fn refusal(&self) -> Code {
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

pub fn wrong_answer(challenge: &Challenge, answer: &FactorAnswer) -> SecurityChange {
    SecurityChange {
        challenge: Some(challenge.with_wrong_answer()),
        refused: Some(answer.refusal().into()),
        ..SecurityChange::default()
    }
}

#[derive(Clone)]
pub struct FactorVerifier {
    pub secrets: Secrets,
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
        answer: &FactorAnswer,
        enrolling: bool,
        now: OffsetDateTime,
    ) -> Option<(Proof, SecurityChange)> {
        match answer {
            FactorAnswer::Code { factor_id, code } => {
                let factor = account.factor(*factor_id).filter(|factor| enrolling || factor.is_verified())?;
                Some((factor.proof(now), self.totp_used(factor, code, now)?.into()))
            }
            FactorAnswer::Credential(credential) => {
                let factor = self.passkey_used(account, credential, enrolling, now)?;
                Some((factor.proof(now), factor.into()))
            }
            FactorAnswer::RecoveryCode(typed) => {
                let set = account.recovery.as_ref()?;
                let next = set.with_used(position(set.id, typed, &self.secrets)?)?;
                Some((
                    Proof::new(Method::RecoveryCode, now),
                    SecurityChange { recovery: Some(Some(next)), ..SecurityChange::default() },
                ))
            }
        }
    }

    /// The set-up data of an app that shows the codes of this factor with the site's name and this account.
    pub fn enrolment(&self, factor_id: Uuid, account: &str) -> TotpEnrolment {
        totp_enrolment(&self.totp_secret(factor_id), account)
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

/// Seconds for which a code is shown.
const STEP: u64 = 30;
/// Tolerated clock skew of an app, in steps in either direction.
const DRIFT: u64 = 1;

const ISSUER: &str = "Educators Forum";

#[derive(Clone, PartialEq, Eq)]
pub struct TotpEnrolment {
    /// The secret in base32, to be typed.
    pub secret: String,
    /// `otpauth://…`, to be opened in an app.
    pub uri: String,
}

/// With SHA-1 and six digits, because several apps ignore other parameters in the URI.
fn totp(secret: &[u8; 20], account: &str) -> Totp {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(STEP)
        .with_secret(Secret::from(secret.as_slice()))
        .with_issuer(Some(ISSUER))
        // A colon would separate issuer and account.
        .with_account_name(account.replace(':', " "))
        .build()
        .expect("160 bits, six digits and names without a colon satisfy RFC 6238")
}

/// The code for a step, below 1,000,000.
fn totp_code(secret: &[u8; 20], step: u64) -> u32 {
    let token = totp(secret, "code").generate(step.saturating_mul(STEP));
    token.to_string().parse().expect("six digits are a number")
}

fn totp_enrolment(secret: &[u8; 20], account: &str) -> TotpEnrolment {
    let uri = totp(secret, account).to_url().expect("an account name without a colon");
    TotpEnrolment { secret: Secret::from(secret.as_slice()).to_base32(), uri }
}

/// The step of an accepted code: the current one or one before or after it. It must be later than `last`, so that an
/// observed code cannot be replayed. `None` for a wrong code.
fn accepted_step(
    presented: &str,
    code_of: impl Fn(u64) -> u32,
    now: OffsetDateTime,
    last: Option<u64>,
) -> Option<u64> {
    let six_digits = presented.len() == 6 && presented.bytes().all(|byte| byte.is_ascii_digit());
    let presented: u32 = presented.parse().ok().filter(|_| six_digits)?;
    let current = u64::try_from(now.unix_timestamp()).ok()? / STEP;
    let unused = |step: &u64| last.is_none_or(|last| *step > last);
    let mut steps = (current.saturating_sub(DRIFT)..=current + DRIFT).filter(unused);
    steps.find(|step| code_of(*step) == presented)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;

    /// Codes that equal their step.
    fn code(step: u64) -> u32 {
        step as u32
    }

    #[test]
    fn a_code_is_accepted_one_step_early_to_one_step_late_and_once() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::seconds(30 * 100 + 29);
        let table = [
            ("000098", None, None),
            ("000099", None, Some(99)),
            ("000100", None, Some(100)),
            ("000101", None, Some(101)),
            ("000102", None, None),
            ("000100", Some(99), Some(100)),
            ("000100", Some(100), None),
            ("000099", Some(100), None),
            ("000101", Some(100), Some(101)),
            ("100", None, None),
            ("+00100", None, None),
            ("0000100", None, None),
            ("", None, None),
            ("००0100", None, None),
        ];
        for (presented, last, expected) in table {
            assert_eq!(accepted_step(presented, code, now, last), expected, "{presented} after {last:?}");
        }
    }

    #[test]
    fn a_step_lasts_thirty_seconds() {
        for (seconds, step) in [(59, None), (60, Some(3)), (149, Some(3)), (150, None)] {
            let now = OffsetDateTime::UNIX_EPOCH + Duration::seconds(seconds);
            assert_eq!(accepted_step("000003", code, now, None), step, "{seconds}");
        }
        assert_eq!(accepted_step("000000", code, OffsetDateTime::UNIX_EPOCH, None), Some(0));
    }

    const SECRET: &[u8; 20] = b"12345678901234567890";

    /// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
    #[test]
    fn codes_match_the_test_vectors_of_the_standard() {
        let table =
            [(59, 287_082), (1_111_111_109, 81_804), (1_111_111_111, 50_471), (20_000_000_000, 353_130)];
        for (seconds, code) in table {
            assert_eq!(totp_code(SECRET, seconds / STEP), code, "at {seconds}");
        }
    }

    #[test]
    fn an_enrolment_contains_the_secret_the_site_and_the_address() {
        let TotpEnrolment { secret, uri } = totp_enrolment(SECRET, "ana+x@school.example");
        assert_eq!(secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let expected = "otpauth://totp/Educators%20Forum:ana%2Bx%40school.example\
                        ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Educators%20Forum";
        assert_eq!(uri, expected);
        for account in ["a:b@school.example".to_owned(), format!("{}@school.example", "é".repeat(239))] {
            assert!(totp_enrolment(SECRET, &account).uri.starts_with("otpauth://totp/Educators%20Forum:"));
        }
    }
}
