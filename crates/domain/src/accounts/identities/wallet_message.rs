//! Wallets, and the message that one signs: ERC-4361 ("Sign-In with Ethereum"), and the same format for Solana. The parser is
//! stricter than the standard: it refuses unused members (request id, resources), because their signer would expect
//! them to have an effect.

use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime, UtcOffset};
use uuid::Uuid;

use crate::shared::words;

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Chain {
        /// Accounts with a secp256k1 key; contract accounts are not supported.
        Ethereum = "ethereum",
        /// Accounts with an Ed25519 key.
        Solana = "solana",
    }
}

impl Chain {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Ethereum => "Ethereum",
            Self::Solana => "Solana",
        }
    }

    /// The `Chain ID` in messages, which is always the main network's.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ethereum => "1",
            Self::Solana => "mainnet",
        }
    }

    /// Parses a comma-separated list; `None` if a chain is unknown or repeated.
    pub fn list(text: &str) -> Option<Vec<Self>> {
        let chains: Vec<Self> =
            text.split(',').map(|name| Self::parse(name.trim())).collect::<Option<_>>()?;
        let once = |(at, chain): (usize, &Self)| !chains[..at].contains(chain);
        chains.iter().enumerate().all(once).then_some(chains)
    }
}

const SKEW: Duration = Duration::seconds(60);
/// Maximum age of a message, equal to the lifetime of its nonce.
const AGE_MAX: Duration = Duration::minutes(5);
/// Maximum length of a message in bytes.
const LENGTH_MAX: usize = 2048;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SignInMessage {
    /// The site as the wallet saw it: an authority with or without a scheme.
    domain: String,
    pub(super) address: String,
    uri: String,
    version: String,
    chain_id: String,
    pub(super) nonce: Uuid,
    issued_at: OffsetDateTime,
    expiration_time: Option<OffsetDateTime>,
    not_before: Option<OffsetDateTime>,
}

impl SignInMessage {
    pub(super) fn parse(chain: Chain, text: &str) -> Option<Self> {
        if text.len() > LENGTH_MAX {
            return None;
        }
        let mut lines = text.split('\n');
        let wants = format!(" wants you to sign in with your {} account:", chain.title());
        let domain = lines.next()?.strip_suffix(&wants)?.to_owned();
        let address = lines.next()?.to_owned();
        lines.next().filter(|line| line.is_empty())?;
        let statement = lines.next()?;
        if !statement.chars().all(is_of_statement) {
            return None;
        }
        // A missing statement leaves two empty lines.
        if !statement.is_empty() {
            lines.next().filter(|line| line.is_empty())?;
        }
        let uri = lines.next()?.strip_prefix("URI: ")?.to_owned();
        let mut member = |name: &str| Some(lines.next()?.strip_prefix(name)?.to_owned());
        let (version, chain_id) = (member("Version: ")?, member("Chain ID: ")?);
        let (nonce, issued_at) = (parse_nonce(&member("Nonce: ")?)?, moment(&member("Issued At: ")?)?);
        let mut rest = lines.peekable();
        let mut optional = |name: &str| match rest.peek().and_then(|line| line.strip_prefix(name)) {
            Some(text) => {
                let read = moment(text);
                rest.next();
                read.map(Some)
            }
            None => Some(None),
        };
        let (expiration_time, not_before) = (optional("Expiration Time: ")?, optional("Not Before: ")?);
        if rest.next().is_some() || address.is_empty() {
            return None;
        }
        Some(Self { domain, address, uri, version, chain_id, nonce, issued_at, expiration_time, not_before })
    }

    /// Checks every member except the nonce and the account. `origin` is the site's scheme, host and port.
    pub(super) fn is_valid(&self, origin: &str, chain: Chain, now: OffsetDateTime) -> bool {
        let authority = origin.split_once("://").map_or(origin, |(_, authority)| authority);
        (self.domain == authority || self.domain == origin)
            && self.uri == origin
            && self.version == "1"
            && self.chain_id == chain.id()
            && self.issued_at <= now + SKEW
            && self.issued_at >= now - AGE_MAX - SKEW
            && self.expiration_time.is_none_or(|at| now < at)
            && self.not_before.is_none_or(|at| now >= at)
    }
}

/// RFC 3986's reserved and unreserved characters and the space (ERC-4361, 3.1).
fn is_of_statement(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;= ".contains(character)
}

/// ERC-4361, 3.1, requires eight or more letters and digits. This site uses the 32 digits of a UUID.
fn parse_nonce(text: &str) -> Option<Uuid> {
    let id = Uuid::try_parse(text).ok()?;
    (id.simple().to_string() == text).then_some(id)
}

fn moment(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339).ok()?.checked_to_offset(UtcOffset::UTC)
}

#[cfg(test)]
mod tests {
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

