use crate::accounts::new_user::PendingRegistration;
use crate::accounts::sessions::User;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInRecord {
    User {
        user: Box<User>,
        /// argon2id hash in PHC form; `None` until the owner of a contested address has set a password.
        password_hash: Option<String>,
    },
    /// No user, but an unconfirmed registration (the newest).
    Unverified { registration: Box<PendingRegistration> },
}
