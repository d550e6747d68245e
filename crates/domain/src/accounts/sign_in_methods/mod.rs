//! The caller's own sign-in methods: enrolling and removing factors, linking and unlinking identities.

mod factors;
mod identities;

pub use factors::{Enrolment, FactorChallenge, OwnFactors, ReauthenticateError, VerifiedFactor};
pub use identities::{LinkIdentityError, OwnIdentities};