    fn verified(text: &str) -> Option<SignInMessage> {
        let message = SignInMessage::parse(Chain::Ethereum, text);
        message.filter(|message| message.is_valid(ORIGIN, Chain::Ethereum, NOW))
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
            // As old as its nonce may be, plus a minute of clock skew.
            MESSAGE.replace("18:00:00.000Z", "17:54:00Z"),
            MESSAGE.replace("18:00:00.000Z", "18:01:00Z"),
            // 2048 characters.
            MESSAGE.replace("Forum.", &".".repeat(2_048 + 6 - MESSAGE.len())),
        ] {
            assert!(verified(&text).is_some(), "{text}");
        }
    }

    #[test]
    fn a_message_with_a_wrong_member_is_refused() {
        let table = [
            ("forum.example.org:8443 wants", "evil.example wants"),
            ("forum.example.org:8443 wants", "forum.example.org wants"),
            ("forum.example.org:8443 wants", "http://forum.example.org:8443 wants"),
            ("URI: https://forum.example.org:8443", "URI: https://evil.example"),
            ("URI: https://forum.example.org:8443", "URI: https://forum.example.org:8443/"),
            ("URI: https", "URI: http"),
            ("Version: 1", "Version: 2"),
            ("Chain ID: 1", "Chain ID: 10"),
            ("Issued At: 2026-11-24T18:00:00.000Z", "Issued At: 2026-11-24T18:01:00.001Z"),
            ("Issued At: 2026-11-24T18:00:00.000Z", "Issued At: 2026-11-24T17:53:59Z"),
            ("18:00:00.000Z", "18:00:00.000Z\nExpiration Time: 2026-11-24T18:00:00Z"),
            ("18:00:00.000Z", "18:00:00.000Z\nNot Before: 2026-11-24T18:00:01Z"),
            // Malformed messages.
            ("Ethereum account", "Solana account"),
            ("account:", "account"),
            (ADDRESS, ""),
            ("BeAed\n\nSign", "BeAed\nSign"),
            ("Forum.\n\nURI", "Forum.\nURI"),
            ("Sign in to Educators Forum.", "Sign in\nto Educators Forum."),
            ("Sign in to Educators Forum.", "Sign in “now”"),
            ("Sign in to Educators Forum.\n\n", ""),
            ("URI: ", "URL: "),
            ("Version: 1\n", ""),
            ("Nonce: 5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d", "Nonce: 5f0e7a3c-3f0b-4c7e-9d5e-0d8f4c1b2a3d"),
            ("Nonce: 5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d", "Nonce: 5F0E7A3C3F0B4C7E9D5E0D8F4C1B2A3D"),
            ("Nonce: 5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d", "Nonce: 1"),
            ("2026-11-24T18:00:00.000Z", "2026-11-24"),
            ("18:00:00.000Z", "18:00:00.000Z\n"),
            ("18:00:00.000Z", "18:00:00.000Z\nExpiration Time: soon"),
            ("18:00:00.000Z", "18:00:00.000Z\nExpiration Time: 9999-12-31T23:59:59-00:01"),
            ("18:00:00.000Z", "18:00:00.000Z\nRequest ID: 1"),
            ("18:00:00.000Z", "18:00:00.000Z\nResources:\n- https://forum.example.org:8443"),
            (
                "18:00:00.000Z",
                "18:00:00.000Z\nNot Before: 2026-11-24T18:00:00Z\nExpiration Time: 2026-11-24T19:00:00Z",
            ),
            ("\nVersion", "\r\nVersion"),
        ];
        for (from, to) in table {
            assert!(MESSAGE.contains(from), "{from}");
            let text = MESSAGE.replacen(from, to, 1);
            assert_eq!(verified(&text), None, "{text}");
        }
        let long = MESSAGE.replace("Forum.", &".".repeat(2_049 + 6 - MESSAGE.len()));
        assert_eq!(verified(&long), None);
    }

    #[test]
    fn each_chain_has_its_own_message() {
        let solana = MESSAGE.replace("Ethereum", "Solana").replace("Chain ID: 1", "Chain ID: mainnet");
        let is_valid = |text: &str| {
            let message = SignInMessage::parse(Chain::Solana, text).expect("a message");
            message.is_valid(ORIGIN, Chain::Solana, NOW)
        };
        assert!(is_valid(&solana) && !is_valid(&solana.replace("mainnet", "1")));
    }

    #[test]
    fn a_list_contains_each_chain_once() {
        assert_eq!(Chain::list("solana, ethereum"), Some(vec![Chain::Solana, Chain::Ethereum]));
        for text in ["", "bitcoin", "ethereum,", "ethereum,solana,ethereum", "Ethereum"] {
            assert_eq!(Chain::list(text), None, "{text}");
        }
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
            prop_assert_eq!(SignInMessage::parse(Chain::Ethereum, &text), Some(read), "{}", text);
            prop_assert_eq!(SignInMessage::parse(Chain::Solana, &text), None);
            prop_assert_eq!(SignInMessage::parse(Chain::Ethereum, &format!("{text}\n")), None);
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
            prop_assert_eq!(verified(&lines.join("\n")), None, "{:?}", lines);
            prop_assert_eq!(verified(&junk), None);
        }
    }
}
