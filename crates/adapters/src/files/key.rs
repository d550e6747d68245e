//! Validates file keys: a second line of defence, because the domain generates all keys.

use forum_domain::shared::Fault;

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
}
