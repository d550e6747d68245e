//! One's own factors: setting them up, using, renaming and removing them, and proving again who one is.

mod enrolment;
mod proving;
mod service;

pub use enrolment::{Enrolment, FactorChallenge, VerifiedFactor};
pub use proving::ReauthenticateError;
pub use service::OwnFactors;
