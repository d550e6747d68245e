//! Codes for a user who has lost their authenticator. A set is one row. Its ten single-use codes are derived from the
//! row's id and shown only when the set is created.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::Secrets;

pub const RECOVERY_CODES: usize = 10;
/// Number of characters in a code without the hyphen, 5 bits each.
const LENGTH: usize = 10;
/// The lower-case alphabet of base32 (RFC 4648). It omits 0 and 1, which look like letters.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
const LABEL: &str = "recovery code";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveryCodes {
    pub id: Uuid,
    pub created_at: OffsetDateTime,
    pub used: [bool; RECOVERY_CODES],
}

impl RecoveryCodes {
    pub const fn new(id: Uuid, created_at: OffsetDateTime) -> Self {
        Self { id, created_at, used: [false; RECOVERY_CODES] }
    }

    pub fn left(&self) -> usize {
        self.used.iter().filter(|used| !**used).count()
    }

    /// The set after using the code at `position`; `None` if that code was used before.
    pub fn with_used(&self, position: usize) -> Option<Self> {
        let mut next = self.clone();
        let used = next.used.get_mut(position)?;
        (!std::mem::replace(used, true)).then_some(next)
    }
}

/// The codes of a set for display: `abcde-fghij`.
pub(super) fn recovery_codes(id: Uuid, secrets: &Secrets) -> Vec<String> {
    let shown = |code: String| format!("{}-{}", &code[..LENGTH / 2], &code[LENGTH / 2..]);
    (0..RECOVERY_CODES).map(|position| shown(code(id, position, secrets))).collect()
}

/// The position of a typed code in a set. Case, spaces and hyphens do not matter.
pub(super) fn position(id: Uuid, typed: &str, secrets: &Secrets) -> Option<usize> {
    let bare = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let typed: String = bare.map(|c| c.to_ascii_lowercase()).collect();
    (0..RECOVERY_CODES).find(|position| code(id, *position, secrets) == typed)
}

fn code(id: Uuid, position: usize, secrets: &Secrets) -> String {
    let bits = secrets.derive(LABEL, id, &[position as u8]);
    bits.iter().take(LENGTH).map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const SET: Uuid = Uuid::from_u128(1);

    #[test]
    fn each_of_ten_codes_is_recognized_however_it_is_typed_and_only_in_its_set() {
        let secrets = Secrets::new(&[1; 32]);
        let codes = recovery_codes(SET, &secrets);
        assert_eq!(codes.iter().collect::<HashSet<_>>().len(), 10);
        for (at, code) in codes.iter().enumerate() {
            assert!(code.len() == 11 && code.find('-') == Some(5), "two groups of five: {code}");
            let loose = format!(" {} ", code.to_uppercase().replace('-', " "));
            for typed in [code, &code.replace('-', ""), &loose] {
                assert_eq!(position(SET, typed, &secrets), Some(at), "{typed}");
            }
            assert_eq!(position(Uuid::from_u128(2), code, &secrets), None);
        }
        for wrong in ["", "-", &codes[0][..10], "aaaaa-aaaaa"] {
            assert_eq!(position(SET, wrong, &secrets), None, "{wrong}");
        }
    }

    #[test]
    fn a_code_is_single_use() {
        let fresh = RecoveryCodes::new(SET, OffsetDateTime::UNIX_EPOCH);
        assert_eq!(fresh.left(), 10);
        let next = fresh.with_used(3).expect("an unused code");
        assert_eq!((next.left(), next.used[3]), (9, true));
        assert_eq!(next.with_used(3), None);
        assert!(next.with_used(4).is_some());
        assert_eq!(fresh.with_used(10), None);
    }
}
