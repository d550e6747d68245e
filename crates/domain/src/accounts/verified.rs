//! What the use cases return that handle links, codes and requests for mails.

use crate::accounts::email_changes::Side;
use crate::shared::{Fault, Invalid};

/// What a link or code did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verified {
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

/// Why no mail was queued.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResendError {
    /// The address is invalid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// A port failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}
