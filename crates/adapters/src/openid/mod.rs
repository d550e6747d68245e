//! OpenID Connect client: metadata and keys of providers, authorization codes and ID tokens. Documents are fetched without
//! redirects, with limits on size and time.

mod documents;
mod id_token;
mod person;
mod providers;
mod published;
mod settings;

pub use documents::{DocumentError, Documents};
pub use providers::OpenIdProviders;
pub use settings::{ClientSecret, Issuer, ProviderSettings};
