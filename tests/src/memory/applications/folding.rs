//! The folding for searches, equal to the SQL function `folded` of migration 0049.

use unicode_normalization::UnicodeNormalization;

pub(crate) fn folded(text: &str) -> String {
    let plain = text.nfkd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).nfc();
    plain
        .flat_map(char::to_lowercase)
        .map(|c| match c {
            'ı' => 'i',
            'ø' => 'o',
            'ł' => 'l',
            'đ' => 'd',
            'ς' => 'σ',
            '‘' | '’' | 'ʼ' => '\'',
            other => other,
        })
        .collect()
}
