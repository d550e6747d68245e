use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD as BASE64URL};
use forum_domain::accounts::ProvenIdentity;
use jsonwebtoken::{EncodingKey, encode};
use serde_json::{Value, json};

use super::*;

/// Private keys (PKCS #8) that only these tests use.
pub(in crate::openid) const OWN: &str = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/Bw24t4SDnf2TyV40WBF2r7gmKB4EeeVz8531kL9DqGhRANCAASRQvp+7MeXGaY622KDwDhi3d8K6vw/bucI8KbYivB80OfYGoV5/CdvYp129M0ni8wJqcacOs8xejz7EYeL/Ro2";
pub(in crate::openid) const FOREIGN: &str = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeT3KjoWhfMK1jZYYaowud4rA+8UQ5uwU3ado0o3F74WhRANCAATKGnXvWzZJUq/877MO0iv3uS/lqS0hD3O/X7KCPEJzjKmNkQPBf0TqSbiIbjgKeHE+/KLYETmx5lDjAvb8PGAZ";
const EDWARDS: &str = "MC4CAQAwBQYDK2VwBCIEIBYDC0oACNYweUK3pkE055KDyN94iRxP824nR8hyJ1kw";

pub(in crate::openid) fn elliptic(key: &str) -> EncodingKey {
    EncodingKey::from_ec_der(&STANDARD.decode(key).expect("base64"))
}

pub(in crate::openid) fn jwk(key: &EncodingKey, algorithm: Algorithm, kid: &str) -> Value {
    let mut jwk = serde_json::to_value(Jwk::from_encoding_key(key, algorithm).expect("a key")).expect("JSON");
    (jwk["kid"], jwk["use"]) = (json!(kid), json!("sig"));
    jwk
}

fn edwards() -> EncodingKey {
    EncodingKey::from_ed_der(&STANDARD.decode(EDWARDS).expect("base64"))
}

fn part(value: &Value) -> String {
    BASE64URL.encode(value.to_string())
}

pub(in crate::openid) fn token(header: &Value, claims: &Value, key: &str) -> String {
    let message = format!("{}.{}", part(header), part(claims));
    let signature = jsonwebtoken::crypto::sign(message.as_bytes(), &elliptic(key), Algorithm::ES256);
    format!("{message}.{}", signature.expect("a signature"))
}

const NOW: i64 = 1_800_000_000;

fn expected() -> Expected<'static> {
    Expected {
        issuer: "https://id.school.example",
        client_id: "forum",
        nonce: "n-0S6_WzA2Mj",
        now: OffsetDateTime::from_unix_timestamp(NOW).expect("a valid timestamp"),
        trust_email: false,
    }
}

fn claims() -> Value {
    json!({
        "iss": "https://id.school.example", "sub": "24400320", "aud": "forum", "nonce": "n-0S6_WzA2Mj",
        "iat": NOW - 5, "exp": NOW + 300, "email": "ana@school.example", "email_verified": true,
        "given_name": "Ana", "family_name": "Li",
    })
}

fn header() -> Value {
    json!({"alg": "ES256", "typ": "JWT", "kid": "own"})
}

fn set(keys: &[Value]) -> JwkSet {
    serde_json::from_value(json!({ "keys": keys })).expect("a set")
}

fn own_keys() -> JwkSet {
    set(&[jwk(&elliptic(OWN), Algorithm::ES256, "own")])
}

fn verified(header: &Value, claims: &Value) -> Result<ProvenIdentity, IdTokenRefused> {
    id_token(&token(header, claims, OWN), &own_keys(), &expected()).map(Person::identity)
}

fn with(mut object: Value, changes: Value) -> Value {
    let Value::Object(changes) = changes else { panic!("an object") };
    for (name, value) in changes {
        match value {
            Value::Null => drop(object.as_object_mut().expect("an object").remove(&name)),
            value => object[name] = value,
        }
    }
    object
}

