//! Mailed links whose `#` a mail scanner has encoded: `/auth/confirm%23token=…`. The fragment then arrives in the path.
//! It is restored by a redirect and not logged.

/// The path of the page of an encoded link, and the original link. `None` if the path contains no encoded `#` (once or
/// twice). Text after the token is dropped. Without a readable token the link is the page.
pub(crate) fn repaired(path: &str) -> Option<(String, String)> {
    let decoded = path.replace("%25", "%");
    let (page, rest) = decoded.split_once("%23")?;
    let page = page.strip_suffix('/').unwrap_or(page);
    let value = rest.strip_prefix("token").unwrap_or_default();
    let value = ["=", "%3D", "%3d"].iter().find_map(|sign| value.strip_prefix(sign)).unwrap_or_default();
    let end = value.find(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c))).unwrap_or(value.len());
    let fragment = if end == 0 { String::new() } else { format!("#token={}", &value[..end]) };
    Some((page.to_owned(), format!("{page}{fragment}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoded_fragment_is_restored_after_its_path() {
        let table = [
            ("/auth/confirm%23token=aB-_9", "/auth/confirm", "/auth/confirm#token=aB-_9"),
            ("/auth/reset/%23token=a", "/auth/reset", "/auth/reset#token=a"),
            ("/auth/restore%2523token%253Da", "/auth/restore", "/auth/restore#token=a"),
            ("/auth/confirm%23token%3Da%26utm=x", "/auth/confirm", "/auth/confirm#token=a"),
            ("/auth/confirm%23token=a/..//evil.example", "/auth/confirm", "/auth/confirm#token=a"),
            ("/auth/confirm%23token=", "/auth/confirm", "/auth/confirm"),
            ("/auth/confirm%23", "/auth/confirm", "/auth/confirm"),
            ("/auth/confirm%23main", "/auth/confirm", "/auth/confirm"),
            ("//evil.example%23token=a", "//evil.example", "//evil.example#token=a"),
        ];
        for (path, page, link) in table {
            assert_eq!(repaired(path), Some((page.to_owned(), link.to_owned())), "{path}");
        }
        for path in ["/auth/confirm", "/auth/confirm?token=a", "/auth/confirm%3Ftoken=a", ""] {
            assert_eq!(repaired(path), None, "{path}");
        }
    }
}
