//! Second factors: authenticator apps (RFC 6238), passkeys (Web Authentication) and recovery codes. Secrets and codes
//! are derived from the server's secret and a row's id, so that the database contains neither. The use cases are in
//! `sign_in` and `sign_in_methods`.

mod account_security;
mod account_security_store;
mod challenge;
mod factor;
mod fresh;
mod passkeys;
mod recovery_codes;
#[cfg(test)]
pub(crate) mod testing;
mod totp;
mod verifier;

pub use account_security::{
    AccountSecurity, SecurityChange, SecurityDecision, SecurityError, SecurityQuery, SecurityRefused,
    wrong_answer,
};
pub use account_security_store::{AccountSecurityStore, SecurityStep};
pub use challenge::{CHALLENGE_ATTEMPTS, CHALLENGE_LIFETIME, Challenge, ChallengePurpose, ChallengeTokens};
pub use factor::{Authenticator, FACTOR_NAME_MAX, FACTORS_MAX, Factor, FactorKind};
pub use fresh::{FRESH_FOR, fresh_session, when_fresh};
pub use passkeys::{Ceremony, CredentialClaim, PasskeyRecord, Passkeys};
pub use recovery_codes::{RECOVERY_CODES, RecoveryCodes};
pub use totp::{STEP, TotpCodes, TotpEnrolment};
pub use verifier::{FactorResponse, FactorVerifier};
