//! Wallet signatures: secp256k1 with recovery for Ethereum (EIP-191, EIP-55), Ed25519 for Solana.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek as ed25519;
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use sha3::{Digest, Keccak256};

use crate::accounts::Chain;
use crate::shared::Code;

/// The account that signed the message, in canonical spelling, if it is the account that the message names. Contracts have
/// no key. `signature` is hexadecimal with `0x` for Ethereum (EIP-191, 65 bytes) and base64url without padding for Solana
/// (Ed25519, 64 bytes).
///
/// # Errors
/// `message_invalid` if `address` is malformed, `signature_invalid`, `unsupported_wallet`.
pub(super) fn signer(chain: Chain, address: &str, message: &str, signature: &str) -> Result<String, Code> {
    match chain {
        Chain::Ethereum => ethereum(address, message, signature),
        Chain::Solana => solana(address, message, signature),
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
mod tests {
    //! Tests with signatures from the npm packages `viem` (Ethereum) and `@noble/curves` (Solana), which share no code with
    //! this program.

    use k256::ecdsa::SigningKey;

    use super::*;

    const MESSAGE: &str = "forum.example.org wants you to sign in with your Ethereum account:
0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A

Sign in to Educators Forum.

URI: https://forum.example.org
Version: 1
Chain ID: 1
Nonce: 5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d
Issued At: 2026-11-24T18:00:00.000Z";
    const ACCOUNT: &str = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
    const SIGNATURE: &str = "0x00841f464d9dfb051a3683cb2644982e117eff43db4cae20d9e1c5fc3a0f7f0935c263d63270fdebdef8cdf4b3d0c0d936a41ce7809ca6de77bd25f76cfefdec1b";
    /// Signature of the text `Grüße`. The length in the prefix is in bytes.
    const UMLAUT_SIGNATURE: &str = "0x1890ddf57b8012cdb4b98601e583429d714a0fb025931671985130ebe6b4c71c7b3077272f216370fbcaa42e551ae19e4f2e6d0dd57217a9ed4bdbf7037b37cc1c";

    fn signer(address: &str, message: &str, signature: &str) -> Result<String, Code> {
        super::signer(Chain::Ethereum, address, message, signature)
    }

    #[test]
    fn an_ethereum_signature_identifies_its_account() {
        assert_eq!(signer(ACCOUNT, MESSAGE, SIGNATURE).as_deref(), Ok(ACCOUNT));
        // The result has a checksum even if the input is in lower case.
        let lower = ACCOUNT.to_ascii_lowercase();
        assert_eq!(signer(&lower, MESSAGE, SIGNATURE).as_deref(), Ok(ACCOUNT));
        assert_eq!(signer(ACCOUNT, "Grüße", UMLAUT_SIGNATURE).as_deref(), Ok(ACCOUNT));
        // The recovery id of a hardware wallet.
        let counted_from_0 = format!("{}00", &SIGNATURE[..130]);
        assert_eq!(signer(ACCOUNT, MESSAGE, &counted_from_0).as_deref(), Ok(ACCOUNT));
    }

    #[test]
    fn another_message_account_or_signature_is_refused() {
        let refused = Err(Code::SignatureInvalid);
        assert_eq!(signer(ACCOUNT, &MESSAGE.replace('5', "6"), SIGNATURE), refused);
        assert_eq!(signer(ACCOUNT, MESSAGE, UMLAUT_SIGNATURE), refused);
        // A test vector from EIP-55.
        assert_eq!(signer("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", MESSAGE, SIGNATURE), refused);
        for at in (2..130).step_by(2) {
            let mut changed = SIGNATURE.to_owned();
            let digit = if &SIGNATURE[at..=at] == "0" { "1" } else { "0" };
            changed.replace_range(at..=at, digit);
            assert_eq!(signer(ACCOUNT, MESSAGE, &changed), refused, "{at}");
        }
        for end in ["1c", "1d", "1e", "1f", "02", "ff"] {
            let changed = format!("{}{end}", &SIGNATURE[..130]);
            assert_eq!(signer(ACCOUNT, MESSAGE, &changed), refused, "{end}");
        }
        for text in [&SIGNATURE[2..], &SIGNATURE[..131], &SIGNATURE.replace('f', "g"), "", "0xü"] {
            assert_eq!(signer(ACCOUNT, MESSAGE, text), refused, "{text}");
        }
    }

    #[test]
    fn contract_signatures_are_unsupported() {
        for bytes in [0, 64, 66, 512] {
            let signature = format!("0x{}", "ab".repeat(bytes));
            assert_eq!(signer(ACCOUNT, MESSAGE, &signature), Err(Code::UnsupportedWallet), "{bytes}");
        }
    }

    #[test]
    fn the_malleated_form_of_a_signature_is_refused() {
        let key = SigningKey::from_slice(&[0x11; 32]).expect("a key");
        let prefixed = format!("\x19Ethereum Signed Message:\n{}{MESSAGE}", MESSAGE.len());
        let hash = Keccak256::digest(prefixed);
        let (low, id) = key.sign_prehash_recoverable(&hash);
        let text = |signature: &Signature, id: u8| {
            let bytes = signature.to_bytes().into_iter().chain([id + 27]);
            bytes.fold("0x".to_owned(), |text, byte| format!("{text}{byte:02x}"))
        };
        assert_eq!(signer(ACCOUNT, MESSAGE, &text(&low, id.to_byte())).as_deref(), Ok(ACCOUNT));
        let high = Signature::from_scalars(low.r(), -low.s()).expect("a signature");
        for id in [0, 1] {
            assert_eq!(signer(ACCOUNT, MESSAGE, &text(&high, id)), Err(Code::SignatureInvalid));
        }
    }

    #[test]
    fn an_address_with_an_invalid_checksum_is_refused() {
        // All test vectors from EIP-55.
        for account in [
            "0x52908400098527886E0F7030069857D2E4169EE7",
            "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
            "0xde709f2102306220921060314715629080e2fb77",
            "0x27b1fdb04752bbc536007a920d24acb045561c26",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        ] {
            let read = parse_account(account).expect("an account");
            assert_eq!(checksummed(&read), account);
        }
        let form = Err(Code::MessageInvalid);
        let (swapped, upper) = (ACCOUNT.replace('E', "e"), ACCOUNT.to_ascii_uppercase().replace('X', "x"));
        for text in [&swapped, &upper, &ACCOUNT[2..], &ACCOUNT[..40], "0x", ""] {
            assert_eq!(signer(text, MESSAGE, SIGNATURE), form, "{text}");
        }
    }

    const SOLANA_ACCOUNT: &str = "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB";
    const SOLANA_SIGNATURE: &str =
        "SZjSvyDzAfsFWYmBoGBJpElL-9LbUdRT9DIxhiQd6zMXn0qmHg3zeMaFOTAwIKziZKFKGHSR6amAI4hICW1uBQ";

    #[test]
    fn a_solana_signature_is_verified_with_the_key_in_the_address() {
        let signer = |address: &str, message: &str, signature: &str| {
            super::signer(Chain::Solana, address, message, signature)
        };
        assert_eq!(signer(SOLANA_ACCOUNT, MESSAGE, SOLANA_SIGNATURE).as_deref(), Ok(SOLANA_ACCOUNT));
        let refused = Err(Code::SignatureInvalid);
        assert_eq!(signer(SOLANA_ACCOUNT, &MESSAGE.replace('5', "6"), SOLANA_SIGNATURE), refused);
        let other = "So11111111111111111111111111111111111111112";
        assert!(signer(other, MESSAGE, SOLANA_SIGNATURE).is_err());
        for text in
            ["", "SZjS", &SOLANA_SIGNATURE.replace('S', "T"), &format!("{SOLANA_SIGNATURE}=="), SIGNATURE]
        {
            assert_eq!(signer(SOLANA_ACCOUNT, MESSAGE, text), refused, "{text}");
        }
        let form = Err(Code::MessageInvalid);
        for text in ["", "0OIl", &SOLANA_ACCOUNT[3..], &format!("{SOLANA_ACCOUNT}1"), ACCOUNT] {
            assert_eq!(signer(text, MESSAGE, SOLANA_SIGNATURE), form, "{text}");
        }
        // A key of small order, with a signature that is valid for every message.
        let neutral = bs58::encode([&[1][..], &[0; 31]].concat()).into_string();
        let universal = URL_SAFE_NO_PAD.encode([&[1][..], &[0; 63]].concat());
        assert_eq!(signer(&neutral, MESSAGE, &universal), refused);
    }
}
