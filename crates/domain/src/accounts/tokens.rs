//! Links and typed codes in mails. Both are derived from the server's secret and the row's id, so that the database and
//! the outbox contain only ids, and a mail that is sent twice contains the same link.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::Secrets;
use crate::shared::{EmailAddress, words};

pub const CODE_LIFETIME: Duration = Duration::minutes(10);
/// Number of wrong codes allowed per address. After that, even correct codes are refused, whichever mail contained
/// them.
pub const CODE_ATTEMPTS: u32 = 5;
/// How long a wrong code counts for its address. Codes for all purposes count together, and requesting another mail
/// grants no new attempts.
const WRONG_CODE_LIFETIME: Duration = Duration::days(1);

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Purpose {
        VerifyEmail = "verify_email",
        /// The link in a recovery mail; exchanged for a [`RecoveryGrant`](Self::RecoveryGrant).
        Recovery = "recovery",
        /// The single-use right to set a new password. It is returned to the owner of a proven address and never
        /// mailed.
        RecoveryGrant = "recovery_grant",
        SignInCode = "sign_in_code",
        /// A wrong code that a client sent for the address; has neither link nor code.
        WrongCode = "wrong_code",
        ChangeEmailOld = "change_email_old",
        ChangeEmailNew = "change_email_new",
        /// Restores the address to which the link was sent. While the link is live, the address is reserved for the
        /// account.
        RestoreEmail = "restore_email",
        /// Makes the owner of the address an administrator.
        AdminInvitation = "admin_invitation",
    }
}

impl Purpose {
    /// Purposes that belong to the owner of the address. Their tokens are void once the address changes owner.
    pub const OF_OWNER: [Self; 4] =
        [Self::VerifyEmail, Self::Recovery, Self::RecoveryGrant, Self::SignInCode];
    /// Purposes for a lost password. Their tokens are void once a password is set.
    pub const OF_PASSWORD: [Self; 3] = [Self::Recovery, Self::RecoveryGrant, Self::SignInCode];

    /// How long a link with this purpose is accepted, or a wrong code counts.
    pub const fn lifetime(self) -> Duration {
        match self {
            Self::VerifyEmail => Duration::hours(24),
            Self::Recovery | Self::ChangeEmailOld | Self::ChangeEmailNew => Duration::hours(1),
            Self::RestoreEmail => Duration::days(7),
            Self::AdminInvitation => Duration::days(3),
            Self::RecoveryGrant | Self::SignInCode => CODE_LIFETIME,
            Self::WrongCode => WRONG_CODE_LIFETIME,
        }
    }

    pub const fn is_of_change(self) -> bool {
        matches!(self, Self::ChangeEmailOld | Self::ChangeEmailNew | Self::RestoreEmail)
    }
}

pub const CODE_LENGTH: usize = 6;
/// Maximum length of a link's secret or of a refresh token, in characters.
pub const SECRET_MAX: usize = 128;

/// A row of `one_time_tokens`; contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneTimeToken {
    pub id: Uuid,
    pub purpose: Purpose,
    pub email: EmailAddress,
    /// The registration that a token for [`Purpose::VerifyEmail`] confirms; `None` for a decoy that makes every address
    /// cost the same. Tokens with other purposes belong to the user who owns the address when they are redeemed.
    pub registration_id: Option<Uuid>,
    /// The address change that the token belongs to; `None` for other purposes, and for a decoy that makes every address
    /// cost the same.
    pub change_id: Option<Uuid>,
    pub created_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    /// When it was redeemed. A token is single-use.
    pub used_at: Option<OffsetDateTime>,
}

impl OneTimeToken {
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
            change_id: None,
            created_at: now,
            expires_at: now + purpose.lifetime(),
            used_at: None,
        }
    }

    pub fn of_change(
        id: Uuid,
        purpose: Purpose,
        email: EmailAddress,
        change_id: Option<Uuid>,
        now: OffsetDateTime,
    ) -> Self {
        Self { change_id, ..Self::new(id, purpose, email, None, now) }
    }

    pub fn is_live(&self, now: OffsetDateTime) -> bool {
        let has_target = match self.purpose {
            Purpose::VerifyEmail => self.registration_id.is_some(),
            purpose if purpose.is_of_change() => self.change_id.is_some(),
            _ => true,
        };
        self.used_at.is_none() && now < self.expires_at && has_target
    }

    pub fn accepts_code(&self, now: OffsetDateTime) -> bool {
        self.is_live(now) && now < self.created_at + CODE_LIFETIME
    }
}

