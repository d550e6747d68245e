//! Validates file keys: a second line of defence, because the domain generates all keys. Removes them from error messages
//! before these are logged: a key contains the owner's id and reveals the public address of a photo.

use forum_domain::shared::Fault;
use uuid::Uuid;

/// Maximum length of a key in bytes. Generated keys have 36 + 1 + 30 bytes.
const MAX_LENGTH: usize = 200;

/// Refuses keys that could escape from the store or have a special meaning in a shell, a URL or a file system. A key
/// consists of names of letters, digits, `.`, `_` and `-`, separated by `/`. No name is `.` or `..`.
pub(super) fn checked(key: &str) -> Result<&str, Fault> {
    let plain = |name: &str| {
        !matches!(name, "" | "." | "..")
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    if key.len() <= MAX_LENGTH && key.split('/').all(plain) {
        Ok(key)
    } else {
        Err(Fault::Bug("not a valid file key".to_owned()))
    }
}

const UUID_LENGTH: usize = 36;

/// Truncates each word at the beginning of an id.
pub(super) fn without_keys(text: &str) -> String {
    let end = |letter: char| letter.is_whitespace() || "\"'`,;<>(){}[]".contains(letter);
    text.split_inclusive(end)
        .map(|word| {
            let is_id = |bytes: &[u8]| Uuid::try_parse_ascii(bytes).is_ok();
            let Some(at) = word.as_bytes().windows(UUID_LENGTH).position(is_id) else {
                return word.to_owned();
            };
            let last = word.chars().next_back().filter(|letter| end(*letter));
            format!("{}…{}", &word[..at], last.map(String::from).unwrap_or_default())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_consists_of_plain_names() {
        let long = "a".repeat(201);
        for key in ["a", "a/headshot-1.jpg", ".unfinished/headshot-1.jpg.Zz09_", &long[..200]] {
            assert_eq!(checked(key), Ok(key));
        }
        for key in [
            "", "/", "a/", "/a", "a//b", ".", "..", "../a", "a/../b", "a/./b", "a\\..\\b", "a b", "a\0",
            "a\n", "%2e", "ä", "C:", &long,
        ] {
            assert!(matches!(checked(key), Err(Fault::Bug(_))), "{key:?}");
        }
    }

    #[test]
    fn a_word_is_truncated_at_the_beginning_of_an_id() {
        let key = "0190a7b0-0000-7000-8000-000000000001/headshot-1795262400123.jpg";
        let table = [
            (
                format!("at write, context: {{ path: {key} }} => gone"),
                "at write, context: { path: … } => gone",
            ),
            (format!("/srv/files/headshots/{key}: no space"), "/srv/files/headshots/… no space"),
            (format!("<Key>photos/headshots/{key}</Key>"), "<Key>photos/headshots/…</Key>"),
            (format!("https://s3.example/b/{}", key.replace('/', "%2F")), "https://s3.example/b/…"),
            (format!("{key},{key}"), "…,…"),
            ("No space left on device (os error 28)".into(), "No space left on device (os error 28)"),
            ("ä0190a7b0-0000-7000-8000-000000000001".into(), "ä…"),
        ];
        for (message, expected) in table {
            assert_eq!(without_keys(&message), expected);
        }
    }
}
