//! Verifies ID tokens (OpenID Connect Core 1.0, section 3.1.3.7). `jsonwebtoken` verifies the signatures. The rules are
//! stricter than the standard: one audience, a nonce, and a `kid` if the provider has several keys.

use jsonwebtoken::jwk::{Jwk, JwkSet, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation, decode, decode_header};
use serde::Deserialize;
use time::{Duration, OffsetDateTime};

use super::person::{Person, PersonClaims};

/// Accepted algorithms. All use public keys.
const ALGORITHMS: [(Algorithm, KeyAlgorithm); 4] = [
    (Algorithm::RS256, KeyAlgorithm::RS256),
    (Algorithm::PS256, KeyAlgorithm::PS256),
    (Algorithm::ES256, KeyAlgorithm::ES256),
    (Algorithm::EdDSA, KeyAlgorithm::EdDSA),
];
/// Maximum length of a token in bytes. Tokens from large providers have about 2 kB.
const TOKEN_MAX: usize = 16 * 1024;
/// Maximum length of a subject in code points (OpenID Connect Core 1.0, section 2).
const SUBJECT_MAX: usize = 255;
/// Tolerated clock skew.
const SKEW: Duration = Duration::seconds(60);
/// Maximum age of a token. It comes directly from the provider.
const AGE_MAX: Duration = Duration::minutes(10);

/// Why an identity token is refused. Logged for the operator; the client learns only that it was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum IdTokenRefused {
    #[error("it is not an identity token")]
    Malformed,
    #[error("its algorithm is not accepted")]
    Algorithm,
    #[error("its header contains a key or a critical extension")]
    Header,
    #[error("its key is not a key of the provider")]
    UnknownKey,
    #[error("its signature is wrong")]
    Signature,
    #[error("it was issued by another provider")]
    Issuer,
    #[error("its audience is not only this site")]
    Audience,
    #[error("it was issued to another party")]
    AuthorizedParty,
    #[error("it has expired")]
    Expired,
    #[error("it was not issued recently")]
    IssuedAt,
    #[error("the provider named another user")]
    Subject,
    #[error("its nonce does not match")]
    Nonce,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Expected<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub nonce: &'a str,
    pub now: OffsetDateTime,
    /// Whether to accept an email address without the claim `email_verified`.
    pub trust_email: bool,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    aud: Audience,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nbf: Option<i64>,
    nonce: Option<String>,
    #[serde(flatten)]
    person: PersonClaims,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Audience {
    fn single(&self) -> Option<&str> {
        match self {
            Self::One(name) => Some(name),
            Self::Several(names) => match names.as_slice() {
                [name] => Some(name),
                _ => None,
            },
        }
    }
}

/// The claims about the user, if one of these keys signed the token and its other claims are as expected.
pub(super) fn id_token(
    token: &str,
    keys: &JwkSet,
    expected: &Expected<'_>,
) -> Result<Person, IdTokenRefused> {
    if token.len() > TOKEN_MAX {
        return Err(IdTokenRefused::Malformed);
    }
    // The library refuses unknown algorithms, including `none`.
    let header = decode_header(token).map_err(|_| IdTokenRefused::Algorithm)?;
    let key = key_of(&header, keys)?;
    let claims = signed(token, &header, key)?;
    verify_claims(&claims, expected)?;
    Ok(claims.person.person(expected.trust_email))
}

/// Finds the key that the header names. Keys in the header itself are refused.
fn key_of<'a>(header: &Header, keys: &'a JwkSet) -> Result<&'a Jwk, IdTokenRefused> {
    let (_, key_algorithm) = ALGORITHMS
        .into_iter()
        .find(|(accepted, _)| *accepted == header.alg)
        .ok_or(IdTokenRefused::Algorithm)?;
    let contains_key =
        header.jku.is_some() || header.jwk.is_some() || header.x5u.is_some() || header.x5c.is_some();
    if contains_key || header.crit.is_some() || header.typ.as_deref().is_some_and(|typ| typ != "JWT") {
        return Err(IdTokenRefused::Header);
    }
    let signs = |key: &&Jwk| {
        let common = &key.common;
        common.public_key_use.as_ref().is_none_or(|purpose| *purpose == PublicKeyUse::Signature)
            && common.key_algorithm.is_none_or(|algorithm| algorithm == key_algorithm)
    };
    let named = |key: &&Jwk| header.kid.is_none() || key.common.key_id == header.kid;
    let mut matching = keys.keys.iter().filter(signs).filter(named);
    match (matching.next(), matching.next()) {
        (Some(key), None) => Ok(key),
        _ => Err(IdTokenRefused::UnknownKey),
    }
}

fn signed(token: &str, header: &Header, key: &Jwk) -> Result<Claims, IdTokenRefused> {
    let key = DecodingKey::from_jwk(key).map_err(|_| IdTokenRefused::UnknownKey)?;
    // `verify_claims` checks the claims with the site's clock.
    let mut validation = Validation::new(header.alg);
    validation.required_spec_claims.clear();
    (validation.validate_exp, validation.validate_aud) = (false, false);
    let read = decode::<Claims>(token, &key, &validation).map_err(|error| match error.kind() {
        jsonwebtoken::errors::ErrorKind::InvalidSignature => IdTokenRefused::Signature,
        jsonwebtoken::errors::ErrorKind::InvalidAlgorithm => IdTokenRefused::Algorithm,
        _ => IdTokenRefused::Malformed,
    })?;
    Ok(read.claims)
}

fn verify_claims(claims: &Claims, expected: &Expected<'_>) -> Result<(), IdTokenRefused> {
    let moment =
        |seconds| OffsetDateTime::from_unix_timestamp(seconds).map_err(|_| IdTokenRefused::Malformed);
    let (issued, expires) = (moment(claims.iat)?, moment(claims.exp)?);
    let begins = claims.nbf.map(moment).transpose()?;
    let Expected { issuer, client_id, nonce, now, .. } = *expected;
    let subject = claims.person.subject();
    if subject.is_empty() || subject.chars().count() > SUBJECT_MAX {
        return Err(IdTokenRefused::Malformed);
    }
    if claims.iss != issuer {
        return Err(IdTokenRefused::Issuer);
    }
    if claims.aud.single() != Some(client_id) {
        return Err(IdTokenRefused::Audience);
    }
    if claims.azp.as_deref().is_some_and(|party| party != client_id) {
        return Err(IdTokenRefused::AuthorizedParty);
    }
    // The issuer's times may be at the end of the calendar.
    if now - SKEW >= expires {
        return Err(IdTokenRefused::Expired);
    }
    if issued > now + SKEW || issued < now - AGE_MAX || begins.is_some_and(|at| at > now + SKEW) {
        return Err(IdTokenRefused::IssuedAt);
    }
    if claims.nonce.as_deref() != Some(nonce) {
        return Err(IdTokenRefused::Nonce);
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests;
