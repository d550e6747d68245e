//! Email addresses: which are accepted, and when two are equal.

use std::borrow::Cow;
use std::fmt;

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use super::{FieldError, TextRule};

/// An address as entered, trimmed, with its domain in ASCII: an internationalised domain is stored as its A-labels
/// (`xn--…`, UTS 46), and a final dot is dropped. Two addresses are equal if their [`key`](Self::key) is.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Maximum length in code points (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    pub const MAX: usize = 254;

    /// Parses the address in the field `field`.
    ///
    /// # Errors
    /// `required`, `too_long`, `invalid_text` or `invalid_email` at `field`.
    pub fn parse(value: &str, field: &'static str) -> Result<Self, FieldError> {
        let rule = TextRule { field, label: "Email", limit: Self::MAX, multiline: false };
        let mut errors = Vec::new();
        let value = rule.required(value, &mut errors);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let invalid = |words| FieldError::new(field, "invalid_email", words);
        let (local, domain) = value.rsplit_once('@').ok_or_else(|| invalid(FORM))?;
        if !local.is_ascii() {
            return Err(invalid(LOCAL));
        }
        let address = format!("{local}@{}", ascii_domain(domain).ok_or_else(|| invalid(FORM))?);
        if !well_formed(&address) {
            return Err(invalid(FORM));
        }
        // A-labels are longer than the entered domain.
        if let Some((code, words)) = rule.problem(&address) {
            return Err(FieldError::new(field, code, words));
        }
        Ok(Self(address))
    }

    /// Wraps an address that was parsed before, such as one read from the database.
    pub fn stored(value: String) -> Self {
        Self(value)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form in which addresses are compared: lower case.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }

    /// The masked address, recognizable but not readable: `m***@example.org`.
    pub fn masked(&self) -> String {
        let (local, domain) = self.0.split_once('@').unwrap_or((&self.0, ""));
        let first: String = local.chars().take(1).collect();
        format!("{first}***@{domain}")
    }

    /// Masks every occurrence of this address in text such as a mail host's reply.
    pub fn masked_in(&self, text: &str) -> String {
        // Lowercasing only ASCII keeps byte positions; addresses are ASCII.
        let (lower, address) = (text.to_ascii_lowercase(), self.0.to_ascii_lowercase());
        let (mut masked, mut rest) = (String::new(), 0);
        for (at, found) in lower.match_indices(&address) {
            masked.push_str(&text[rest..at]);
            masked.push_str(&self.masked());
            rest = at + found.len();
        }
        masked.push_str(&text[rest..]);
        masked
    }
}

/// Never shows the whole address: debug output ends up in logs.
impl fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EmailAddress({})", self.masked())
    }
}

const FORM: &str = "Enter an email address like name@example.org.";
const LOCAL: &str =
    "Before the @, an email address may have only letters from a to z, digits and signs like . - _ +.";

/// The domain in its DNS form; `None` for an invalid name. ASCII is kept as entered.
fn ascii_domain(domain: &str) -> Option<String> {
    let ascii = if domain.is_ascii() {
        Cow::Borrowed(domain)
    } else {
        let uts46 = Uts46::new();
        let (denied, length) = (AsciiDenyList::STD3, DnsLength::VerifyAllowRootDot);
        uts46.to_ascii(domain.as_bytes(), denied, Hyphens::Check, length).ok()?
    };
    Some(ascii.strip_suffix('.').unwrap_or(&ascii).to_owned())
}

