//! Rules for free text: what counts as blank, maximum length (in code points), and no control characters in the
//! database or in mails. Texts of one line, which mails and lists show beside others, hold only visible
//! characters and whole emoji, and nothing that reorders what stands around it.

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::{FieldError, emoji};

/// Constraints of a text field.
#[derive(Debug, Clone, Copy)]
pub struct TextRule {
    /// JSON pointer of the field.
    pub field: &'static str,
    /// The field's name in messages, such as "City".
    pub label: &'static str,
    /// Maximum length in code points.
    pub limit: usize,
    /// Whether line breaks and tabs are allowed.
    pub multiline: bool,
}

/// Checks text values and collects errors.
pub struct Text;

impl Text {
    /// Returns the value of a field that must not be blank, as [`optional`](Self::optional) does.
    pub fn required(value: &str, rule: TextRule, errors: &mut Vec<FieldError>) -> String {
        let value = Self::optional(value, rule, errors).unwrap_or_default();
        if value.is_empty() {
            errors.push(FieldError::new(rule.field, "required", format!("{} is required.", rule.label)));
        }
        value
    }

    /// Returns the trimmed value of an optional field, `None` if blank, and one line [tidied](Self::tidied); problems are
    /// added to `errors`.
    pub fn optional(value: &str, rule: TextRule, errors: &mut Vec<FieldError>) -> Option<String> {
        let value = if rule.multiline { value.trim().to_owned() } else { Self::tidied(value) };
        if let Some(problem) = Self::problem(&value, rule) {
            errors.push(FieldError::new(rule.field, problem.0, problem.1));
        }
        (!value.is_empty()).then_some(value)
    }

    /// One line, trimmed, without what comes along unseen when it is pasted: direction marks around a phone number, soft
    /// hyphens, zero-width spaces and joiners. Those that belong to an emoji stay. A tab becomes a space.
    pub fn tidied(line: &str) -> String {
        let characters: Vec<char> = line.chars().collect();
        let kept = (0..characters.len()).filter_map(|at| match characters[at] {
            '\t' | '\u{b}' => Some(' '),
            c if comes_along(c) && !emoji::joins(&characters, at) => None,
            c => Some(c),
        });
        kept.collect::<String>().trim().to_owned()
    }

    /// What is wrong with a text, apart from being blank: `(code, message)`.
    pub fn problem(value: &str, rule: TextRule) -> Option<(&'static str, String)> {
        let is_forbidden = if rule.multiline {
            value.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        } else {
            let line: Vec<char> = value.chars().collect();
            (0..line.len()).any(|at| is_unseen(line[at]) && !emoji::joins(&line, at))
        };
        if is_forbidden {
            return Some(("invalid_text", format!("{} holds characters that cannot be stored.", rule.label)));
        }
        if value.chars().count() > rule.limit {
            return Some((
                "too_long",
                format!("{} may be at most {} characters long.", rule.label, rule.limit),
            ));
        }
        None
    }
}

