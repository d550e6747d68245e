//! What redeeming a mailed link or code did.

use super::change::Side;

/// What a link or code did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redeemed {
    /// The address is confirmed.
    Address {
        /// Lets the owner choose the password, where several sign-ups of the address were waiting.
        recovery_token: Option<String>,
    },
    /// The owner may choose a new password.
    Recovery {
        /// The bearer token of the grant.
        recovery_token: String,
    },
    /// One address of a change has confirmed it.
    EmailChange {
        /// The address whose confirmation is missing; `None` once the address is changed.
        pending: Option<Side>,
    },
    /// The address of an account is put back to an earlier one.
    EmailRestored {
        /// The bearer token of the grant to choose a new password.
        recovery_token: String,
    },
}
