//! Second factors: authenticator apps (RFC 6238), passkeys (Web Authentication) and recovery codes. Secrets and codes
//! are derived from the server's secret and a row's id, so that the database contains neither.

mod account_security;
mod challenge;
mod enrol;
mod factor;
mod fresh;
mod own_factors;
mod reauthenticate;
mod recovery_codes;
#[cfg(test)]
pub(crate) mod testing;
mod verifier;
mod verify;

pub use account_security::{AccountSecurity, SecurityChange, SecurityQuery};
pub use challenge::{CHALLENGE_ATTEMPTS, CHALLENGE_LIFETIME, Challenge, ChallengePurpose};
pub(crate) use challenge::{challenge_token, read_challenge_token};
pub use enrol::Enrolment;
pub use factor::{
    Authenticator, Ceremony, CredentialClaim, FACTOR_NAME_MAX, FACTORS_MAX, Factor, FactorKind,
    PasskeyRecord, Passkeys,
};
pub use fresh::{FRESH_FOR, fresh_session};
pub use recovery_codes::{RECOVERY_CODES, RecoveryCodes};
pub use verifier::{FactorAnswer, FactorVerifier, TotpEnrolment, wrong_answer};
pub use verify::{FactorChallenge, VerifiedFactor};
