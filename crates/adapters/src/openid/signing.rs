//! Keys and tokens for the tests in this folder.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD as BASE64URL};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey};
use serde_json::{Value, json};

/// Private keys (PKCS #8) that only these tests use.
pub(super) const OWN: &str = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/Bw24t4SDnf2TyV40WBF2r7gmKB4EeeVz8531kL9DqGhRANCAASRQvp+7MeXGaY622KDwDhi3d8K6vw/bucI8KbYivB80OfYGoV5/CdvYp129M0ni8wJqcacOs8xejz7EYeL/Ro2";
pub(super) const FOREIGN: &str = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeT3KjoWhfMK1jZYYaowud4rA+8UQ5uwU3ado0o3F74WhRANCAATKGnXvWzZJUq/877MO0iv3uS/lqS0hD3O/X7KCPEJzjKmNkQPBf0TqSbiIbjgKeHE+/KLYETmx5lDjAvb8PGAZ";
const EDWARDS: &str = "MC4CAQAwBQYDK2VwBCIEIBYDC0oACNYweUK3pkE055KDyN94iRxP824nR8hyJ1kw";

pub(super) fn elliptic(key: &str) -> EncodingKey {
    EncodingKey::from_ec_der(&STANDARD.decode(key).expect("base64"))
}

pub(super) fn jwk(key: &EncodingKey, algorithm: Algorithm, kid: &str) -> Value {
    let mut jwk = serde_json::to_value(Jwk::from_encoding_key(key, algorithm).expect("a key")).expect("JSON");
    (jwk["kid"], jwk["use"]) = (json!(kid), json!("sig"));
    jwk
}

pub(super) fn edwards() -> EncodingKey {
    EncodingKey::from_ed_der(&STANDARD.decode(EDWARDS).expect("base64"))
}

pub(super) fn part(value: &Value) -> String {
    BASE64URL.encode(value.to_string())
}

pub(super) fn token(header: &Value, claims: &Value, key: &str) -> String {
    let message = format!("{}.{}", part(header), part(claims));
    let signature = jsonwebtoken::crypto::sign(message.as_bytes(), &elliptic(key), Algorithm::ES256);
    format!("{message}.{}", signature.expect("a signature"))
}
