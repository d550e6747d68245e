use unicode_normalization::UnicodeNormalization;

use super::{FieldError, TextRule};

/// Maximum length of a name in code points.
pub const NAME_MAX: usize = 100;

/// A validated first and last name.
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
        part(first, "/first_name", "First name", errors)
    }

    /// Validates the last name alone, as [`parse`](Self::parse) does.
    pub fn parse_last(last: &str, errors: &mut Vec<FieldError>) -> String {
        part(last, "/last_name", "Last name", errors)
    }
}

fn part(value: &str, field: &'static str, label: &'static str, errors: &mut Vec<FieldError>) -> String {
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
    name.contains(['/', '\\', '@']) || name.contains("www.") || name.split_whitespace().any(is_address)
}

/// Whether a word is a web address: a scheme (`mailto:x`), numbers separated by dots (`1.2.3.4`), or a dot between a
/// character and two letters or more (`t.co`). "J.R." is a name. "J.Smith" cannot be distinguished from an address and
/// must be written "J. Smith".
fn is_address(word: &str) -> bool {
    let scheme = word.split_once(':').is_some_and(|(_, rest)| !rest.is_empty());
    let labels: Vec<&str> = word.split('.').collect();
    let dotted = labels.windows(2).any(|pair| {
        let (before, behind) = (pair[0].chars().next_back(), pair[1]);
        let length = behind.chars().take_while(|c| c.is_alphanumeric() || *c == '-').count();
        let is_number = |c: Option<char>| c.is_some_and(char::is_numeric);
        before.is_some_and(char::is_alphanumeric)
            && (length > 1 || is_number(before) && is_number(behind.chars().next()))
    });
    scheme || dotted
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
            ("J.R. Smith", None),
            ("St. John", None),
            ("Dr. María José", None),
            ("Smith, Jr.", None),
            ("Ana ...", None),
            ("李", None),
            ("Nurul 'Ain bt. Ali", None),
            ("", Some("required")),
            ("visit https://example.com", Some("url_in_name")),
            ("www.example.com", Some("url_in_name")),
            ("www.", Some("url_in_name")),
            ("http:// example", Some("url_in_name")),
            ("Ana/Bo", Some("url_in_name")),
            ("Ana\\Bo", Some("url_in_name")),
            ("ana@school", Some("url_in_name")),
            ("win.example.com now", Some("url_in_name")),
            ("a.evil-site.com", Some("url_in_name")),
            ("t.co", Some("url_in_name")),
            ("x.com", Some("url_in_name")),
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
            ("J.Smith", Some("url_in_name")),
            ("a\nb", Some("invalid_text")),
            ("a\u{200b}b", Some("invalid_text")),
            ("Ana 👩🏽\u{200d}🏫", None),
            ("\u{3164}", Some("invalid_text")),
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
        fn names_made_of_words_are_accepted(name in "\\p{Lu}\\p{Ll}{0,12}([ '-]\\p{Lu}\\p{Ll}{1,8}){0,3}( \\p{Lu}\\.)?") {
            prop_assert_eq!(parsed(&name), Ok(name));
        }

        #[test]
        fn a_web_address_is_refused_everywhere_in_a_name(
            before in "([A-Z][a-z]{0,8} )?", behind in "( [A-Z][a-z]{0,8})?", host in "[a-z0-9]{1,9}",
            dot in "[.。．｡]", ending in "[a-zA-Z]{2,6}", scheme in "(https?:(//)?|mailto:|www\\.)?",
        ) {
            let name = format!("{before}{scheme}{host}{dot}{ending}{behind}");
            prop_assert_eq!(parsed(&name), Err(vec!["url_in_name"]), "{}", name);
        }

        #[test]
        fn accepted_names_are_one_trimmed_line_and_parse_unchanged(name in "[A-Za-z/\\\\@ \t\r\n]{0,12}|(?s).{0,120}") {
            if let Ok(accepted) = parsed(&name) {
                prop_assert!(!accepted.contains(['/', '\\', '@']) && !accepted.chars().any(char::is_control));
                prop_assert_eq!(accepted.as_str(), name.trim());
                prop_assert!((1..=NAME_MAX).contains(&accepted.chars().count()));
                prop_assert_eq!(parsed(&accepted), Ok(accepted.clone()));
            }
        }
    }
}
