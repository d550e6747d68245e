//! Derivation and signing of links, codes, refresh tokens and access tokens.

mod one_time_token;
mod refresh_token;
mod seal;
mod secret_deriver;
mod token_issuer;

pub use one_time_token::{
    CODE_ATTEMPTS, CODE_LENGTH, CODE_LIFETIME, OneTimeToken, OneTimeTokens, Purpose, SECRET_MAX,
    WRONG_CODE_LIFETIME,
};
pub(crate) use refresh_token::RefreshToken;
pub(crate) use seal::Seal;
pub use secret_deriver::SecretDeriver;
#[cfg(test)]
pub(crate) use secret_deriver::testing;
pub use token_issuer::{AccessClaims, PublishedKey, TokenIssuer, TokenRefused};
