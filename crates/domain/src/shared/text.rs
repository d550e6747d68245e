//! Rules for free text: blank text, maximum length in code points, and no control characters in the database or in
//! mails. Single-line text, which mails and lists show next to other text, contains only visible characters and
//! complete emoji, and no character that reorders its neighbours.

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::{FieldError, Invalid, emoji};

#[derive(Debug, Clone, Copy)]
pub struct TextRule {
    /// JSON pointer of the field.
    pub field: &'static str,
    pub label: &'static str,
    /// Maximum length in code points.
    pub limit: usize,
    pub multiline: bool,
}

impl TextRule {
    /// Returns the trimmed value of a field that must not be blank; problems are added to `errors`.
    pub fn required(self, value: &str, errors: &mut Vec<FieldError>) -> String {
        let value = self.optional(value, errors).unwrap_or_default();
        if value.is_empty() {
            errors.push(FieldError::new(self.field, "required", format!("{} is required.", self.label)));
        }
        value
    }

    /// Returns the trimmed value of an optional field, `None` if blank; problems are added to `errors`.
    pub fn optional(self, value: &str, errors: &mut Vec<FieldError>) -> Option<String> {
        let value = value.trim();
        if let Some((code, detail)) = self.problem(value) {
            errors.push(FieldError::new(self.field, code, detail));
        }
        (!value.is_empty()).then(|| value.to_owned())
    }

    /// Like [`required`](Self::required), for a field that is checked alone.
    pub fn parse_required(self, value: &str) -> Result<String, Invalid> {
        let mut errors = Vec::new();
        let value = self.required(value, &mut errors);
        Invalid::unless_empty(errors).map(|()| value)
    }

    /// Like [`optional`](Self::optional), for a field that is checked alone.
    pub fn parse_optional(self, value: Option<&str>) -> Result<Option<String>, Invalid> {
        let mut errors = Vec::new();
        let value = value.and_then(|value| self.optional(value, &mut errors));
        Invalid::unless_empty(errors).map(|()| value)
    }

    /// The error for `value` as `(code, message)`. Blank text is accepted.
    pub fn problem(self, value: &str) -> Option<(&'static str, String)> {
        let is_forbidden = if self.multiline {
            value.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        } else {
            let line: Vec<char> = value.chars().collect();
            (0..line.len()).any(|at| is_invisible(line[at]) && !emoji::joins(&line, at))
        };
        if is_forbidden {
            return Some(("invalid_text", format!("{} holds characters that cannot be stored.", self.label)));
        }
        if value.chars().count() > self.limit {
            return Some((
                "too_long",
                format!("{} may be at most {} characters long.", self.label, self.limit),
            ));
        }
        None
    }
}

/// Whether a character is refused in single-line text, except within an emoji: controls, line separators, and invisible
/// characters, including joiners and marks that change the direction of writing. So names that look the same are equal.
fn is_invisible(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    /// The Braille pattern without dots is a symbol by its category, but invisible.
    const BRAILLE_BLANK: char = '\u{2800}';
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    matches!(category, Control | Format | LineSeparator | ParagraphSeparator)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || c == BRAILLE_BLANK
}

/// Whether `text` has no visible character: only spaces, invisible characters, and combining marks without a base.
pub(crate) fn shows_nothing(text: &str) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark};
    let categories = CodePointMapData::<GeneralCategory>::new();
    text.chars().all(|c| {
        c.is_whitespace() || is_invisible(c) || matches!(categories.get(c), EnclosingMark | NonspacingMark)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CITY: TextRule = TextRule { field: "/city", label: "City", limit: 5, multiline: false };

    fn codes(value: &str, rule: TextRule) -> Vec<&'static str> {
        let mut errors = Vec::new();
        rule.required(value, &mut errors);
        errors.iter().map(|e| e.code).collect()
    }

    #[test]
    fn text_is_trimmed_and_counted_in_code_points() {
        let table: &[(&str, &[&str])] = &[
            ("Tampa", &[]),
            ("  Tampa  ", &[]),
            ("Áéíóú", &[]),
            ("", &["required"]),
            (" \t ", &["required"]),
            ("Orlando", &["too_long"]),
            ("a\u{0}b", &["invalid_text"]),
            ("a\nb", &["invalid_text"]),
        ];
        for (value, expected) in table {
            assert_eq!(codes(value, CITY), *expected, "{value:?}");
        }
    }

    #[test]
    fn single_line_text_has_no_invisible_bidirectional_or_separating_character() {
        for invisible in [
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{180e}',
            '\u{200b}',
            '\u{200d}',
            '\u{200e}',
            '\u{2028}',
            '\u{2029}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2800}',
            '\u{3164}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff9}',
            '\u{e0041}',
        ] {
            assert_eq!(codes(&format!("a{invisible}b"), CITY), ["invalid_text"], "{invisible:?}");
            assert!(!codes(&invisible.to_string(), CITY).is_empty(), "{invisible:?} alone");
        }
        let emoji = ["🙂", "👩🏽\u{200d}🏫", "❤\u{fe0f}", "🏳\u{fe0f}\u{200d}🌈", "🇺🇸", "1\u{fe0f}\u{20e3}"];
        for visible in ["a b", "a\u{a0}b", "山\u{3000}田", "Zoë", "e\u{301}", "ناصر"].into_iter().chain(emoji)
        {
            assert!(codes(visible, CITY).is_empty(), "{visible:?}");
        }
    }

    #[test]
    fn a_multiline_text_may_contain_line_breaks_but_no_other_control_characters() {
        let rule = TextRule { multiline: true, limit: 50, ..CITY };
        assert!(codes("one\r\ntwo\tthree", rule).is_empty());
        assert_eq!(codes("one\u{7}two", rule), ["invalid_text"]);
    }

    proptest! {
        #[test]
        fn accepted_text_is_trimmed_within_the_limit_and_without_controls(
            value in "[ab \t\r\n\u{0}\u{7f}-\u{9f}]{0,8}|(?s).{0,12}", multiline in any::<bool>(),
        ) {
            let rule = TextRule { multiline, ..CITY };
            let mut errors = Vec::new();
            let text = rule.required(&value, &mut errors);
            let long = value.trim().chars().count() > CITY.limit;
            if errors.is_empty() {
                prop_assert!(!long && !text.is_empty() && text == value.trim());
                let line = |c: char| c == '\n' || c == '\r' || c == '\t';
                prop_assert!(text.chars().all(|c| !c.is_control() || multiline && line(c)), "{:?}", text);
            } else if value.chars().all(|c| c.is_ascii_graphic()) {
                prop_assert!(long || value.is_empty(), "{:?}: {:?}", value, errors);
            }
        }
    }
}
