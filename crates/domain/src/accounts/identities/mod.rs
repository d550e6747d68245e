//! Identities: accounts that people have with providers of OpenID Connect, such as their school's.

mod id_token;
mod identity;
mod identity_provider;
mod identity_store;

pub use id_token::{IdTokenRefused, ProvenIdentity};
pub use identity::{
    AccountIdentities, Identity, IdentityChange, IdentityError, IdentityRefused, check_unlink,
};
pub use identity_provider::{IdentityProviders, Provider, ProviderError};
pub use identity_store::{IdentityStep, IdentityStore, NewIdentityError};
