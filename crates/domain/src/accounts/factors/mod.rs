//! Second factors: authenticator apps (RFC 6238), passkeys (Web Authentication) and recovery codes. Secrets and codes are
//! derived from the server's secret and the id of a row, so that the database holds neither. `own_factors`,
//! `factor_sign_in` and `passkey_sign_in` use them.

mod account_factors;
mod challenge;
mod factor;
mod factor_store;
mod fresh;
mod passkeys;
mod proof;
mod recovery_codes;
mod totp;

pub use account_factors::{AccountFactors, FactorChange, FactorError, FactorRefused, Verdict, missed};
pub use challenge::{CHALLENGE_LIFETIME, CHALLENGE_TRIES, Challenge, ChallengePurpose, ChallengeTokens};
pub use factor::{Authenticator, FACTOR_NAME_MAX, FACTORS_MAX, Factor, FactorKind};
pub use factor_store::{FactorStep, FactorStore};
pub use fresh::{FRESH_FOR, is_fresh};
pub use passkeys::{Ceremony, CredentialClaim, PasskeyRecord, Passkeys};
pub use proof::{Answer, Answers};
pub use recovery_codes::{RECOVERY_CODES, RecoveryCodes};
pub use totp::{STEP, TotpCodes, TotpEnrolment};
