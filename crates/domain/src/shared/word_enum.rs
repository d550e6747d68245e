/// An enum that [`words!`] declares.
pub trait Words: Copy + 'static {
    const WORDS: &'static [Self];

    fn word(self) -> &'static str;

    fn of_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().copied().find(|known| known.word() == word)
    }
}

/// Declares an enum whose variants have fixed words, with `ALL`, `as_str` and `parse`. Rows and the API contain the
/// words, so they MUST NOT change.
macro_rules! words {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$of_variant:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $name {
            $($(#[$of_variant])* $variant,)+
        }

        impl $name {
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            pub fn parse(word: &str) -> Option<Self> {
                <Self as $crate::shared::Words>::of_word(word)
            }
        }

        impl $crate::shared::Words for $name {
            const WORDS: &'static [Self] = &Self::ALL;

            fn word(self) -> &'static str {
                self.as_str()
            }
        }
    };
}

pub(crate) use words;
