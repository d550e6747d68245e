//! Rules for free text: blank text, maximum length in code points, and no control characters in the database or in
//! mails. Invisible characters, which a paste from a web page or an address book carries unseen, are removed. So
//! single-line text, which mails and lists show next to other text, contains only visible characters and complete emoji.

use icu_properties::props::{
    DefaultIgnorableCodePoint, EmojiModifier, ExtendedPictographic, GeneralCategory,
};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::{FieldError, Invalid};

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
    /// Returns the cleaned value of a field that must not be blank; problems are added to `errors`.
    pub fn required(self, value: &str, errors: &mut Vec<FieldError>) -> String {
        let value = self.optional(value, errors).unwrap_or_default();
        if value.is_empty() {
            errors.push(FieldError::new(self.field, "required", format!("{} is required.", self.label)));
        }
        value
    }

    /// Returns the cleaned value of an optional field, `None` if blank; problems are added to `errors`.
    pub fn optional(self, value: &str, errors: &mut Vec<FieldError>) -> Option<String> {
        let value = self.cleaned(value);
        if let Some((code, detail)) = self.problem(&value) {
            errors.push(FieldError::new(self.field, code, detail));
        }
        (!value.is_empty()).then_some(value)
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

    /// The trimmed value without invisible characters; empty if it shows nothing. A single line keeps those of emoji, several
    /// lines also those that other scripts need, such as joiners. Tabs and unusual line breaks become spaces or line breaks.
    pub(crate) fn cleaned(self, value: &str) -> String {
        let text: Vec<char> = value.chars().collect();
        let line_break = if self.multiline { '\n' } else { ' ' };
        let kept = (0..text.len()).filter_map(|at| match text[at] {
            '\t' if !self.multiline => Some(' '),
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(line_break),
            c if c.is_control() => Some(c),
            c if self.multiline => (!is_mark(c)).then_some(c),
            c => (!is_invisible(c) || joins_emoji(&text, at)).then_some(c),
        });
        let kept = kept.collect::<String>();
        let kept = kept.trim();
        // A control character is refused, not dropped.
        let is_blank = shows_nothing(kept) && !kept.chars().any(|c| c.is_control() && !c.is_whitespace());
        if is_blank { String::new() } else { kept.to_owned() }
    }

    /// The error for a [`cleaned`](Self::cleaned) value as `(code, message)`. Blank text is accepted.
    pub fn problem(self, value: &str) -> Option<(&'static str, String)> {
        let is_allowed = |c: char| !c.is_control() || self.multiline && matches!(c, '\n' | '\r' | '\t');
        if !value.chars().all(is_allowed) {
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

/// Marks that change the direction of writing, soft hyphens, spaces without width and byte order marks.
fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}'
        | '\u{2066}'..='\u{2069}'
    )
}

/// Whether a single line must not contain a character, except within an emoji: controls, line separators, and invisible
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
fn shows_nothing(text: &str) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark};
    let categories = CodePointMapData::<GeneralCategory>::new();
    text.chars().all(|c| {
        c.is_whitespace() || is_invisible(c) || matches!(categories.get(c), EnclosingMark | NonspacingMark)
    })
}

const JOINER: char = '\u{200d}';
const SELECTORS: std::ops::RangeInclusive<char> = '\u{fe0e}'..='\u{fe0f}';
const KEYCAP: char = '\u{20e3}';
const BLACK_FLAG: char = '\u{1f3f4}';
const TAGS: std::ops::RangeInclusive<char> = '\u{e0020}'..='\u{e007e}';
const END_OF_TAGS: char = '\u{e007f}';

/// Whether the character at this index is an invisible part of an emoji (Unicode Technical Standard 51): a joiner between two
/// of them, a selector that chooses how one is shown, or a tag of a flag. Without them, a family emoji would be shown as
/// separate figures.
fn joins_emoji(text: &[char], at: usize) -> bool {
    let (before, behind) = (&text[..at], &text[at + 1..]);
    match text[at] {
        JOINER => behind.first().copied().is_some_and(is_pictograph) && ends_with_emoji(before),
        selector if SELECTORS.contains(&selector) => match before.last().copied() {
            Some('0'..='9' | '#' | '*') => behind.first() == Some(&KEYCAP),
            Some(c) => is_pictograph(c),
            None => false,
        },
        tag if TAGS.contains(&tag) || tag == END_OF_TAGS => {
            let is_tag = |c: &&char| TAGS.contains(*c);
            let flag = before.iter().rev().find(|c| !is_tag(c));
            let end = if tag == END_OF_TAGS { Some(&tag) } else { behind.iter().find(|c| !is_tag(c)) };
            flag == Some(&BLACK_FLAG) && end == Some(&END_OF_TAGS)
        }
        _ => false,
    }
}

/// A pictograph with optional skin tone and selector.
fn ends_with_emoji(text: &[char]) -> bool {
    let base = text.iter().rev().find(|c| !SELECTORS.contains(*c) && !is_skin_tone(**c));
    base.copied().is_some_and(is_pictograph)
}

