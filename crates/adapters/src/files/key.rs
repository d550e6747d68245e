//! Validates file keys: a second line of defence, since the rules generate all of them.

use forum_domain::shared::Fault;

/// Maximum length of a key in bytes; the rules' own have 36 + 1 + 30.
const MAX: usize = 200;

/// Refuses anything that could lead out of the store or have a meaning in a shell, a URL or a file system: a key is one
/// or more names of letters, digits, `.`, `_` and `-`, separated by `/`, none of them `.` or `..`.
pub(super) fn checked(key: &str) -> Result<&str, Fault> {
    let plain = |name: &str| {
        !matches!(name, "" | "." | "..")
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    if key.len() <= MAX && key.split('/').all(plain) {
        Ok(key)
    } else {
        Err(Fault::Bug("not a valid file key".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_a_key() {
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
