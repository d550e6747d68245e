use unicode_normalization::UnicodeNormalization;

use super::{FieldError, TextRule};

/// Maximum length of a name in code points.
pub const NAME_MAX: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName {
    pub first: String,
    pub last: String,
}

impl PersonName {
    /// No name, for mails without a greeting by name.
    pub const fn none() -> Self {
        Self { first: String::new(), last: String::new() }
    }

    /// Validates both names; problems are added to `errors` (`required`, `too_long`, `invalid_text`, `url_in_name` at
    /// `/first_name` and `/last_name`).
    pub fn parse(first: &str, last: &str, errors: &mut Vec<FieldError>) -> Self {
        Self { first: Self::parse_first(first, errors), last: Self::parse_last(last, errors) }
    }

    /// Validates the first name alone, as [`parse`](Self::parse) does.
    pub fn parse_first(first: &str, errors: &mut Vec<FieldError>) -> String {
        name_part(first, "/first_name", "First name", errors)
    }

    pub fn parse_last(last: &str, errors: &mut Vec<FieldError>) -> String {
        name_part(last, "/last_name", "Last name", errors)
    }
}

/// Validates a name that becomes part of a mail.
pub(crate) fn name_part(
    value: &str,
    field: &'static str,
    label: &'static str,
    errors: &mut Vec<FieldError>,
) -> String {
    let rule = TextRule { field, label, limit: NAME_MAX, multiline: false };
    let name = rule.required(value, errors);
    if holds_url(&name) {
        let sentence =
            format!("{label} cannot hold a web address. Leave a space after the dot of an initial.");
        errors.push(FieldError::new(field, "url_in_name", sentence));
    }
    name
}

/// Names are used in mails, and a link in a name would make the mail spam. Mail programs link `t.co` without any scheme,
/// and browsers accept wide and ideographic dots as dots.
pub(crate) fn holds_url(name: &str) -> bool {
    let name: String =
        name.nfkc().flat_map(char::to_lowercase).map(|c| if c == '。' { '.' } else { c }).collect();
    name.contains(['/', '\\', '@']) || name.contains("www.") || name.split(between_words).any(is_address)
}

fn between_words(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')')
}

/// Degrees that contain the domain of the Seychelles or of Thailand.
const DEGREES: [&str; 8] = ["b.sc", "m.sc", "d.sc", "b.sc.ed", "m.sc.ed", "b.th", "m.th", "d.th"];

/// Whether a word is a web address: a scheme (`mailto:x`), numbers separated by dots (`1.2.3.4`), or a dot between a
/// character and a top-level domain (`t.co`). "J.R.", "M.Ed." and "St.John" are names. "J.Kim" cannot be distinguished from
/// an address and must be written "J. Kim".
fn is_address(word: &str) -> bool {
    let scheme = word.split_once(':').is_some_and(|(_, rest)| !rest.is_empty());
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let labels: Vec<&str> = bare.split('.').collect();
    let dotted = labels.windows(2).any(|pair| {
        let (before, behind) = (pair[0].chars().next_back(), pair[1]);
        let end = behind.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(behind.len());
        let is_number = |c: Option<char>| c.is_some_and(char::is_numeric);
        before.is_some_and(char::is_alphanumeric)
            && (is_top_level(&behind[..end]) || is_number(before) && is_number(behind.chars().next()))
    });
    scheme || dotted && !DEGREES.contains(&bare)
}

