use time::macros::datetime;

use proptest::prelude::*;

use super::*;

const NOW: OffsetDateTime = datetime!(2026-11-24 18:00 UTC);
const ORIGIN: &str = "https://forum.example.org:8443";
const ADDRESS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const MESSAGE: &str = "forum.example.org:8443 wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

Sign in to Educators Forum.

URI: https://forum.example.org:8443
Version: 1
Chain ID: 1
Nonce: 5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d
Issued At: 2026-11-24T18:00:00.000Z";

fn verified(text: &str) -> Result<SignInMessage, MessageRefused> {
    let message = SignInMessage::parse(Chain::Ethereum, text)?;
    message.verify(ExpectedMessage { origin: ORIGIN, chain: Chain::Ethereum, now: NOW })?;
    Ok(message)
}

#[test]
fn a_message_for_this_site_is_accepted() {
    let message = verified(MESSAGE).expect("a message");
    assert_eq!(message.address, ADDRESS);
    assert_eq!(message.nonce.simple().to_string(), "5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d");
    let later = "\nExpiration Time: 2026-11-24T18:00:01Z";
    let before = "\nNot Before: 2026-11-24T19:00:00+01:00";
    for text in [
        // With the scheme, and without the statement.
        MESSAGE.replacen("forum", "https://forum", 1),
        MESSAGE.replace("Sign in to Educators Forum.\n", ""),
        format!("{MESSAGE}{later}"),
        format!("{MESSAGE}{before}"),
        format!("{MESSAGE}{later}{before}"),
    ] {
        assert!(verified(&text).is_ok(), "{text}: {:?}", verified(&text));
    }
}

#[test]
fn a_message_with_a_wrong_member_is_refused() {
    use MessageRefused::{ChainId, Expired, Form, IssuedAt, NotYetValid, Site, Version};
    let table = [
        ("forum.example.org:8443 wants", "evil.example wants", Site),
        ("forum.example.org:8443 wants", "forum.example.org wants", Site),
        ("forum.example.org:8443 wants", "http://forum.example.org:8443 wants", Site),
        ("URI: https://forum.example.org:8443", "URI: https://evil.example", Site),
        ("URI: https://forum.example.org:8443", "URI: https://forum.example.org:8443/", Site),
        ("URI: https", "URI: http", Site),
        ("Version: 1", "Version: 2", Version),
        ("Chain ID: 1", "Chain ID: 10", ChainId),
        ("Issued At: 2026-11-24T18:00:00.000Z", "Issued At: 2026-11-24T18:01:00.001Z", IssuedAt),
        ("Issued At: 2026-11-24T18:00:00.000Z", "Issued At: 2026-11-24T17:53:59Z", IssuedAt),
        ("18:00:00.000Z", "18:00:00.000Z\nExpiration Time: 2026-11-24T18:00:00Z", Expired),
        ("18:00:00.000Z", "18:00:00.000Z\nNot Before: 2026-11-24T18:00:01Z", NotYetValid),
        // Malformed messages.
        ("Ethereum account", "Solana account", Form),
        ("account:", "account", Form),
        (ADDRESS, "", Form),
        ("BeAed\n\nSign", "BeAed\nSign", Form),
        ("Forum.\n\nURI", "Forum.\nURI", Form),
        ("Sign in to Educators Forum.", "Sign in\nto Educators Forum.", Form),
        ("Sign in to Educators Forum.", "Sign in “now”", Form),
        ("Sign in to Educators Forum.\n\n", "", Form),
        ("URI: ", "URL: ", Form),
        ("Version: 1\n", "", Form),
        ("Nonce: 5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d", "Nonce: 5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d", Form),
        ("Nonce: 5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d", "Nonce: 5F0E7A3C3F0B4C7E9D5E0D8F4C1B2A3D", Form),
        ("Nonce: 5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d", "Nonce: 1", Form),
        ("2026-11-24T18:00:00.000Z", "2026-11-24", Form),
        ("18:00:00.000Z", "18:00:00.000Z\n", Form),
        ("18:00:00.000Z", "18:00:00.000Z\nExpiration Time: soon", Form),
        ("18:00:00.000Z", "18:00:00.000Z\nExpiration Time: 9999-12-31T23:59:59-00:01", Form),
        ("18:00:00.000Z", "18:00:00.000Z\nRequest ID: 1", Form),
        ("18:00:00.000Z", "18:00:00.000Z\nResources:\n- https://forum.example.org:8443", Form),
        (
            "18:00:00.000Z",
            "18:00:00.000Z\nNot Before: 2026-11-24T18:00:00Z\nExpiration Time: 2026-11-24T19:00:00Z",
            Form,
        ),
        ("\nVersion", "\r\nVersion", Site),
    ];
    for (from, to, refused) in table {
        assert!(MESSAGE.contains(from), "{from}");
        let text = MESSAGE.replacen(from, to, 1);
        assert_eq!(verified(&text), Err(refused), "{text}");
    }
    let filled = |length: usize| MESSAGE.replace("Forum.", &".".repeat(length + 6 - MESSAGE.len()));
    assert!(verified(&filled(2048)).is_ok());
    assert_eq!(verified(&filled(2049)), Err(Form));
}

