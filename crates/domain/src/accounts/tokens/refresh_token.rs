//! The text of a refresh token. It cannot be forged with the contents of the database.

use uuid::Uuid;

use super::seal::Seal;
use super::secret_deriver::SecretDeriver;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RefreshToken {
    pub(crate) session_id: Uuid,
    pub(crate) counter: u32,
}

impl RefreshToken {
    /// `base64url(session id ‖ counter ‖ MAC)`.
    pub(crate) fn write(self, secrets: &dyn SecretDeriver) -> String {
        seal(secrets).write(self.session_id, &self.counter.to_be_bytes())
    }

    /// Parses a token whose MAC is valid.
    pub(crate) fn read(text: &str, secrets: &dyn SecretDeriver) -> Option<Self> {
        let (session_id, counter) = seal(secrets).read(text)?;
        Some(Self { session_id, counter: u32::from_be_bytes(counter) })
    }
}

fn seal(secrets: &dyn SecretDeriver) -> Seal<'_> {
    Seal { secrets, label: "refresh token", context: b"" }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::accounts::tokens::testing::Plain;

    proptest! {
        #[test]
        fn a_token_round_trips_and_is_refused_with_one_character_changed(
            id in any::<u128>(), counter in any::<u32>(), at in any::<prop::sample::Index>(), other in "(?s).",
            junk in "(?s).{0,90}|[A-Za-z0-9_-]{70}",
        ) {
            let token = RefreshToken { session_id: Uuid::from_u128(id), counter };
            let text = token.write(&Plain(1));
            prop_assert_eq!(RefreshToken::read(&text, &Plain(1)), Some(token));
            prop_assert_eq!(RefreshToken::read(&text, &Plain(2)), None);
            let at = at.index(text.len());
            let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            prop_assert_eq!(RefreshToken::read(&changed, &Plain(1)).is_some(), changed == text, "{}", changed);
            prop_assert_eq!(RefreshToken::read(&junk, &Plain(1)), None);
        }
    }
}
