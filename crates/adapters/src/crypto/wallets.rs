//! Wallet signatures: secp256k1 with recovery for Ethereum (EIP-191, EIP-55), Ed25519 for Solana.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek as ed25519;
use forum_domain::accounts::{Chain, WalletSignatures};
use forum_domain::shared::Code;
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use sha3::{Digest, Keccak256};

/// [`WalletSignatures`] for accounts with a key. Contracts have none.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeySignatures;

impl WalletSignatures for KeySignatures {
    fn signer(&self, chain: Chain, address: &str, message: &str, signature: &str) -> Result<String, Code> {
        match chain {
            Chain::Ethereum => ethereum(address, message, signature),
            Chain::Solana => solana(address, message, signature),
        }
    }
}

fn ethereum(address: &str, message: &str, signature: &str) -> Result<String, Code> {
    let account = parse_account(address).ok_or(Code::MessageInvalid)?;
    let bytes = signature.strip_prefix("0x").and_then(parse_hex).ok_or(Code::SignatureInvalid)?;
    // Signatures by contracts (ERC-1271, ERC-6492) have other lengths.
    let bytes: [u8; 65] = bytes.try_into().map_err(|_| Code::UnsupportedWallet)?;
    match recovered(message, &bytes) {
        Some(signer) if signer == account => Ok(checksummed(&account)),
        _ => Err(Code::SignatureInvalid),
    }
}

fn recovered(message: &str, [rs @ .., v]: &[u8; 65]) -> Option<[u8; 20]> {
    let signature = Signature::from_slice(rs).ok()?;
    // Of the two forms of a signature, wallets produce the one with the lower s (EIP-2).
    if signature.normalize_s() != signature {
        return None;
    }
    // Recovery ids start at 0 in hardware wallets and at 27 in other wallets.
    let id = RecoveryId::from_byte(v.checked_sub(27).unwrap_or(*v)).filter(|id| !id.is_x_reduced())?;
    let prefixed = format!("\x19Ethereum Signed Message:\n{}{message}", message.len());
    let hash = Keccak256::digest(prefixed);
    let key = VerifyingKey::recover_from_prehash(&hash, &signature, id).ok()?;
    let point = key.to_sec1_point(false);
    Keccak256::digest(&point.as_bytes()[1..])[12..].try_into().ok()
}

/// Parses an address in lower case, or in mixed case with a valid checksum (EIP-55).
fn parse_account(text: &str) -> Option<[u8; 20]> {
    let account: [u8; 20] = parse_hex(text.strip_prefix("0x")?)?.try_into().ok()?;
    let lower = text.bytes().all(|byte| !byte.is_ascii_uppercase());
    (lower || checksummed(&account) == text).then_some(account)
}

/// The address with its checksum: the hash of the lower-case digits determines which are in upper case (EIP-55).
fn checksummed(account: &[u8; 20]) -> String {
    let digits: String = account.iter().map(|byte| format!("{byte:02x}")).collect();
    let hash = Keccak256::digest(&digits);
    let nibble = |at: usize| if at.is_multiple_of(2) { hash[at / 2] >> 4 } else { hash[at / 2] & 0xf };
    let cased = digits.char_indices().map(
        |(at, digit)| {
            if nibble(at) >= 8 { digit.to_ascii_uppercase() } else { digit }
        },
    );
    "0x".chars().chain(cased).collect()
}

fn parse_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

fn solana(address: &str, message: &str, signature: &str) -> Result<String, Code> {
    let mut key = [0; 32];
    let length = bs58::decode(address).onto(&mut key).map_err(|_| Code::MessageInvalid)?;
    // Program accounts have no key: their addresses are not on the curve.
    let key = match length {
        32 => ed25519::VerifyingKey::from_bytes(&key).map_err(|_| Code::UnsupportedWallet)?,
        _ => return Err(Code::MessageInvalid),
    };
    let bytes = URL_SAFE_NO_PAD.decode(signature).map_err(|_| Code::SignatureInvalid)?;
    let signature = ed25519::Signature::from_slice(&bytes).map_err(|_| Code::SignatureInvalid)?;
    // Strict verification refuses malleable signatures and keys of small order.
    key.verify_strict(message.as_bytes(), &signature).map_err(|_| Code::SignatureInvalid)?;
    Ok(address.to_owned())
}

#[cfg(test)]
mod tests;
