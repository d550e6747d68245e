//! Which invisible characters belong to an emoji (Unicode Technical Standard 51): joiners between two of them, the
//! selectors that choose how one is shown, and the tags of a flag. Without them, a family emoji would be shown as
//! separate figures.

use icu_properties::CodePointSetData;
use icu_properties::props::{EmojiModifier, ExtendedPictographic};

const JOINER: char = '\u{200d}';
const SELECTORS: std::ops::RangeInclusive<char> = '\u{fe0e}'..='\u{fe0f}';
const KEYCAP: char = '\u{20e3}';
const BLACK_FLAG: char = '\u{1f3f4}';
const TAGS: std::ops::RangeInclusive<char> = '\u{e0020}'..='\u{e007e}';
const END_OF_TAGS: char = '\u{e007f}';

/// Whether the character at this index is an invisible part of an emoji.
pub(super) fn joins(text: &[char], at: usize) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each invisible character of the text belongs to an emoji.
    fn belong(text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let is_invisible =
            |c: char| c == JOINER || SELECTORS.contains(&c) || TAGS.contains(&c) || c == END_OF_TAGS;
        let mut indices = (0..text.len()).filter(|at| is_invisible(text[*at]));
        indices.all(|at| joins(&text, at))
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
}