/// Whether a character that cannot be seen often comes along with copied text.
fn comes_along(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}')
        || matches!(c, '\u{2066}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character is refused in one line, except within an emoji: controls, line separators, and what cannot be seen,
/// including the marks that change the direction of writing and the joiners, so that names that look the same are equal.
fn is_unseen(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    /// A pattern of Braille without dots: a symbol by its category, and blank.
    const BRAILLE_BLANK: char = '\u{2800}';
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    matches!(category, Control | Format | LineSeparator | ParagraphSeparator)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || c == BRAILLE_BLANK
}

/// Whether a text shows nothing: it holds only spaces, unseen characters, and marks without a letter to stand on.
pub(crate) fn shows_nothing(text: &str) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark};
    let categories = CodePointMapData::<GeneralCategory>::new();
    text.chars().all(|c| {
        c.is_whitespace() || is_unseen(c) || matches!(categories.get(c), EnclosingMark | NonspacingMark)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CITY: TextRule = TextRule { field: "/city", label: "City", limit: 5, multiline: false };

    fn codes(value: &str, rule: TextRule) -> Vec<&'static str> {
        let mut errors = Vec::new();
        Text::required(value, rule, &mut errors);
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
            ("\u{200e} \t", &["required"]),
            ("Tam\u{ad}pa\u{200b}", &[]),
            ("👩‍🏫👩‍🏫", &["too_long"]),
            ("a\u{0}b", &["invalid_text"]),
            ("a\nb", &["invalid_text"]),
        ];
        for (value, expected) in table {
            assert_eq!(codes(value, CITY), *expected, "{value:?}");
        }
    }

    #[test]
    fn what_is_pasted_along_unseen_is_dropped_and_emoji_stay_whole() {
        for unseen in [
            '\u{ad}',
            '\u{61c}',
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{e0041}',
        ] {
            assert_eq!(Text::tidied(&format!("{unseen}a{unseen}b{unseen}")), "ab", "{unseen:?}");
            assert_eq!(codes(&format!("a{unseen}b"), CITY), [""; 0], "{unseen:?}");
            assert_eq!(codes(&unseen.to_string(), CITY), ["required"], "{unseen:?} alone");
        }
        assert_eq!(Text::tidied("\u{202a}+1 212\t555\u{b}0100\u{202c}"), "+1 212 555 0100");
        for whole in
            ["a b", "a\u{a0}b", "山\u{3000}田", "Zoë", "e\u{301}", "ناصر", "🙂", "👩🏽‍🏫", "❤️", "🏳️‍🌈", "🇺🇸", "1️⃣"]
        {
            assert_eq!(Text::tidied(whole), whole);
            assert_eq!(codes(whole, CITY), [""; 0], "{whole}");
        }
    }

    #[test]
    fn a_line_holds_no_separating_character_and_none_that_only_takes_up_room() {
        for unseen in [
            '\r', '\u{34f}', '\u{115f}', '\u{180e}', '\u{2028}', '\u{2029}', '\u{2800}', '\u{3164}',
            '\u{ffa0}', '\u{fff9}',
        ] {
            assert_eq!(codes(&format!("a{unseen}b"), CITY), ["invalid_text"], "{unseen:?}");
            assert!(!codes(&unseen.to_string(), CITY).is_empty(), "{unseen:?} alone");
        }
    }

    #[test]
    fn a_long_text_keeps_its_line_breaks_but_no_other_control_character() {
        let rule = TextRule { multiline: true, limit: 50, ..CITY };
        assert!(codes("one\r\ntwo\tthree", rule).is_empty());
        assert_eq!(codes("one\u{7}two", rule), ["invalid_text"]);
    }

    proptest! {
        #[test]
        fn what_is_accepted_is_trimmed_within_the_limit_and_without_controls(
            value in "[ab \t\r\n\u{0}\u{7f}-\u{9f}]{0,8}|(?s).{0,12}", multiline in any::<bool>(),
        ) {
            let rule = TextRule { multiline, ..CITY };
            let mut errors = Vec::new();
            let text = Text::required(&value, rule, &mut errors);
            let tidied = if multiline { value.trim().to_owned() } else { Text::tidied(&value) };
            let long = tidied.chars().count() > CITY.limit;
            if errors.is_empty() {
                prop_assert!(!long && !text.is_empty() && text == tidied);
                let line = |c: char| c == '\n' || c == '\r' || c == '\t';
                prop_assert!(text.chars().all(|c| !c.is_control() || multiline && line(c)), "{:?}", text);
            } else if value.chars().all(|c| c.is_ascii_graphic()) {
                prop_assert!(long || value.is_empty(), "{:?}: {:?}", value, errors);
            }
        }

        #[test]
        fn tidying_once_is_enough_and_keeps_what_is_seen(line in "[a-z\u{200b}-\u{200f}\u{fe0f}👩🏽🏫🏴1\u{20e3}\u{e0067}\u{e007f}\u{ad} \t]{0,10}") {
            let tidied = Text::tidied(&line);
            prop_assert_eq!(Text::tidied(&tidied), tidied.clone());
            prop_assert_eq!(Text::problem(&tidied, TextRule { limit: 10, ..CITY }), None);
            let seen = |text: &str| text.replace('\t', " ").chars().filter(|c| !is_unseen(*c)).collect::<String>().trim().to_owned();
            prop_assert_eq!(seen(&tidied), seen(&line));
        }
    }
}
