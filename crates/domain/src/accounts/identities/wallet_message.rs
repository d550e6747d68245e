//! Wallets, and the message that one signs: ERC-4361 ("Sign-In with Ethereum"), and the same format for Solana. The parser is
//! stricter than the standard: it refuses unused members (request id, resources), because their signer would expect
//! them to have an effect.

use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime, UtcOffset};
use uuid::Uuid;

use crate::shared::{Code, Refusal, words};

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

/// Verifies signatures of wallets.
pub trait WalletSignatures: Send + Sync {
    /// The account that signed the message, in canonical spelling, if it is the account that the message names.
    /// `signature` is hexadecimal with `0x` for Ethereum (EIP-191, 65 bytes) and base64url without padding for Solana
    /// (Ed25519, 64 bytes).
    ///
    /// # Errors
    /// `message_invalid` if `address` is malformed, `signature_invalid`, `unsupported_wallet`.
    fn signer(&self, chain: Chain, address: &str, message: &str, signature: &str) -> Result<String, Code>;
}

const SKEW: Duration = Duration::seconds(60);
/// Maximum age of a message, equal to the lifetime of its nonce.
const AGE_MAX: Duration = Duration::minutes(5);
/// Maximum length of a message in bytes.
const LENGTH_MAX: usize = 2048;

/// Why a message is refused. The client learns only that it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MessageRefused {
    Form,
    /// It is for another site.
    Site,
    Version,
    /// It is for another network.
    ChainId,
    IssuedAt,
    Expired,
    NotYetValid,
}

impl From<MessageRefused> for Refusal {
    fn from(_: MessageRefused) -> Self {
        Code::MessageInvalid.into()
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct ExpectedMessage<'a> {
    /// Scheme, host and port of the site.
    pub(super) origin: &'a str,
    pub(super) chain: Chain,
    pub(super) now: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SignInMessage {
    /// The site as the wallet saw it: an authority with or without a scheme.
    domain: String,
    pub(super) address: String,
    uri: String,
    version: String,
    chain_id: String,
    /// The nonce, a UUID without hyphens.
    pub(super) nonce: Uuid,
    issued_at: OffsetDateTime,
    expiration_time: Option<OffsetDateTime>,
    not_before: Option<OffsetDateTime>,
}

impl SignInMessage {
    pub(super) fn parse(chain: Chain, text: &str) -> Result<Self, MessageRefused> {
        if text.len() > LENGTH_MAX {
            return Err(MessageRefused::Form);
        }
        Self::read(chain, text).ok_or(MessageRefused::Form)
    }

    fn read(chain: Chain, text: &str) -> Option<Self> {
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

    /// Checks every member except the nonce and the account.
    ///
    /// # Errors
    /// Every error except `Form`.
    pub(super) fn verify(&self, expected: ExpectedMessage<'_>) -> Result<(), MessageRefused> {
        let ExpectedMessage { origin, chain, now } = expected;
        let authority = origin.split_once("://").map_or(origin, |(_, authority)| authority);
        if (self.domain != authority && self.domain != origin) || self.uri != origin {
            return Err(MessageRefused::Site);
        }
        if self.version != "1" {
            return Err(MessageRefused::Version);
        }
        if self.chain_id != chain.id() {
            return Err(MessageRefused::ChainId);
        }
        if self.issued_at > now + SKEW || self.issued_at < now - AGE_MAX - SKEW {
            return Err(MessageRefused::IssuedAt);
        }
        if self.expiration_time.is_some_and(|at| now >= at) {
            return Err(MessageRefused::Expired);
        }
        if self.not_before.is_some_and(|at| now < at) {
            return Err(MessageRefused::NotYetValid);
        }
        Ok(())
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

    #[test]
    fn a_list_contains_each_chain_once() {
        assert_eq!(Chain::list("solana, ethereum"), Some(vec![Chain::Solana, Chain::Ethereum]));
        for text in ["", "bitcoin", "ethereum,", "ethereum,solana,ethereum", "Ethereum"] {
            assert_eq!(Chain::list(text), None, "{text}");
        }
    }
}