fn ana() -> ProvenIdentity {
    ProvenIdentity {
        subject: "24400320".to_owned(),
        email: Some("ana@school.example".to_owned()),
        first_name: Some("Ana".to_owned()),
        last_name: Some("Li".to_owned()),
    }
}

#[test]
fn a_valid_token_identifies_its_user() {
    assert_eq!(verified(&header(), &claims()), Ok(ana()));
    for changes in [
        json!({"aud": ["forum"]}),
        json!({"azp": "forum"}),
        json!({"email_verified": "true"}),
        json!({"iat": NOW + 59}),
        json!({"iat": NOW - 600}),
        json!({"exp": NOW - 59}),
        json!({"exp": 253_402_300_799_i64}),
        json!({"nbf": NOW + 59}),
        json!({"sub": "24400320", "unknown": {"any": 1}}),
    ] {
        assert_eq!(verified(&header(), &with(claims(), changes.clone())), Ok(ana()), "{changes}");
    }
    for changes in [json!({"kid": null}), json!({"typ": null})] {
        assert_eq!(verified(&with(header(), changes.clone()), &claims()), Ok(ana()), "{changes}");
    }
}

#[test]
fn a_token_with_wrong_claims_is_refused() {
    let table = [
        (json!({"iss": "https://id.school.example/"}), IdTokenRefused::Issuer),
        (json!({"iss": "https://evil.example"}), IdTokenRefused::Issuer),
        (json!({"aud": "other"}), IdTokenRefused::Audience),
        (json!({"aud": []}), IdTokenRefused::Audience),
        (json!({"aud": ["forum", "other"]}), IdTokenRefused::Audience),
        (json!({"aud": ["other", "forum"], "azp": "forum"}), IdTokenRefused::Audience),
        (json!({"azp": "other"}), IdTokenRefused::AuthorizedParty),
        (json!({"exp": NOW - 60}), IdTokenRefused::Expired),
        (json!({"exp": 0}), IdTokenRefused::Expired),
        (json!({"iat": NOW + 61}), IdTokenRefused::IssuedAt),
        (json!({"iat": NOW - 601}), IdTokenRefused::IssuedAt),
        (json!({"nbf": NOW + 61}), IdTokenRefused::IssuedAt),
        (json!({"nonce": null}), IdTokenRefused::Nonce),
        (json!({"nonce": "another"}), IdTokenRefused::Nonce),
        (json!({"nonce": ""}), IdTokenRefused::Nonce),
        (json!({"sub": ""}), IdTokenRefused::Malformed),
        (json!({"sub": "s".repeat(256)}), IdTokenRefused::Malformed),
        (json!({"exp": i64::MAX}), IdTokenRefused::Malformed),
    ];
    for (changes, refused) in table {
        assert_eq!(verified(&header(), &with(claims(), changes.clone())), Err(refused), "{changes}");
    }
    for name in ["iss", "sub", "aud", "exp", "iat"] {
        let missing = with(claims(), json!({ name: null }));
        assert_eq!(verified(&header(), &missing), Err(IdTokenRefused::Malformed), "{name}");
        let mistyped = with(claims(), json!({ name: {"a": 1} }));
        assert_eq!(verified(&header(), &mistyped), Err(IdTokenRefused::Malformed), "{name}");
    }
}

#[test]
fn a_header_with_keys_or_critical_extensions_is_refused() {
    let own = jwk(&elliptic(OWN), Algorithm::ES256, "own");
    for changes in [
        json!({"jku": "https://evil.example/keys"}),
        json!({"jwk": own}),
        json!({"x5u": "https://evil.example/chain"}),
        json!({"x5c": ["MIIB"]}),
        json!({"crit": ["exp"]}),
        json!({"typ": "at+jwt"}),
        json!({"typ": "logout+jwt"}),
    ] {
        let read = verified(&with(header(), changes.clone()), &claims());
        assert_eq!(read, Err(IdTokenRefused::Header), "{changes}");
    }
}