/// Whether a label in lower case is a top-level domain, alone or up to a hyphen, where some mail programs end a link.
fn is_top_level(label: &str) -> bool {
    let is_listed = |label: &str| {
        let domain = idna::domain_to_ascii(label).map(|label| format!("x.{label}"));
        domain.is_ok_and(|domain| psl::suffix(domain.as_bytes()).is_some_and(|suffix| suffix.is_known()))
    };
    is_listed(label) || label.split_once('-').is_some_and(|(first, _)| is_listed(first))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_accepted_and_web_addresses_of_every_form_refused() {
        let table = [
            ("Ana", None),
            ("Mary-Jane O'Neill", None),
            ("J.R.", None),
            ("St. John", None),
            ("Smith, Jr.", None),
            ("King, M.Ed.", None),
            ("King, Ph.D., Ed.D.", None),
            ("King, M.S.Ed.,M.A.T.", None),
            ("King, M.Sc.,B.Sc.Ed.", None),
            ("(M.Th.)", None),
            ("Ed.S.", None),
            ("St.John", None),
            ("J.Smith", None),
            ("Ana.2", None),
            ("J.Kim", Some("url_in_name")),
            ("evil.com-free", Some("url_in_name")),
            ("evil.рф", Some("url_in_name")),
            ("evil.公司", Some("url_in_name")),
            ("evil.xn--p1ai", Some("url_in_name")),
            ("evil.ck", Some("url_in_name")),
            ("M.Sc.com", Some("url_in_name")),
            ("visit evil.com", Some("url_in_name")),
            ("李", None),
            ("Nurul 'Ain bt. Ali", None),
            ("", Some("required")),
            ("visit https://example.com", Some("url_in_name")),
            ("www.", Some("url_in_name")),
            ("http:// example", Some("url_in_name")),
            ("Ana/Bo", Some("url_in_name")),
            ("Ana\\Bo", Some("url_in_name")),
            ("ana@school", Some("url_in_name")),
            ("a.evil-site.com", Some("url_in_name")),
            ("t.co", Some("url_in_name")),
            ("(x.com)", Some("url_in_name")),
            ("see x.COM.", Some("url_in_name")),
            ("evil。com", Some("url_in_name")),
            ("evil．com", Some("url_in_name")),
            ("evil｡com", Some("url_in_name")),
            ("http:evil", Some("url_in_name")),
            ("mailto:evil", Some("url_in_name")),
            ("mailto：evil", Some("url_in_name")),
            ("1.2.3.4", Some("url_in_name")),
            ("[::1]", Some("url_in_name")),
            ("a\nb", Some("invalid_text")),
            ("a\u{200b}b", None),
            ("Ana 👩🏽\u{200d}🏫", None),
            ("\u{3164}", Some("required")),
            ("evil\u{200b}.com", Some("url_in_name")),
        ];
        for (name, code) in table {
            let mut errors = Vec::new();
            PersonName::parse(name, "Smith", &mut errors);
            assert_eq!(errors.first().map(|e| e.code), code, "{name:?}");
        }
    }

    fn parsed(name: &str) -> Result<String, Vec<&'static str>> {
        let mut errors = Vec::new();
        let name = PersonName::parse_first(name, &mut errors);
        if errors.is_empty() { Ok(name) } else { Err(errors.into_iter().map(|error| error.code).collect()) }
    }

    proptest! {
        #[test]
        fn a_web_address_is_refused_everywhere_in_a_name(
            before in "([A-Z][a-z]{0,8} )?", behind in "( [A-Z][a-z]{0,8})?", host in "[a-z0-9]{1,9}",
            dot in "[.。．｡]", ending in prop::sample::select(vec!["com", "ORG", "Io", "co", "email", "Museum", "рф"]), scheme in "(https?:(//)?|mailto:|www\\.)?",
        ) {
            let name = format!("{before}{scheme}{host}{dot}{ending}{behind}");
            prop_assert_eq!(parsed(&name), Err(vec!["url_in_name"]), "{}", name);
        }

        #[test]
        fn names_made_of_words_are_accepted(name in "\\p{Lu}\\p{Ll}{0,12}([ '-]\\p{Lu}\\p{Ll}{1,8}){0,3}( \\p{Lu}\\.)?") {
            prop_assert_eq!(parsed(&name), Ok(name));
        }

        #[test]
        fn accepted_names_are_one_trimmed_line_and_parse_unchanged(name in "[A-Za-z/\\\\@ \t\r\n]{0,12}|(?s).{0,120}") {
            if let Ok(accepted) = parsed(&name) {
                prop_assert!(!accepted.contains(['/', '\\', '@']) && !accepted.chars().any(char::is_control));
                prop_assert!((1..=NAME_MAX).contains(&accepted.chars().count()));
                prop_assert_eq!(parsed(&accepted), Ok(accepted.clone()));
            }
        }
    }
}
