//! The six-digit codes in mails, from the real derivation.

use std::collections::HashSet;
use std::sync::Arc;

use forum_adapters::crypto::{HmacSecretDeriver, MasterSecret};
use forum_domain::accounts::OneTimeTokens;
use uuid::Uuid;

const SAMPLE: u128 = 20_000;

fn tokens(secret: u8) -> OneTimeTokens {
    OneTimeTokens::new(Arc::new(HmacSecretDeriver::new(&MasterSecret::new([secret; 32]))))
}

fn codes(secret: u8) -> Vec<String> {
    let tokens = tokens(secret);
    (0..SAMPLE).map(|row| tokens.code(Uuid::from_u128(row))).collect()
}

#[test]
fn codes_have_six_digits_and_each_digit_is_equally_frequent_at_every_position() {
    let codes = codes(1);
    let mut counts = [[0_u32; 10]; 6];
    for code in &codes {
        assert!(code.len() == 6 && code.bytes().all(|digit| digit.is_ascii_digit()), "{code}");
        for (place, digit) in code.bytes().enumerate() {
            counts[place][usize::from(digit - b'0')] += 1;
        }
    }
    // The expected count is 2,000 each, with a standard deviation of 42; the sample is fixed, so the test is
    // deterministic.
    for (place, digits) in counts.iter().enumerate() {
        assert!(digits.iter().all(|count| (1_800..2_200).contains(count)), "position {place}: {digits:?}");
    }
}

#[test]
fn codes_cover_the_whole_million() {
    // Of 20,000 codes out of 1,000,000, about 198 repeat an earlier one; out of 900,000 it would be 220, out of
    // 100,000 1,870.
    let codes = codes(1);
    let repeated = codes.len() - codes.iter().collect::<HashSet<_>>().len();
    assert!((150..250).contains(&repeated), "{repeated}");
}

#[test]
fn a_code_depends_only_on_the_row_and_the_secret() {
    assert_eq!(codes(1), codes(1));
    let same = codes(1).iter().zip(codes(2)).filter(|(one, other)| *one == other).count();
    assert!(same < 5, "{same} of {SAMPLE} codes are the same under another secret");
}
