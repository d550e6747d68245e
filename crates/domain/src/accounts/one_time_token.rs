//! Links and typed codes of mails. Both are derived from the server's secret and the row's id, so that the
//! database and the outbox hold ids only and a repeated mail carries the same link.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::secret_deriver::SecretDeriver;
use crate::shared::EmailAddress;

/// How long a typed code is accepted.
pub const CODE_LIFETIME: Duration = Duration::minutes(10);
/// Wrong codes typed for one address after which the right one is refused too, whatever the mail it came with.
pub const CODE_TRIES: u32 = 5;
/// How far before the mail in question wrong codes of earlier mails still count: a day, and the time in which the last
/// of them could be typed. Asking for another mail gives no new tries.
pub const TRIES_COUNT_FOR: Duration = Duration::days(1).saturating_add(CODE_LIFETIME);

/// What a token is for. A token is bound to its purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Confirms the address of a registration.
    VerifyEmail,
}

impl Purpose {
    /// The word in the database and in the derivation.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::VerifyEmail => "verify_email",
        }
    }

    /// How long its link is accepted.
    pub const fn lifetime(self) -> Duration {
        match self {
            Self::VerifyEmail => Duration::hours(24),
        }
    }
}

/// Digits of a typed code.
pub const CODE_LENGTH: usize = 6;
/// Characters of a link's secret, and of a refresh token, at most.
pub const SECRET_MAX: usize = 128;

/// A row of `one_time_tokens` and what counts for it; contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneTimeToken {
    /// The id from which link and code are derived.
    pub id: Uuid,
    /// What it is for.
    pub purpose: Purpose,
    /// The address it was sent to.
    pub email: EmailAddress,
    /// The registration it confirms; `None` where the row only stands for equal cost.
    pub registration_id: Option<Uuid>,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// When its link ends.
    pub expires_at: OffsetDateTime,
    /// Wrong codes typed for its address so far, those for earlier mails within [`TRIES_COUNT_FOR`] too.
    pub code_tries: u32,
    /// When it was used.
    pub used_at: Option<OffsetDateTime>,
}

impl OneTimeToken {
    /// A fresh token.
    pub fn new(
        id: Uuid,
        purpose: Purpose,
        email: EmailAddress,
        registration_id: Option<Uuid>,
        now: OffsetDateTime,
    ) -> Self {
        Self {
            id,
            purpose,
            email,
            registration_id,
            created_at: now,
            expires_at: now + purpose.lifetime(),
            code_tries: 0,
            used_at: None,
        }
    }

    /// Whether its link still leads anywhere.
    pub fn is_live(&self, now: OffsetDateTime) -> bool {
        self.used_at.is_none() && now < self.expires_at && self.registration_id.is_some()
    }

    /// Whether its typed code may still be tried.
    pub fn accepts_code(&self, now: OffsetDateTime) -> bool {
        self.is_live(now) && now < self.created_at + CODE_LIFETIME && self.code_tries < CODE_TRIES
    }
}

/// Derives and reads links and codes.
#[derive(Clone)]
pub struct OneTimeTokens {
    secrets: Arc<dyn SecretDeriver>,
}

const LINK: &str = "one-time link";
const CODE: &str = "one-time code";

impl OneTimeTokens {
    /// Derives from the secret behind `secrets`.
    pub fn new(secrets: Arc<dyn SecretDeriver>) -> Self {
        Self { secrets }
    }

