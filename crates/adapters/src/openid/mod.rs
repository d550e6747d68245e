//! OpenID Connect towards providers: reading what they publish, and checking their identity tokens. Nothing here trusts a
//! provider further than its own accounts: documents are small, fetched without redirects and within seconds.

mod documents;
mod id_token;
mod key_sets;
mod providers;
#[cfg(test)]
mod signing;

pub use documents::{DocumentError, Documents};
pub use providers::{OpenIdProviders, ProviderSettings};
