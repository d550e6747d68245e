//! The use cases that open a session, one for each sign-in method.

mod code;
mod code_flow;
mod factor;
mod identity;
mod identity_verifier;
mod open_session;
mod passkey;
mod sessions;

pub use code::{CodeError, SignInCodes};
pub use code_flow::{AuthCodeError, AuthorizationResponse, CallbackError, CodeFlow};
pub use factor::FactorSignIn;
pub use identity::{IdentitySignIn, IdentitySignInError};
pub(crate) use identity_verifier::VerifiedIdentity;
pub use identity_verifier::{IdentityKind, IdentityProof, IdentityVerifier, ProofError};
pub use open_session::{SESSIONS_MAX, open_session};
pub use passkey::PasskeySignIn;
pub use sessions::{
    ACCESS_LIFETIME, FactorRequired, KEY_SET_MAX_AGE, Sessions, SessionsPorts, SignInError, SignInOutcome,
    SignedIn,
};