    /// The text behind `#token=`: the row's id and 256 secret bits, base64url without padding.
    pub fn link(&self, id: Uuid) -> String {
        let mut bytes = id.as_bytes().to_vec();
        bytes.extend(self.secrets.derive(LINK, id, b""));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The id in a link's text when its secret is right.
    pub fn read_link(&self, text: &str) -> Option<Uuid> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).ok()?;
        let (id, mac) = bytes.split_first_chunk::<16>()?;
        let id = Uuid::from_bytes(*id);
        let mac: &[u8; 32] = mac.try_into().ok()?;
        self.secrets.matches(LINK, id, b"", mac).then_some(id)
    }

    /// The six digits a person may type instead of following the link.
    pub fn code(&self, id: Uuid) -> String {
        let mac = self.secrets.derive(CODE, id, b"");
        let number = mac.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        // 2^64 is so much larger than 10^6 that the remainder is as good as even.
        format!("{:0CODE_LENGTH$}", number % 1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain(u8);

    impl SecretDeriver for Plain {
        fn derive(&self, label: &str, id: Uuid, _message: &[u8]) -> [u8; 32] {
            let mut mac = [self.0; 32];
            mac[0] = label.len() as u8;
            mac[1..17].copy_from_slice(id.as_bytes());
            mac
        }

        fn matches(&self, label: &str, id: Uuid, message: &[u8], presented: &[u8; 32]) -> bool {
            self.derive(label, id, message) == *presented
        }
    }

    #[test]
    fn a_link_is_read_back_only_whole_and_under_the_same_secret() {
        let tokens = OneTimeTokens::new(Arc::new(Plain(1)));
        let id = Uuid::from_u128(7);
        let link = tokens.link(id);
        assert_eq!(tokens.read_link(&link), Some(id));
        assert_eq!(tokens.read_link(&format!(" {link}\n")), Some(id));
        for wrong in ["", "x", &link[1..], &format!("{link}A"), &"A".repeat(64), "ä"] {
            assert_eq!(tokens.read_link(wrong), None, "{wrong:?}");
        }
        assert_eq!(OneTimeTokens::new(Arc::new(Plain(2))).read_link(&link), None);
    }

    #[test]
    fn a_code_is_six_digits_and_belongs_to_its_row() {
        let tokens = OneTimeTokens::new(Arc::new(Plain(1)));
        let code = tokens.code(Uuid::from_u128(7));
        assert!(code.len() == 6 && code.chars().all(|c| c.is_ascii_digit()), "{code}");
        assert_eq!(code, tokens.code(Uuid::from_u128(7)));
    }

    #[test]
    fn a_code_is_the_first_eight_bytes_of_the_mac_modulo_a_million_with_leading_zeros() {
        let tokens = OneTimeTokens::new(Arc::new(Plain(1)));
        // 0x0d is the length of the label, the rest are the id's first bytes (see `Plain`).
        let table = [
            (0x0102_0304_0506_07ff_u128 << 64, 0x0d01_0203_0405_0607_u64, "369351"),
            (0, 0x0d00_0000_0000_0000, "063168"),
        ];
        for (id, number, code) in table {
            assert_eq!(number % 1_000_000, code.parse::<u64>().expect("digits"));
            assert_eq!(tokens.code(Uuid::from_u128(id)), code);
        }
    }

    #[test]
    fn the_word_of_a_purpose_is_stored_and_must_not_change() {
        assert_eq!(Purpose::VerifyEmail.as_str(), "verify_email");
    }

    #[test]
    fn a_link_lives_a_day_and_a_code_ten_minutes_and_five_tries() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let email = EmailAddress::stored("a@example.org".into());
        let token = OneTimeToken::new(Uuid::nil(), Purpose::VerifyEmail, email, Some(Uuid::nil()), now);
        assert!(token.is_live(now + Duration::hours(24) - Duration::seconds(1)));
        assert!(!token.is_live(now + Duration::hours(24)));
        assert!(token.accepts_code(now + Duration::minutes(10) - Duration::seconds(1)));
        assert!(!token.accepts_code(now + Duration::minutes(10)));
        assert!(!OneTimeToken { code_tries: 5, ..token.clone() }.accepts_code(now));
        assert!(!OneTimeToken { used_at: Some(now), ..token.clone() }.is_live(now));
        assert!(!OneTimeToken { registration_id: None, ..token }.is_live(now));
    }
}