#[test]
fn a_message_may_be_as_old_as_its_nonce_plus_a_minute_of_clock_skew() {
    for issued in ["17:54:00Z", "18:01:00Z"] {
        let text = MESSAGE.replace("18:00:00.000Z", issued);
        assert!(verified(&text).is_ok(), "{issued}");
    }
}

#[test]
fn each_chain_has_its_own_message() {
    let solana = MESSAGE.replace("Ethereum", "Solana").replace("Chain ID: 1", "Chain ID: mainnet");
    let expected = ExpectedMessage { origin: ORIGIN, chain: Chain::Solana, now: NOW };
    let message = SignInMessage::parse(Chain::Solana, &solana).expect("a message");
    assert_eq!(message.verify(expected), Ok(()));
    let other = SignInMessage::parse(Chain::Solana, &solana.replace("mainnet", "1")).expect("a message");
    assert_eq!(other.verify(expected), Err(MessageRefused::ChainId));
}

proptest! {
    #[test]
    fn every_message_in_the_grammar_is_parsed(
        domain in "(https://)?[a-z]{1,12}\\.example(:[0-9]{1,4})?", address in "[0-9A-Za-z]{1,44}",
        statement in "([A-Za-z][A-Za-z0-9 .,:/?=-]{0,40})?", version in "[0-9]{1,3}", id in any::<u128>(),
        seconds in 0_i64..4_000_000_000, expires in any::<bool>(), begins in any::<bool>(),
    ) {
        let at = OffsetDateTime::from_unix_timestamp(seconds).expect("a valid timestamp");
        let time = at.format(&Rfc3339).expect("a time");
        let nonce = Uuid::from_u128(id);
        let statement = if statement.is_empty() { "\n".to_owned() } else { format!("\n{statement}\n") };
        let mut text = format!(
            "{domain} wants you to sign in with your Ethereum account:\n{address}\n{statement}\nURI: https://{domain}\n\
             Version: {version}\nChain ID: 1\nNonce: {}\nIssued At: {time}",
            nonce.simple()
        );
        text.push_str(&if expires { format!("\nExpiration Time: {time}") } else { String::new() });
        text.push_str(&if begins { format!("\nNot Before: {time}") } else { String::new() });
        let read = SignInMessage {
            uri: format!("https://{domain}"),
            domain, address, version, chain_id: "1".into(), nonce,
            issued_at: at,
            expiration_time: expires.then_some(at),
            not_before: begins.then_some(at),
        };
        prop_assert_eq!(SignInMessage::parse(Chain::Ethereum, &text), Ok(read), "{}", text);
        prop_assert_eq!(SignInMessage::parse(Chain::Solana, &text), Err(MessageRefused::Form));
        prop_assert_eq!(SignInMessage::parse(Chain::Ethereum, &format!("{text}\n")), Err(MessageRefused::Form));
    }

    /// Every line is required except the statement.
    #[test]
    fn a_message_with_a_missing_or_repeated_line_is_refused(
        line in 0_usize..10, twice in any::<bool>(), junk in "(?s).{0,200}",
    ) {
        let mut lines: Vec<&str> = MESSAGE.split('\n').collect();
        let line = if !twice && lines[line] == "Sign in to Educators Forum." { 0 } else { line };
        if twice {
            lines.insert(line, lines[line]);
        } else {
            lines.remove(line);
        }
        prop_assert_eq!(verified(&lines.join("\n")), Err(MessageRefused::Form), "{:?}", lines);
        prop_assert_eq!(verified(&junk), Err(MessageRefused::Form));
    }
}