/// The characters of RFC 5322's `dot-atom`, without quoted parts and comments, which many mail programs mishandle. The
/// domain needs two labels or more, and the last must not be all digits, because it would be an IP address (RFC 3696,
/// section 2).
fn well_formed(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else { return false };
    let atom = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    let local_ok =
        local.len() <= 64 && local.split('.').all(|part| !part.is_empty() && part.chars().all(atom));
    let label_ok = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let (rest, last) = domain.rsplit_once('.').unwrap_or(("", domain));
    let is_name = !rest.is_empty() && last.chars().any(|c| !c.is_ascii_digit());
    local_ok && is_name && domain.split('.').all(label_ok)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn malformed_addresses_are_refused() {
        let good = [
            "a@1.co",
            "a@example.x1",
            "a@b.co",
            "mary.ann+forum@sub.example.org",
            "o'hara@school.k12.fl.us",
            " x@example.org ",
            "x@example.org.",
            "lehrer@münchen.example",
        ];
        for address in good {
            assert!(EmailAddress::parse(address, "/email").is_ok(), "{address}");
        }
        let long = format!("{}@example.org", "a".repeat(250));
        let too_long_in_ascii = format!("{}@{}example", "a".repeat(64), "münchen.".repeat(13));
        let bad = [
            ("", "required"),
            ("   ", "required"),
            ("plain", "invalid_email"),
            ("a@b", "invalid_email"),
            ("a b@example.org", "invalid_email"),
            ("a..b@example.org", "invalid_email"),
            ("a@-example.org", "invalid_email"),
            ("a@example..org", "invalid_email"),
            ("a@example.org\r\nBcc: x@example.org", "invalid_text"),
            ("Ann <a@example.org>", "invalid_email"),
            ("x@127.0.0.1", "invalid_email"),
            ("x@[127.0.0.1]", "invalid_email"),
            ("x@[IPv6:::1]", "invalid_email"),
            ("x@2130706433", "invalid_email"),
            ("x@example.1", "invalid_email"),
            ("x@example.org..", "invalid_email"),
            ("x@.", "invalid_email"),
            ("x@münchen", "invalid_email"),
            ("x@münchen..example", "invalid_email"),
            ("x@-münchen.example", "invalid_email"),
            ("x@mün chen.example", "invalid_email"),
            ("müller@example.org", "invalid_email"),
            (too_long_in_ascii.as_str(), "too_long"),
            (long.as_str(), "too_long"),
        ];
        for (address, code) in bad {
            assert_eq!(EmailAddress::parse(address, "/email").map_err(|e| e.code), Err(code), "{address:?}");
        }
    }

    #[test]
    fn an_internationalised_domain_is_stored_in_ascii_and_a_final_dot_is_dropped() {
        let table = [
            ("Lehrer@München.example", "Lehrer@xn--mnchen-3ya.example"),
            ("lehrer@münchen.example", "lehrer@xn--mnchen-3ya.example"),
            ("lehrer@xn--mnchen-3ya.example", "lehrer@xn--mnchen-3ya.example"),
            ("lehrer@straße.example.", "lehrer@xn--strae-oqa.example"),
            ("a@例子。例子", "a@xn--fsqu00a.xn--fsqu00a"),
            ("a@Ｅxample.org", "a@example.org"),
            ("Mary@Example.Org.", "Mary@Example.Org"),
            ("\u{202a}ana\u{ad}@example\u{200b}.org\u{202c}\u{feff}\t", "ana@example.org"),
        ];
        for (entered, stored) in table {
            let address = EmailAddress::parse(entered, "/email");
            assert_eq!(address.as_ref().map(EmailAddress::as_str), Ok(stored), "{entered}");
        }
        let key = |text| EmailAddress::parse(text, "/email").map(|address| address.key());
        assert_eq!(key("Mary@Example.org"), Ok("mary@example.org".to_owned()));
        assert_eq!(key("A@MÜNCHEN.example"), key("a@XN--MNCHEN-3YA.example."));
    }

    #[test]
    fn non_ascii_local_parts_are_refused_with_that_reason() {
        let refused = EmailAddress::parse("müller@example.org", "/email").map_err(|error| error.detail);
        assert_eq!(refused.err().as_deref(), Some(LOCAL));
    }

    #[test]
    fn debug_output_never_shows_an_address() {
        let address = EmailAddress::stored("mary@example.org".into());
        assert_eq!(format!("{address:?}"), "EmailAddress(m***@example.org)");
    }

    #[test]
    fn an_address_is_masked_everywhere_in_a_text() {
        let address = EmailAddress::stored("Mary@example.org".into());
        let reply = "550 <mary@example.org>: nö MARY@EXAMPLE.ORG, rosemary@example.org";
        let masked = "550 <M***@example.org>: nö M***@example.org, roseM***@example.org";
        assert_eq!(address.masked_in(reply), masked);
        assert_eq!(address.masked_in("421 try later"), "421 try later");
    }

    /// Addresses generated from the grammar of RFC 5322's `dot-atom` and of host names.
    fn addresses() -> impl Strategy<Value = String> {
        let local = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]{1,12}(\\.[a-z0-9+_-]{1,8}){0,2}";
        let domain = "([a-zA-Z0-9]([a-zA-Z0-9-]{0,8}[a-zA-Z0-9])?\\.){1,3}[a-z]{2,6}";
        (local, domain).prop_map(|(local, domain)| format!("{local}@{domain}"))
    }

    proptest! {
        #[test]
        fn every_address_in_the_grammar_is_accepted_and_one_foreign_character_invalidates_it_or_is_removed(
            address in addresses(), at in any::<prop::sample::Index>(), foreign in "[^!-~]|[\"(),:;<>\\[\\]\\\\@]",
        ) {
            // A domain may have letters from other scripts.
            let end = if foreign.is_ascii() { address.len() } else { address.find('@').unwrap_or_default() };
            let parsed = EmailAddress::parse(&address, "/email");
            prop_assert_eq!(parsed.as_ref().map(EmailAddress::as_str), Ok(address.as_str()));
            let at = if end > 1 { 1 + at.index(end - 1) } else { 1 };
            let spoiled = format!("{}{foreign}{}", &address[..at], &address[at..]);
            let parsed = EmailAddress::parse(&spoiled, "/email");
            prop_assert!(parsed.is_err() || parsed.is_ok_and(|parsed| parsed.as_str() == address), "{}", spoiled);
        }

        #[test]
        fn parsing_is_idempotent_and_never_yields_blanks_or_controls(text in "(?s).{0,80}") {
            if let Ok(address) = EmailAddress::parse(&text, "/email") {
                prop_assert!(address.as_str().chars().all(|c| c.is_ascii_graphic()), "{}", address.as_str());
                prop_assert_eq!(EmailAddress::parse(address.as_str(), "/email"), Ok(address.clone()));
                prop_assert_eq!(EmailAddress::stored(address.key()).key(), address.key());
            }
        }

        #[test]
        fn masked_text_never_shows_the_address(
            before in "(?s).{0,30}", behind in "(?s).{0,30}", local in "[a-z.+]{2,12}", domain in "[a-z]{1,9}\\.org",
        ) {
            let address = format!("{local}@{domain}");
            let masked = EmailAddress::stored(address.clone()).masked_in(&format!("{before}{address}{behind}"));
            prop_assert_eq!(masked, format!("{before}{}***@{domain}{behind}", &local[..1]));
        }
    }
}
