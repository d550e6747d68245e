//! The message that a wallet signs: ERC-4361 ("Sign-In with Ethereum"), and the same format for Solana. The parser is
//! stricter than the standard: it refuses unused members (request id, resources), because their signer would expect
//! them to have an effect.

use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime, UtcOffset};
use uuid::Uuid;

use super::chain::Chain;

const SKEW: Duration = Duration::seconds(60);
/// Maximum age of a message, equal to the lifetime of its nonce.
const AGE_MAX: Duration = Duration::minutes(5);
/// Maximum length of a message in bytes.
const LENGTH_MAX: usize = 2048;

/// Why a message is refused. Logged for the operator; the client learns only that it was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MessageRefused {
    #[error("it is not a sign-in message")]
    Form,
    #[error("it is for another site")]
    Site,
    #[error("its version is not 1")]
    Version,
    #[error("it is for another network")]
    ChainId,
    #[error("its nonce is unknown, expired or used")]
    Nonce,
    #[error("it was not issued recently")]
    IssuedAt,
    #[error("it has expired")]
    Expired,
    #[error("it is not valid yet")]
    NotYetValid,
}

#[derive(Debug, Clone, Copy)]
pub struct ExpectedMessage<'a> {
    /// Scheme, host and port of the site.
    pub origin: &'a str,
    pub chain: Chain,
    pub now: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInMessage {
    /// The site as the wallet saw it: an authority with or without a scheme.
    domain: String,
    pub address: String,
    uri: String,
    version: String,
    chain_id: String,
    /// The nonce, a UUID without hyphens.
    pub nonce: Uuid,
    issued_at: OffsetDateTime,
    expiration_time: Option<OffsetDateTime>,
    not_before: Option<OffsetDateTime>,
}

impl SignInMessage {
    pub fn parse(chain: Chain, text: &str) -> Result<Self, MessageRefused> {
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
    /// Every error except `Form` and `Nonce`.
    pub fn verify(&self, expected: ExpectedMessage<'_>) -> Result<(), MessageRefused> {
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
mod tests;