fn is_pictograph(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

fn is_skin_tone(c: char) -> bool {
    CodePointSetData::new::<EmojiModifier>().contains(c)
}

/// Escapes text for use in an element or a quoted attribute.
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
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
            ("Tampas", &["too_long"]),
            ("a\u{0}b", &["invalid_text"]),
            ("a\nb", &["invalid_text"]),
        ];
        for (value, expected) in table {
            assert_eq!(codes(value, CITY), *expected, "{value:?}");
        }
    }

    #[test]
    fn pasted_invisible_characters_are_removed_and_emoji_stay_whole() {
        let invisible = "\u{ad}\u{34f}\u{61c}\u{115f}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{202e}\u{2060}\u{2066}\u{2800}\u{3164}\u{fe0f}\u{feff}\u{ffa0}\u{fff9}\u{e0041}";
        for c in invisible.chars() {
            assert_eq!(CITY.cleaned(&format!("a{c}b")), "ab", "{c:?}");
            assert_eq!(codes(&format!(" {c} "), CITY), ["required"], "{c:?} alone");
        }
        let table = [
            ("\u{202a}(555)\u{a0}010-0100\u{202c}\u{200e}", "(555)\u{a0}010-0100"),
            ("\u{feff}Lake\tCounty", "Lake County"),
            ("Lake\u{b}\u{c}\u{85}\u{2028}County", "Lake    County"),
            ("👩\u{200d}", "👩"),
            ("Lake\u{7}\u{200b}", "Lake\u{7}"),
        ];
        for (pasted, cleaned) in table {
            assert_eq!(CITY.cleaned(pasted), cleaned, "{pasted:?}");
        }
        let emoji = ["🙂", "👩🏽\u{200d}🏫", "❤\u{fe0f}", "🏳\u{fe0f}\u{200d}🌈", "🇺🇸", "1\u{fe0f}\u{20e3}"];
        for visible in ["a b", "a\u{a0}b", "山\u{3000}田", "Zoë", "e\u{301}", "ناصر"].into_iter().chain(emoji)
        {
            assert_eq!((CITY.cleaned(visible).as_str(), codes(visible, CITY)), (visible, Vec::new()));
        }
    }

    #[test]
    fn a_multiline_text_may_contain_line_breaks_but_no_other_control_characters() {
        let rule = TextRule { multiline: true, limit: 50, ..CITY };
        assert!(codes("one\r\ntwo\tthree", rule).is_empty());
        assert_eq!(rule.cleaned("\u{feff}one\u{b}\u{2029}two\u{ad}\tthree\u{202e}"), "one\n\ntwo\tthree");
        // Persian joiners and the parts of emoji stay, but do not make a blank text visible.
        for kept in ["می\u{200c}خواهم", "👩\u{200d}🏫 ❤\u{fe0f}"] {
            assert_eq!(rule.cleaned(kept), kept);
        }
        assert_eq!(codes("\u{200d} \u{feff}\n\u{3164}", rule), ["required"]);
        assert_eq!(codes("one\u{7}two", rule), ["invalid_text"]);
    }

    /// Whether each invisible character of the text belongs to an emoji.
    fn belong(text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let is_invisible =
            |c: char| c == JOINER || SELECTORS.contains(&c) || TAGS.contains(&c) || c == END_OF_TAGS;
        let mut indices = (0..text.len()).filter(|at| is_invisible(text[*at]));
        indices.all(|at| joins_emoji(&text, at))
    }

    #[test]
    fn joiners_selectors_and_tags_are_accepted_only_in_emoji() {
        let england = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
        for whole in ["👩‍🏫", "👩🏽‍🏫", "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️", "☎︎", "1️⃣", "#️⃣", england]
        {
            assert!(belong(whole), "{whole}");
            assert!(belong(&format!("a {whole} b")), "{whole}");
        }
        for stray in [
            "\u{200d}",
            "a\u{200d}b",
            "👩\u{200d}",
            "\u{200d}👩",
            "👩\u{200d}\u{200d}👩",
            "👩\u{200d}b",
            "a\u{fe0f}",
            "1\u{fe0f}",
            "\u{fe0f}",
            "❤\u{fe0f}\u{fe0f}",
            "\u{e0067}",
            "a\u{e0067}\u{e007f}",
            "🏴\u{e0067}\u{e0062}",
            "🏴a\u{e007f}",
        ] {
            assert!(!belong(stray), "{stray:?}");
        }
    }

    proptest! {
        #[test]
        fn escaped_text_contains_no_markup_and_unescapes_to_the_original(text in "(?s)([&<>\"'a;#]|&(amp|lt|gt|quot|#39);){0,20}|.{0,60}") {
            let escaped = escape_html(&text);
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
            let read = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
                .iter()
                .fold(escaped, |text, (entity, character)| text.replace(entity, character));
            prop_assert_eq!(read, text);
        }

        #[test]
        fn accepted_text_is_trimmed_within_the_limit_and_without_controls(
            value in "[ab \t\r\n\u{0}\u{7f}-\u{9f}]{0,8}|(?s).{0,12}", multiline in any::<bool>(),
        ) {
            let rule = TextRule { multiline, ..CITY };
            let mut errors = Vec::new();
            let text = rule.required(&value, &mut errors);
            let long = value.trim().chars().count() > CITY.limit;
            if errors.is_empty() {
                prop_assert!(!text.is_empty() && text.chars().count() <= CITY.limit);
                prop_assert_eq!(&rule.cleaned(&text), &text);
                let line = |c: char| c == '\n' || c == '\r' || c == '\t';
                prop_assert!(text.chars().all(|c| !c.is_control() || multiline && line(c)), "{:?}", text);
            } else if value.chars().all(|c| c.is_ascii_graphic()) {
                prop_assert!(long || value.is_empty(), "{:?}: {:?}", value, errors);
            }
        }
    }
}
