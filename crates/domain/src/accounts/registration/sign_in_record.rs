//! What is stored about an address, for signing in and recovering.

use crate::accounts::new_user::PendingRegistration;
use crate::accounts::sessions::User;

/// What is stored about an address that somebody knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInRecord {
    /// A confirmed user.
    User {
        /// The account.
        user: Box<User>,
        /// argon2id hash in PHC form; `None` until the owner of a contested address has chosen a password.
        password_hash: Option<String>,
    },
    /// No user, but an unconfirmed registration (the newest).
    Unverified {
        /// With the hash of the password entered in it.
        registration: Box<PendingRegistration>,
    },
}
