//! OpenID Connect towards providers: reading what they publish, redeeming their codes, and checking their identity tokens. Nothing here trusts a
//! provider further than its own accounts: documents are small, fetched without redirects and within seconds.

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
