//! OpenID Connect client: metadata and keys of providers, their codes and identity tokens. Documents are small, and
//! fetched without redirects within seconds.

mod documents;
mod id_token;
mod issuer;
mod person;
mod providers;
mod published;
mod settings;
#[cfg(test)]
mod signing;

pub use documents::{DocumentError, Documents};
pub use issuer::Issuer;
pub use providers::OpenIdProviders;
pub use settings::{ClientSecret, ProviderSettings};
