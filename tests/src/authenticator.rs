//! A software authenticator. It does what a browser and a security key do in a Web Authentication ceremony (level 3,
//! sections 6.1 and 6.5.4), or deviates from that in one point.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::builders::id;
use crate::harness::ORIGIN;

/// Flags of authenticator data: user present, user verified, attested credential data included.
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const NEW_KEY: u8 = 0x40;

/// The behaviour of a browser and its authenticator. The default follows the specification.
#[derive(Debug, Clone)]
pub struct Conduct {
    pub origin: String,
    /// Replaces the challenge in the options.
    pub challenge: Option<String>,
    /// Replaces the ceremony type.
    pub kind: Option<&'static str>,
    /// Replaces the site in the options.
    pub site: Option<&'static str>,
    /// Whether the authenticator verifies its user.
    pub verifies: bool,
    /// Whether the page is embedded in another site.
    pub framed: bool,
    /// Whether the response includes the user handle.
    pub with_user_handle: bool,
    /// Whether the signature is over something else.
    pub forged: bool,
}

impl Default for Conduct {
    fn default() -> Self {
        Self {
            origin: ORIGIN.to_owned(),
            challenge: None,
            kind: None,
            site: None,
            verifies: true,
            framed: false,
            with_user_handle: true,
            forged: false,
        }
    }
}

#[derive(Clone)]
pub struct SoftPasskey {
    key: SigningKey,
    pub id: Vec<u8>,
    /// The signature counter; always 0 if the authenticator does not count.
    pub counter: u32,
    pub counts: bool,
    pub user: String,
}

fn text<'a>(options: &'a Value, pointer: &str) -> &'a str {
    options.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("{pointer} in {options}"))
}

fn client_data(options: &Value, kind: &str, conduct: &Conduct) -> Vec<u8> {
    let challenge = conduct.challenge.as_deref().unwrap_or_else(|| text(options, "/challenge"));
    let data = json!({
        "type": conduct.kind.unwrap_or(kind),
        "challenge": challenge,
        "origin": conduct.origin,
        "crossOrigin": conduct.framed,
    });
    data.to_string().into_bytes()
}

impl SoftPasskey {
    /// Creates a passkey for `PublicKeyCredentialCreationOptionsJSON`; returns the JSON of its credential as well.
    pub fn create(options: &Value, conduct: &Conduct) -> (Self, Value) {
        let secret = [id().into_bytes(), id().into_bytes()].concat();
        let passkey = Self {
            key: SigningKey::from_slice(&secret).expect("a valid 32-byte key"),
            id: id().as_bytes().to_vec(),
            counter: 0,
            counts: true,
            user: text(options, "/user/id").to_owned(),
        };
        let credential = passkey.creation(options, conduct);
        (passkey, credential)
    }

    pub fn creation(&self, options: &Value, conduct: &Conduct) -> Value {
        let authenticator_data = self.authenticator_data(text(options, "/rp/id"), NEW_KEY, conduct);
        let length = u8::try_from(authenticator_data.len()).expect("shorter than 256 bytes");
        let attestation: Vec<u8> = [
            // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
            &[0xA3, 0x63][..],
            b"fmt",
            &[0x64],
            b"none",
            &[0x67],
            b"attStmt",
            &[0xA0, 0x68],
            b"authData",
            &[0x58, length],
            &authenticator_data,
        ]
        .concat();
        self.credential(&json!({
            "clientDataJSON": BASE64URL.encode(client_data(options, "webauthn.create", conduct)),
            "attestationObject": BASE64URL.encode(attestation),
            "transports": ["internal"],
        }))
    }

    /// Answers `PublicKeyCredentialRequestOptionsJSON` with the JSON of a credential.
    pub fn answer(&mut self, options: &Value, conduct: &Conduct) -> Value {
        self.counter += u32::from(self.counts);
        let authenticator_data = self.authenticator_data(text(options, "/rpId"), 0, conduct);
        let client_data = client_data(options, "webauthn.get", conduct);
        let signed = if conduct.forged { b"something else".as_slice() } else { &client_data };
        let message = [&authenticator_data[..], &Sha256::digest(signed)].concat();
        let signature: Signature = self.key.sign(&message);
        let mut response = json!({
            "clientDataJSON": BASE64URL.encode(&client_data),
            "authenticatorData": BASE64URL.encode(&authenticator_data),
            "signature": BASE64URL.encode(signature.to_der()),
        });
        if conduct.with_user_handle {
            response["userHandle"] = json!(self.user);
        }
        self.credential(&response)
    }

    fn credential(&self, response: &Value) -> Value {
        let id = BASE64URL.encode(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "response": response,
            "clientExtensionResults": {}, "authenticatorAttachment": "platform",
        })
    }

    fn authenticator_data(&self, site: &str, flags: u8, conduct: &Conduct) -> Vec<u8> {
        let site = Sha256::digest(conduct.site.unwrap_or(site));
        let flags = flags | PRESENT | if conduct.verifies { VERIFIED } else { 0 };
        let mut data = [&site[..], &[flags], &self.counter.to_be_bytes()].concat();
        if flags & NEW_KEY != 0 {
            let point = self.key.verifying_key().to_sec1_point(false);
            let length = u16::try_from(self.id.len()).expect("a short id").to_be_bytes();
            data.extend([&[0; 16][..], &length, &self.id].concat());
            // {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: ES256 (RFC 9053).
            data.extend([0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
            data.extend(point.x().expect("a point"));
            data.extend([0x22, 0x58, 0x20]);
            data.extend(point.y().expect("a point"));
        }
        data
    }
}
