//! What searches and orders by name treat as equal: the rule of the SQL function `folded_words`.

use unicode_normalization::UnicodeNormalization;

/// The words of a text, separated by single spaces. Letters with and without accents, composed and decomposed, in either
/// case are equal. Apostrophes are dropped, and other punctuation separates words.
pub fn folded_words(text: &str) -> String {
    const APOSTROPHES: &str = "'‘’‛ʹʻʼʽʾʿˈ′`´＇｀";
    let plain = text.chars().filter(|c| !APOSTROPHES.contains(*c)).nfkd();
    let plain = plain.filter(|c| !('\u{300}'..='\u{36f}').contains(c)).nfc();
    let mut folded = String::with_capacity(text.len());
    for c in plain.flat_map(char::to_lowercase) {
        match c {
            'ı' => folded.push('i'),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ŧ' => folded.push('t'),
            'ς' => folded.push('σ'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            c if is_separator(c) => folded.push(' '),
            c => folded.push(c),
        }
    }
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Punctuation and symbols, but no letter, digit or mark of any script.
fn is_separator(c: char) -> bool {
    matches!(c,
        '\u{1}'..='\u{2f}' | '\u{3a}'..='\u{40}' | '\u{5b}'..='\u{60}' | '\u{7b}'..='\u{bf}' | '\u{d7}' | '\u{f7}'
        | '\u{2b9}'..='\u{2ff}' | '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{964}' | '\u{965}' | '\u{2000}'..='\u{2bff}'
        | '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{3030}' | '\u{303d}'
        | '\u{30fb}' | '\u{fe00}'..='\u{fe6f}' | '\u{1f000}'..='\u{1faff}')
}

/// A text to search for: every word must be found, in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchWords(Vec<String>);

impl SearchWords {
    /// Words of fewer letters match only the beginning of a word.
    const SHORT: usize = 3;

    pub fn of(query: &str) -> Self {
        let mut words: Vec<String> = folded_words(query).split(' ').map(str::to_owned).collect();
        words.sort_unstable();
        words.dedup();
        words.retain(|word| !word.is_empty());
        Self(words)
    }

    /// Each text must occur in the folded words, which begin with a space, as does each word. No text contains
    /// punctuation. Empty if the query has no letter or digit: then nothing is found.
    pub fn parts(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().map(
            |word| {
                if word.chars().count() < Self::SHORT { format!(" {word}") } else { word.clone() }
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_folded_and_separated_by_single_spaces() {
        let table = [
            ("  Muñoz,  José ", "munoz jose"),
            ("O’Brien-Straße", "obrien strasse"),
            ("O´Brien", "obrien"),
            ("ÆØÅ Łukasz Đặng", "aeoa lukasz dang"),
            ("Þórður", "thordur"),
            ("İPEK ışık", "ipek isik"),
            ("ʻIolani", "iolani"),
            ("ΣΟΦΊΑΣ", "σοφιασ"),
            ("佐々木・健", "佐々木 健"),
            ("ＡＢＣ１", "abc1"),
            ("% _ \\ 🙂", ""),
        ];
        for (text, words) in table {
            assert_eq!(folded_words(text), words, "{text:?}");
        }
    }

    #[test]
    fn short_words_match_the_beginning_of_a_word_and_longer_ones_any_part() {
        let table: [(&str, &[&str]); 4] = [
            ("cruz maria", &["cruz", "maria"]),
            ("d la CRU la", &["cru", " d", " la"]),
            ("Ø", &[" o"]),
            ("?!", &[]),
        ];
        for (query, parts) in table {
            assert_eq!(SearchWords::of(query).parts().collect::<Vec<_>>(), parts, "{query:?}");
        }
    }

    proptest! {
        #[test]
        fn folded_words_are_fixed_and_find_themselves(text in "\\PC{0,40}") {
            let words = folded_words(&text);
            prop_assert_eq!(&folded_words(&words), &words);
            let found = format!(" {words}");
            prop_assert!(SearchWords::of(&text).parts().all(|part| found.contains(&part)));
        }
    }
}
