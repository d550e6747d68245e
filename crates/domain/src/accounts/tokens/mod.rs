//! Derivation and signing of links, codes, refresh tokens and access tokens.

mod access_token;
mod one_time_token;
mod seal;

pub use access_token::{AccessClaims, KEY_SET_MAX_AGE, PublishedKey, TokenIssuer};
pub use one_time_token::{
    CODE_ATTEMPTS, CODE_LENGTH, CODE_LIFETIME, OneTimeToken, OneTimeTokens, Purpose, SECRET_MAX,
    WRONG_CODE_LIFETIME,
};
pub(crate) use seal::Seal;
pub use seal::SecretDeriver;
#[cfg(test)]
pub(crate) use seal::testing;
