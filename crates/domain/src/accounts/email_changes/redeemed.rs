use super::change::AddressSide;
use crate::shared::EmailAddress;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redeemed {
    Address {
        email: EmailAddress,
        /// Lets the owner set the password if several sign-ups with the address were pending.
        recovery_token: Option<String>,
    },
    Recovery {
        recovery_token: String,
    },
    EmailChange {
        /// The address that has not confirmed yet; `None` once the address is changed.
        pending: Option<AddressSide>,
    },
    /// The account got an earlier address back.
    EmailRestored {
        recovery_token: String,
    },
}
