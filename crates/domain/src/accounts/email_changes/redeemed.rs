use super::change::AddressSide;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redeemed {
    Address {
        /// Lets the owner choose the password, where several sign-ups of the address were waiting.
        recovery_token: Option<String>,
    },
    Recovery {
        recovery_token: String,
    },
    EmailChange {
        /// The address whose confirmation is missing; `None` once the address is changed.
        pending: Option<AddressSide>,
    },
    /// The address of an account is put back to an earlier one.
    EmailRestored {
        recovery_token: String,
    },
}