#[test]
fn only_signatures_by_the_providers_keys_are_accepted() {
    let foreign = token(&header(), &claims(), FOREIGN);
    assert_eq!(id_token(&foreign, &own_keys(), &expected()), Err(IdTokenRefused::Signature));
    let signed = token(&header(), &claims(), OWN);
    let (message, signature) = signed.rsplit_once('.').expect("three parts");
    let (head, _) = message.split_once('.').expect("two parts");
    let other = part(&with(claims(), json!({"sub": "1"})));
    for changed in [format!("{head}.{other}.{signature}"), format!("{message}."), format!("{message}.AAAA")] {
        let read = id_token(&changed, &own_keys(), &expected());
        assert_eq!(read, Err(IdTokenRefused::Signature), "{changed}");
    }

    let own = jwk(&elliptic(OWN), Algorithm::ES256, "own");
    let next = jwk(&elliptic(FOREIGN), Algorithm::ES256, "next");
    let both = set(&[next.clone(), own.clone()]);
    assert_eq!(id_token(&signed, &both, &expected()).map(Person::identity), Ok(ana()));
    let unnamed = token(&with(header(), json!({"kid": null})), &claims(), OWN);
    let unknown = token(&with(header(), json!({"kid": "gone"})), &claims(), OWN);
    let twice = set(&[own.clone(), with(next, json!({"kid": "own"}))]);
    let encrypting = set(&[with(own.clone(), json!({"use": "enc"}))]);
    let elsewhere = set(&[with(own, json!({"alg": "RS256"}))]);
    for (token, keys, what) in [
        (&unnamed, &both, "no kid among several keys"),
        (&unknown, &both, "an unknown kid"),
        (&signed, &set(&[]), "no keys"),
        (&signed, &twice, "two keys with one kid"),
        (&signed, &encrypting, "a key for encryption"),
        (&signed, &elsewhere, "a key of another algorithm"),
    ] {
        assert_eq!(id_token(token, keys, &expected()), Err(IdTokenRefused::UnknownKey), "{what}");
    }
}

#[test]
fn an_algorithm_without_a_public_key_is_refused() {
    let unsigned = format!("{}.{}.", part(&json!({"alg": "none"})), part(&claims()));
    let spelled = format!("{}.{}.", part(&json!({"alg": "NoNe", "kid": "own"})), part(&claims()));
    // The public key, used as a symmetric secret.
    let public = jwk(&elliptic(OWN), Algorithm::ES256, "own").to_string();
    let mut header = Header::new(Algorithm::HS256);
    header.kid = Some("own".to_owned());
    let secret = EncodingKey::from_secret(public.as_bytes());
    let symmetric = encode(&header, &claims(), &secret).expect("a token");
    for token in [unsigned, spelled, symmetric] {
        let read = id_token(&token, &own_keys(), &expected());
        assert_eq!(read, Err(IdTokenRefused::Algorithm), "{token}");
    }
    // An accepted algorithm that does not fit the key.
    let crossed = token(&with(self::header(), json!({"alg": "RS256"})), &claims(), OWN);
    let read = id_token(&crossed, &own_keys(), &expected());
    assert!(matches!(read, Err(IdTokenRefused::UnknownKey | IdTokenRefused::Algorithm)), "{read:?}");
}

#[test]
fn ed25519_keys_are_accepted() {
    let key = edwards();
    let keys = set(&[jwk(&key, Algorithm::EdDSA, "own")]);
    let token = encode(&Header::new(Algorithm::EdDSA), &claims(), &key).expect("a token");
    assert_eq!(id_token(&token, &keys, &expected()).map(Person::identity), Ok(ana()));
}

#[test]
fn malformed_tokens_are_refused() {
    let long = format!("{}.{}.", part(&header()), "A".repeat(TOKEN_MAX));
    for text in ["", ".", "..", "a.b.c", "e30.e30.e30", "e30.e30", "e30.e30.e30.e30.e30", &long] {
        assert!(id_token(text, &own_keys(), &expected()).is_err(), "{text}");
    }
    assert_eq!(id_token(&long, &own_keys(), &expected()), Err(IdTokenRefused::Malformed));
}
