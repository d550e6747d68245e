use super::chain::Chain;
use super::signed_message::MessageRefused;
use crate::shared::Fault;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WalletError {
    #[error("wallets of this chain are not set up")]
    Unknown,
    #[error(transparent)]
    Message(#[from] MessageRefused),
    #[error("the signature is not by the account in the message")]
    Signature,
    #[error("wallets of this kind are not supported")]
    Unsupported,
    #[error(transparent)]
    Fault(#[from] Fault),
}

pub trait WalletSignatures: Send + Sync {
    /// The account that signed the message, in canonical spelling, if it is the account that the message names.
    /// `signature` is hexadecimal with `0x` for Ethereum (EIP-191, 65 bytes) and base64url without padding for Solana
    /// (Ed25519, 64 bytes).
    ///
    /// # Errors
    /// `Message` if `address` is malformed, `Signature`, `Unsupported`.
    fn signer(
        &self,
        chain: Chain,
        address: &str,
        message: &str,
        signature: &str,
    ) -> Result<String, WalletError>;
}
