//! Identities: accounts of users at OpenID Connect providers, such as their school, and wallets.

mod authorize;
mod flow;
mod identity;
mod own_identities;
mod prove;
mod provider;
mod sign_in_by_identity;
mod wallet_message;

pub use authorize::{AuthorizationResponse, is_code_challenge, s256};
pub use flow::{AUTHORIZATION_LIFETIME, FLOW_LIFETIME, FlowKind, FlowState, SignInFlow};
pub use identity::{Identities, Identity, IdentityStore};
pub use prove::IdentityProof;
pub use provider::{AuthorizationRequest, CodeRedemption, IdentityKind, IdentityProviders, ProvenIdentity};
pub use wallet_message::{Chain, WalletSignatures};
