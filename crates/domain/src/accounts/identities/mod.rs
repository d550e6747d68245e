//! Identities: accounts that people have with providers of OpenID Connect, such as their school's.

mod id_token;
mod identity_provider;

pub use id_token::{IdTokenRefused, ProvenIdentity};
pub use identity_provider::{IdentityProviders, Provider, ProviderError};
