//! Identities: accounts of users at OpenID Connect providers, such as their school, and wallets.

mod code_challenges;
mod flow;
mod flow_tokens;
mod id_token;
mod identity;
mod identity_provider;
mod identity_store;
pub(crate) mod wallets;

pub use code_challenges::{CodeChallenges, is_code_challenge};
pub use flow::{
    AUTHORIZATION_LIFETIME, FLOW_LIFETIME, FlowError, FlowKind, FlowState, SignInFlow, SignInFlows,
};
pub(crate) use flow_tokens::FlowTokens;
pub use id_token::{IdTokenRefused, ProvenIdentity};
pub use identity::Identity;
pub use identity_provider::{
    AuthorizationRequest, CodeRedemption, IdentityProviders, Provider, ProviderError,
};
pub use identity_store::{IdentityStore, NewIdentityError};
pub use wallets::{Chain, ExpectedMessage, MessageRefused, SignInMessage, WalletError, WalletSignatures};
