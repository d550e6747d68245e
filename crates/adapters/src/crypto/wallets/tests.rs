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
    KeySignatures.signer(Chain::Ethereum, address, message, signature)
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
    // Test vectors from EIP-55.
    for other in ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"]
    {
        assert_eq!(signer(other, MESSAGE, SIGNATURE), refused, "{other}");
    }
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
    for bytes in [0, 64, 66, 130, 512] {
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
    for text in [
        "0x19e7E376E7C213B7E7e7e46cc70A5dD086DAff2A",
        "0x19E7E376E7C213B7E7E7E46CC70A5DD086DAFF2A",
        "19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A",
        "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff",
        "0x",
        "",
    ] {
        assert_eq!(signer(text, MESSAGE, SIGNATURE), form, "{text}");
    }
}

const SOLANA_ACCOUNT: &str = "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB";
const SOLANA_SIGNATURE: &str =
    "SZjSvyDzAfsFWYmBoGBJpElL-9LbUdRT9DIxhiQd6zMXn0qmHg3zeMaFOTAwIKziZKFKGHSR6amAI4hICW1uBQ";

#[test]
fn a_solana_signature_is_verified_with_the_key_in_the_address() {
    let signer = |address: &str, message: &str, signature: &str| {
        KeySignatures.signer(Chain::Solana, address, message, signature)
    };
    assert_eq!(signer(SOLANA_ACCOUNT, MESSAGE, SOLANA_SIGNATURE).as_deref(), Ok(SOLANA_ACCOUNT));
    let refused = Err(Code::SignatureInvalid);
    assert_eq!(signer(SOLANA_ACCOUNT, &MESSAGE.replace('5', "6"), SOLANA_SIGNATURE), refused);
    let other = "So11111111111111111111111111111111111111112";
    assert!(signer(other, MESSAGE, SOLANA_SIGNATURE).is_err());
    for text in ["", "SZjS", &SOLANA_SIGNATURE.replace('S', "T"), &format!("{SOLANA_SIGNATURE}=="), SIGNATURE]
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
