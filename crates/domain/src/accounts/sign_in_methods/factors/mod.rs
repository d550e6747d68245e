//! The caller's own factors: enrolling, using, renaming and removing them, and re-authentication.

mod enrolment;
mod proving;
mod service;

pub use enrolment::{Enrolment, FactorChallenge, VerifiedFactor};
pub use proving::ReauthenticateError;
pub use service::OwnFactors;