const LINK: &str = "one-time link";
const CODE: &str = "one-time code";
const GRANT: &str = "recovery grant";
/// With this byte the last character of the base64url text has two bits, so it is one of `AQgw`. Mail programs leave a `-`
/// or `_` at the end out of a link.
const PADDING: [u8; 1] = [0];

impl Secrets {
    /// The id of a row with 256 secret bits for this purpose, base64url without padding.
    pub(crate) fn sealed_id(&self, purpose: &str, id: Uuid) -> String {
        self.seal(purpose, b"", id, &PADDING)
    }

    /// The id in such a text, if its secret is correct.
    pub(crate) fn read_sealed_id(&self, purpose: &str, text: &str) -> Option<Uuid> {
        self.unseal::<{ PADDING.len() }>(purpose, b"", text.trim()).map(|(id, _)| id)
    }

    /// The text after `#token=`.
    pub fn link(&self, id: Uuid) -> String {
        self.sealed_id(LINK, id)
    }

    pub fn read_link(&self, text: &str) -> Option<Uuid> {
        self.read_sealed_id(LINK, text)
    }

    /// The bearer token of a recovery grant.
    pub fn grant(&self, id: Uuid) -> String {
        self.sealed_id(GRANT, id)
    }

    pub fn read_grant(&self, text: &str) -> Option<Uuid> {
        self.read_sealed_id(GRANT, text)
    }

    /// The six digits that can be typed instead of following the link.
    pub fn code(&self, id: Uuid) -> String {
        let mac = self.derive(CODE, id, b"");
        let number = mac.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        // 2^64 is so much larger than 10^6 that the remainder is practically uniform.
        format!("{:0CODE_LENGTH$}", number % 1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_and_a_grant_have_different_secrets_and_end_in_a_letter_or_digit() {
        let secrets = Secrets::new(&[1; 32]);
        for id in (0..200).map(Uuid::from_u128) {
            let (link, grant) = (secrets.link(id), secrets.grant(id));
            let read = (secrets.read_link(&format!(" {link}\n")), secrets.read_grant(&grant));
            assert_eq!(read, (Some(id), Some(id)));
            assert_eq!((secrets.read_link(&grant), secrets.read_grant(&link)), (None, None));
            for text in [link, grant] {
                assert!(text.len() <= SECRET_MAX && text.ends_with(|c: char| c.is_ascii_alphanumeric()));
            }
        }
    }

    #[test]
    fn a_code_is_the_first_eight_bytes_of_the_mac_modulo_a_million_in_six_digits() {
        let secrets = Secrets::new(&[1; 32]);
        for id in (0..200).map(Uuid::from_u128) {
            let mac = secrets.derive(CODE, id, b"");
            let number = u64::from_be_bytes(*mac.first_chunk().expect("eight bytes"));
            assert_eq!(secrets.code(id), format!("{:06}", number % 1_000_000));
        }
    }

    #[test]
    fn each_purpose_has_its_lifetime() {
        let minutes = Purpose::ALL.map(|purpose| purpose.lifetime().whole_minutes());
        assert_eq!(minutes, [24 * 60, 60, 10, 10, 24 * 60, 60, 60, 7 * 24 * 60, 3 * 24 * 60]);
    }

    #[test]
    fn a_link_is_live_for_a_day_and_a_code_for_ten_minutes() {
        let (now, moment) = (OffsetDateTime::UNIX_EPOCH, Duration::seconds(1));
        let email = EmailAddress::stored("a@example.org".into());
        let token = OneTimeToken::new(Uuid::nil(), Purpose::VerifyEmail, email, Some(Uuid::nil()), now);
        assert!(token.is_live(now + Duration::DAY - moment) && !token.is_live(now + Duration::DAY));
        let code_ends = now + Duration::minutes(10);
        assert!(token.accepts_code(code_ends - moment) && !token.accepts_code(code_ends));
        assert!(!OneTimeToken { used_at: Some(now), ..token.clone() }.is_live(now));
        assert!(!OneTimeToken { registration_id: None, ..token }.is_live(now));
    }
}
