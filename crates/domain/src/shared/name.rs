//! First and last names.

use super::{FieldError, Text, TextRule};

/// Maximum length of a name in code points.
pub const NAME_MAX: usize = 100;

/// A validated first and last name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName {
    /// The given name.
    pub first: String,
    /// The family name.
    pub last: String,
}

impl PersonName {
    /// No name, for mails that greet nobody.
    pub const fn none() -> Self {
        Self { first: String::new(), last: String::new() }
    }

    /// Validates both names; problems are added to `errors` (`required`, `too_long`, `invalid_text`, `url_in_name` at
    /// `/first_name` and `/last_name`).
    pub fn parse(first: &str, last: &str, errors: &mut Vec<FieldError>) -> Self {
        let mut one = |value, field, label| {
            let rule = TextRule { field, label, limit: NAME_MAX, multiline: false };
            let name = Text::required(value, rule, errors);
            if holds_url(&name) {
                errors.push(FieldError::new(
                    field,
                    "url_in_name",
                    format!("{label} cannot hold a web address."),
                ));
            }
            name
        };
        Self { first: one(first, "/first_name", "First name"), last: one(last, "/last_name", "Last name") }
    }
}

/// Names are used in mails to addresses that a stranger entered; a link in a name would turn the confirmation mail into
/// spam (security bar, "mail injection").
fn holds_url(name: &str) -> bool {
    let name = name.to_lowercase();
    if name.contains("://") || name.contains("www.") || name.contains('/') || name.contains('@') {
        return true;
    }
    // "J.R. Smith" is a name, "win.example.com" is not: look for a dot directly between two runs of two or more
    // letters.
    name.split_whitespace().any(|word| {
        let labels: Vec<&str> = word.split('.').filter(|label| !label.is_empty()).collect();
        labels.len() > 1 && labels.iter().all(|label| label.chars().count() > 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_accepted_and_links_refused() {
        let table = [
            ("Ana", None),
            ("Mary-Jane O'Neill", None),
            ("J.R.", None),
            ("J.R. Smith", None),
            ("St. John", None),
            ("Dr. María José", None),
            ("", Some("required")),
            ("visit https://example.com", Some("url_in_name")),
            ("www.example.com", Some("url_in_name")),
            ("www.", Some("url_in_name")),
            ("http:// example", Some("url_in_name")),
            ("Ana/Bo", Some("url_in_name")),
            ("ana@school", Some("url_in_name")),
            ("win.example.com now", Some("url_in_name")),
            ("a\nb", Some("invalid_text")),
        ];
        for (name, code) in table {
            let mut errors = Vec::new();
            PersonName::parse(name, "Smith", &mut errors);
            assert_eq!(errors.first().map(|e| e.code), code, "{name:?}");
        }
    }
}
