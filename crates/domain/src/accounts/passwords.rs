//! The password policy (docs/product.md, 3.2) and the Unicode form in which passwords are checked and hashed.

use std::borrow::Cow;

use async_trait::async_trait;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::shared::{EmailAddress, Fault, FieldError, PersonName, words};

const PASSWORD_SYMBOLS: &str = "!@#$%^&*(),.?\":{}|<>";
/// Minimum length in code points.
pub const PASSWORD_MIN: usize = 8;
/// Maximum length in code points; longer input would only cost hashing time.
pub const PASSWORD_MAX: usize = 128;
const RULES_NEEDED: usize = 4;

/// Well-known passwords that meet four of the five rules. The rules already refuse all other well-known ones.
const COMMON: &str = include_str!("passwords/common_passwords.txt");

/// The password in Unicode's composed form (NFC; RFC 8265, section 4.2): some keyboards send `é` as one code point,
/// others as two.
pub fn composed_password(password: &str) -> Cow<'_, str> {
    if is_nfc(password) { Cow::Borrowed(password) } else { Cow::Owned(password.nfc().collect()) }
}

/// Hashes passwords slowly (argon2id). Both methods MUST hash the [composed form](composed_password) of
/// a password, because otherwise a user with a different keyboard could no longer sign in.
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// Hashes a new password; returns PHC form.
    async fn hash(&self, password: &str) -> Result<String, Fault>;

    /// Whether `password` matches `hash`. With `None` it MUST take equally long and return `false`, so that unknown
    /// addresses cost the same as known ones.
    async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordRules {
    /// Contains a letter a–z.
    pub lowercase: bool,
    /// Contains a letter A–Z.
    pub uppercase: bool,
    /// Contains a digit 0–9.
    pub number: bool,
    /// Contains one of [`PASSWORD_SYMBOLS`].
    pub symbol: bool,
    /// Has [`PASSWORD_MIN`] code points or more.
    pub length: bool,
}

impl PasswordRules {
    pub fn of(password: &str) -> Self {
        let password = composed_password(password);
        let any = |test: fn(char) -> bool| password.chars().any(test);
        Self {
            lowercase: any(|c| c.is_ascii_lowercase()),
            uppercase: any(|c| c.is_ascii_uppercase()),
            number: any(|c| c.is_ascii_digit()),
            symbol: any(|c| PASSWORD_SYMBOLS.contains(c)),
            length: password.chars().count() >= PASSWORD_MIN,
        }
    }

    pub fn met(self) -> usize {
        [self.lowercase, self.uppercase, self.number, self.symbol, self.length]
            .into_iter()
            .filter(|met| *met)
            .count()
    }

    pub fn acceptable(self) -> bool {
        self.met() >= RULES_NEEDED
    }
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum WeakReason {
        Length = "length",
        Characters = "characters",
        Pwned = "pwned",
        /// Contains the person's name or address, or the organisation's name.
        Context = "context",
    }
}

/// A refused password: the reasons, and which of the five rules it meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeakPassword {
    /// Never empty.
    pub reasons: Vec<WeakReason>,
    pub rules: PasswordRules,
}

impl WeakPassword {
    /// The message for a form: the fixed one (docs/product.md, 8) if the password breaks the rules, otherwise the one
    /// for the first reason.
    pub fn sentence(&self) -> &'static str {
        if self.reasons.contains(&WeakReason::Characters) {
            return "Password does not meet complexity requirements";
        }
        match self.reasons.first() {
            Some(WeakReason::Length) => "Password must be 8 to 128 characters long",
            Some(WeakReason::Pwned) => "This password is too well known; choose another",
            _ => "Password must not contain your name, your email address or our name",
        }
    }
}

/// Checks a new password: rules, length, the list of well-known passwords, and words that identify its owner.
///
/// # Errors
/// All reasons together.
pub fn check_password(password: &str, name: &PersonName, email: &EmailAddress) -> Result<(), WeakPassword> {
    let password = &*composed_password(password);
    let rules = PasswordRules::of(password);
    let mut reasons = Vec::new();
    if !(PASSWORD_MIN..=PASSWORD_MAX).contains(&password.chars().count()) {
        reasons.push(WeakReason::Length);
    }
    if !rules.acceptable() {
        reasons.push(WeakReason::Characters);
    }
    if COMMON.lines().any(|common| common == password) {
        reasons.push(WeakReason::Pwned);
    }
    if holds_context_word(password, name, email) {
        reasons.push(WeakReason::Context);
    }
    if reasons.is_empty() { Ok(()) } else { Err(WeakPassword { reasons, rules }) }
}

pub fn same_password() -> FieldError {
    let detail = "The new password is the current one. Please choose another.";
    FieldError::new("/password", "same_password", detail)
}

