//! What is stored about an address, for signing in and recovering.

use time::OffsetDateTime;

use super::one_time_token::OneTimeToken;
use super::registration::PendingRegistration;
use super::session::User;

/// What is stored about an address that somebody knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInRecord {
    /// A confirmed user.
    User {
        /// The account.
        user: Box<User>,
        /// argon2id hash in PHC form; `None` until the owner of a contested address has chosen a password.
        password_hash: Option<String>,
        /// When the password was set.
        password_set_at: Option<OffsetDateTime>,
    },
    /// No user, but an unconfirmed registration (the newest).
    Unverified {
        /// With the hash of the password entered in it.
        registration: Box<PendingRegistration>,
    },
}

impl SignInRecord {
    /// Whether the password was set after `token` was issued. Setting a password voids older links and grants.
    pub fn has_newer_password(&self, token: &OneTimeToken) -> bool {
        matches!(self, Self::User { password_set_at: Some(at), .. } if *at > token.created_at)
    }
}
