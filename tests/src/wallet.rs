//! Software wallets.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::Signer;
use forum_domain::accounts::Chain;
use serde_json::{Value, json};
use sha3::{Digest, Keccak256};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::harness::ORIGIN;

enum Key {
    Ethereum(k256::ecdsa::SigningKey),
    Solana(ed25519_dalek::SigningKey),
}

pub struct SoftWallet(Key);

impl SoftWallet {
    pub fn ethereum(name: &str) -> Self {
        let key = k256::ecdsa::SigningKey::from_slice(&Keccak256::digest(name)).expect("a key");
        Self(Key::Ethereum(key))
    }

    pub fn solana(name: &str) -> Self {
        Self(Key::Solana(ed25519_dalek::SigningKey::from_bytes(&Keccak256::digest(name).into())))
    }

    pub fn chain(&self) -> Chain {
        match self.0 {
            Key::Ethereum(_) => Chain::Ethereum,
            Key::Solana(_) => Chain::Solana,
        }
    }

    /// The account as wallets report it, in lower case for Ethereum.
    pub fn address(&self) -> String {
        match &self.0 {
            Key::Ethereum(key) => {
                let point = key.verifying_key().to_sec1_point(false);
                hex(&Keccak256::digest(&point.as_bytes()[1..])[12..])
            }
            Key::Solana(key) => bs58::encode(key.verifying_key().as_bytes()).into_string(),
        }
    }

    pub fn message(&self, nonce: &str, at: OffsetDateTime) -> String {
        let (chain, address) = (self.chain(), self.address());
        let (title, id, at) = (chain.title(), chain.id(), at.format(&Rfc3339).expect("a time"));
        let site = ORIGIN.trim_start_matches("https://");
        format!(
            "{site} wants you to sign in with your {title} account:\n{address}\n\nSign in to Educators Forum.\n\n\
             URI: {ORIGIN}\nVersion: 1\nChain ID: {id}\nNonce: {nonce}\nIssued At: {at}"
        )
    }

    pub fn sign(&self, message: &str) -> String {
        match &self.0 {
            Key::Ethereum(key) => {
                let prefixed = format!("\x19Ethereum Signed Message:\n{}{message}", message.len());
                let (signature, id) = key.sign_prehash_recoverable(&Keccak256::digest(prefixed));
                hex(&[&signature.to_bytes()[..], &[id.to_byte() + 27]].concat())
            }
            Key::Solana(key) => URL_SAFE_NO_PAD.encode(key.sign(message.as_bytes()).to_bytes()),
        }
    }

    pub fn request(&self, message: &str) -> Value {
        json!({"chain": self.chain().as_str(), "message": message, "signature": self.sign(message)})
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}