/// Whether the password contains a word of five letters or more from the name, the address or the organisation's name,
/// ignoring case.
fn holds_context_word(password: &str, name: &PersonName, email: &EmailAddress) -> bool {
    let password = password.to_lowercase();
    let sources = [name.first.as_str(), name.last.as_str(), email.as_str(), "Educators Forum"];
    sources
        .iter()
        .flat_map(|source| source.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.chars().count() >= 5)
        .any(|word| password.contains(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn reasons(password: &str) -> Vec<WeakReason> {
        let name = PersonName { first: "Marianne".into(), last: "Li".into() };
        let email = EmailAddress::stored("frau.mueller@school.example".into());
        check_password(password, &name, &email).err().map(|weak| weak.reasons).unwrap_or_default()
    }

    #[test]
    fn the_message_names_the_broken_rules_or_else_the_first_reason() {
        use WeakReason::{Characters, Context, Length, Pwned};
        let table: [(&[WeakReason], &str); 4] = [
            (&[Length, Characters, Pwned, Context], "Password does not meet complexity requirements"),
            (&[Length, Pwned], "Password must be 8 to 128 characters long"),
            (&[Pwned, Context], "This password is too well known; choose another"),
            (&[Context], "Password must not contain your name, your email address or our name"),
        ];
        for (reasons, sentence) in table {
            let weak = WeakPassword { reasons: reasons.to_vec(), rules: PasswordRules::of("") };
            assert_eq!(weak.sentence(), sentence, "{reasons:?}");
        }
    }

    #[test]
    fn each_of_the_five_rules_is_checked_separately() {
        let table = [("", 0), ("a", 1), ("A", 1), ("1", 1), ("{", 1), ("ééééééé", 0), ("éééééééé", 1)];
        for (password, met) in table.into_iter().chain([("aA1!", 4), ("aA1!aaaa", 5), ("aA1-aaaa", 4)]) {
            assert_eq!(PasswordRules::of(password).met(), met, "{password:?}");
        }
    }

    #[test]
    fn every_listed_symbol_counts_and_no_other() {
        for symbol in (' '..='~').filter(|c| c.is_ascii_punctuation() || *c == ' ') {
            let listed = "!@#$%^&*(),.?\":{}|<>".contains(symbol);
            assert_eq!(PasswordRules::of(&symbol.to_string()).symbol, listed, "{symbol:?}");
        }
    }

    #[test]
    fn four_of_five_rules_and_eight_code_points_are_needed() {
        use WeakReason::{Characters, Length};
        let table: &[(&str, &[WeakReason])] = &[
            ("Granite7pond", &[]),
            ("granite7pond!", &[]),
            ("aB3!xyz", &[Length]),
            ("granitepond7", &[Characters]),
            ("short", &[Length, Characters]),
            ("Wörter7ß", &[]),
            // Only a listed password is well known.
            ("Password1", &[WeakReason::Pwned]),
            ("Password1x7Q", &[]),
            // e followed by a combining acute accent is one code point.
            ("Cafe\u{301}!12", &[Length]),
            ("Cafe\u{301}!123", &[]),
        ];
        for (password, expected) in table {
            assert_eq!(reasons(password), *expected, "{password:?}");
        }
        for letter in ["x", "e\u{301}"] {
            assert_eq!(reasons(&format!("Aa1{}", letter.repeat(125))), []);
            assert_eq!(reasons(&format!("Aa1{}", letter.repeat(126))), [Length]);
        }
    }

    #[test]
    fn the_list_contains_only_passwords_that_meet_the_rules() {
        for password in COMMON.lines() {
            let rules = PasswordRules::of(password);
            assert!(rules.acceptable() && rules.length, "{password:?} needs no entry");
        }
    }

    #[test]
    fn words_of_five_letters_from_name_address_and_organisation_are_refused() {
        let table = [
            ("xMarianne77!", true),
            ("MARIANNE77!q", true),
            ("Mueller-99xx", true),
            ("School-99xx!", true),
            ("Educators99!", true),
            ("myForum-99!x", true),
            ("Frau-99xxyy!", false),
            ("Li-99xxyyzz!", false),
        ];
        for (password, refused) in table {
            assert_eq!(reasons(password) == [WeakReason::Context], refused, "{password:?}");
        }
    }

    proptest! {
        #[test]
        fn all_unicode_forms_of_a_password_get_the_same_result(
            password in "(?s)[a-dA-D0-3!äéñÅ \u{301}\u{308}\u{323}]{0,140}|.{0,20}",
        ) {
            let composed = composed_password(&password).into_owned();
            prop_assert_eq!(&*composed_password(&composed), composed.as_str());
            let decomposed: String = password.nfd().collect();
            prop_assert_eq!(&*composed_password(&decomposed), composed.as_str());
            prop_assert_eq!(reasons(&decomposed), reasons(&password));
            prop_assert_eq!(PasswordRules::of(&decomposed), PasswordRules::of(&password));
        }
    }
}
