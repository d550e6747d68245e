//! Wallets: the message that a wallet signs to sign in (ERC-4361), and the port that verifies the signature.

mod chain;
mod signed_message;
mod wallet_signatures;

pub use chain::Chain;
pub use signed_message::{ExpectedMessage, MessageRefused, SignInMessage};
pub use wallet_signatures::{WalletError, WalletSignatures};
