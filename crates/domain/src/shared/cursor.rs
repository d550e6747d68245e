//! Keyset pagination. A cursor is the position of a row, not a number of rows to skip, so that no row is skipped or
//! repeated while the list changes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use time::OffsetDateTime;
use uuid::Uuid;

use super::Order;

/// The sort orders of a list, an enum.
pub trait Sorting: Copy + Send + Sync {
    const LIST: &'static str;

    /// The name of the sorting in the API.
    fn name(self) -> &'static str;

    /// The kinds of the sort keys in their order. Ties are sorted by id.
    fn key_kinds(self) -> &'static [KeyKind] {
        &[KeyKind::Instant]
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    Instant,
    Number,
    /// Text in the form in which the store compares it.
    Text,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// To the microsecond.
    Instant(OffsetDateTime),
    Number(i32),
    /// Up to 64 KiB.
    Text(String),
}

/// The position of a row in a sorted list. Positions are ordered as in the ascending list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The kinds of these keys are [`Sorting::key_kinds`].
    pub keys: Vec<Key>,
    pub id: Uuid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    After,
    /// The rows before the position.
    Before,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    pub side: Side,
    /// The position, whose row is excluded.
    pub place: Place,
}

/// The list, sorting, direction and filter to which a cursor is bound. The hash prevents mistakes, not forgery: a
/// forged cursor shows only rows of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scope([u8; 8]);

impl Scope {
    /// FNV-1a over all words, each terminated by a byte that does not occur in UTF-8.
    pub(super) fn of<S: Sorting>(sort: S, order: Order, filter: &[&str]) -> Self {
        let sorting = format!("{}.{}", S::LIST, sort.name());
        let words = [&*sorting, order.as_str()].into_iter().chain(filter.iter().copied());
        let bytes = words.flat_map(|word| word.bytes().chain([0xff]));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(hash.to_be_bytes())
    }
}

impl Cursor {
    /// Maximum length of the text in bytes: enough for two names of the maximum length.
    pub const MAX: usize = 2048;

    /// The opaque text: `base64url(scope ‖ side ‖ id ‖ keys)`.
    pub(super) fn encode(&self, scope: Scope) -> String {
        let mut bytes = scope.0.to_vec();
        bytes.push(u8::from(self.side == Side::Before));
        bytes.extend(self.place.id.as_bytes());
        for key in &self.place.keys {
            match key {
                Key::Instant(at) => bytes.extend(at.unix_timestamp_nanos().to_be_bytes()),
                Key::Number(number) => bytes.extend(number.to_be_bytes()),
                Key::Text(text) => {
                    bytes.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_be_bytes());
                    bytes.extend(text.bytes().take(u16::MAX.into()));
                }
            }
        }
        URL_SAFE_NO_PAD.encode(bytes)
    }

    pub(super) fn decode(text: &str, scope: Scope, kinds: &[KeyKind]) -> Option<Self> {
        if text.len() > Self::MAX {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let rest = bytes.strip_prefix(&scope.0)?;
        Self::read(rest, kinds)
    }

    fn read(bytes: &[u8], kinds: &[KeyKind]) -> Option<Self> {
        let ([side], rest) = bytes.split_first_chunk()?;
        let side = match side {
            0 => Side::After,
            1 => Side::Before,
            _ => return None,
        };
        let (id, mut rest) = rest.split_first_chunk()?;
        let mut keys = Vec::with_capacity(kinds.len());
        for kind in kinds {
            let (key, tail) = Key::read(*kind, rest)?;
            keys.push(key);
            rest = tail;
        }
        rest.is_empty().then_some(Self { side, place: Place { keys, id: Uuid::from_bytes(*id) } })
    }
}

impl Key {
    /// Reads one key and returns it with the remaining bytes.
    fn read(kind: KeyKind, bytes: &[u8]) -> Option<(Self, &[u8])> {
        match kind {
            KeyKind::Instant => {
                let (nanos, rest) = bytes.split_first_chunk()?;
                let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from_be_bytes(*nanos)).ok()?;
                // The database does not store times before 4714 BC.
                (at.year() > 0).then_some((Self::Instant(at), rest))
            }
            KeyKind::Number => {
                let (number, rest) = bytes.split_first_chunk()?;
                Some((Self::Number(i32::from_be_bytes(*number)), rest))
            }
            KeyKind::Text => {
                let (length, rest) = bytes.split_first_chunk()?;
                let (text, rest) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
                // The database does not store zero bytes.
                let text = str::from_utf8(text).ok().filter(|text| !text.contains('\0'))?;
                Some((Self::Text(text.to_owned()), rest))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::shared::{Page, PageRequest, Start};

    #[derive(Clone, Copy)]
    struct By(&'static str, &'static [KeyKind]);

    impl Sorting for By {
        const LIST: &'static str = "users";

        fn name(self) -> &'static str {
            self.0
        }

        fn key_kinds(self) -> &'static [KeyKind] {
            self.1
        }
    }

    const KINDS: &[KeyKind] = &[KeyKind::Text, KeyKind::Number, KeyKind::Instant];
    const NAME: By = By("name", KINDS);

    fn cursor() -> Cursor {
        let instant = OffsetDateTime::UNIX_EPOCH - time::Duration::microseconds(7);
        let keys = vec![Key::Text("Ünal \u{1f600}".into()), Key::Number(-3), Key::Instant(instant)];
        Cursor { side: Side::Before, place: Place { keys, id: Uuid::from_u128(9) } }
    }

    #[test]
    fn a_cursor_is_accepted_only_with_its_sorting_direction_and_filter() {
        let scope = Scope::of(NAME, Order::Asc, &["pending", "li"]);
        let text = cursor().encode(scope);
        assert_eq!(Cursor::decode(&text, scope, KINDS), Some(cursor()));
        for other in [
            Scope::of(By("status", KINDS), Order::Asc, &["pending", "li"]),
            Scope::of(NAME, Order::Desc, &["pending", "li"]),
            Scope::of(NAME, Order::Asc, &["pending", ""]),
            Scope::of(NAME, Order::Asc, &["pendingli"]),
            Scope::of(NAME, Order::Asc, &["li", "pending"]),
        ] {
            assert_eq!(Cursor::decode(&text, other, KINDS), None);
        }
    }

    #[test]
    fn damaged_and_forged_cursors_are_refused() {
        let scope = Scope::of(NAME, Order::Asc, &[]);
        let text = cursor().encode(scope);
        for length in 0..text.len() {
            assert_eq!(Cursor::decode(&text[..length], scope, KINDS), None, "{length}");
        }
        for (text, kinds) in [
            (format!("{text}AAAA"), KINDS),
            (text.clone(), &KINDS[..1]),
            (text, &[KeyKind::Number, KeyKind::Instant, KeyKind::Text]),
            ("ä".to_owned(), KINDS),
        ] {
            assert_eq!(Cursor::decode(&text, scope, kinds), None, "{text}");
        }
        let zero = Place { keys: vec![Key::Text("a\0b".into())], id: Uuid::nil() };
        let zero = Cursor { side: Side::After, place: zero }.encode(scope);
        assert_eq!(Cursor::decode(&zero, scope, &[KeyKind::Text]), None);
    }

    #[test]
    fn a_cursor_with_more_than_2048_characters_is_refused() {
        let scope = Scope::of(NAME, Order::Asc, &[]);
        let lengths = (1_400..1_600).map(|length| {
            let place = Place { keys: vec![Key::Text("a".repeat(length))], id: Uuid::nil() };
            let text = Cursor { side: Side::After, place }.encode(scope);
            assert_eq!(Cursor::decode(&text, scope, &[KeyKind::Text]).is_some(), text.len() <= 2_048);
            text.len()
        });
        assert!(lengths.clone().any(|length| length == 2_048) && lengths.max() > Some(2_048));
    }

    prop_compose! {
        fn cursors()(
            before in any::<bool>(),
            id in any::<u128>(),
            name in "(?s)[^\\x00]{0,500}",
            number in any::<i32>(),
            micros in -62_135_596_800_000_000_i64..253_402_300_800_000_000,
        ) -> Cursor {
            let instant = OffsetDateTime::UNIX_EPOCH + time::Duration::microseconds(micros);
            let side = if before { Side::Before } else { Side::After };
            let keys = vec![Key::Text(name), Key::Number(number), Key::Instant(instant)];
            Cursor { side, place: Place { keys, id: Uuid::from_u128(id) } }
        }
    }

    proptest! {
        #[test]
        fn every_cursor_round_trips_unless_it_is_too_long(cursor in cursors(), filter in ".{0,9}") {
            let scope = Scope::of(NAME, Order::Asc, &[&filter]);
            let text = cursor.encode(scope);
            let fits = text.len() <= Cursor::MAX;
            prop_assert_eq!(Cursor::decode(&text, scope, KINDS), fits.then_some(cursor));
        }

        /// Modified cursors are refused or equal to one that this server would write. They have another side, another
        /// byte, or additional bytes.
        #[test]
        fn only_the_canonical_text_of_a_cursor_is_accepted(
            cursor in cursors(), side in 0_u8..4, at in any::<prop::sample::Index>(), other in any::<u8>(),
            junk in prop::collection::vec(any::<u8>(), 0..3), text in ".{0,20}",
        ) {
            let scope = Scope::of(NAME, Order::Asc, &[]);
            let written = URL_SAFE_NO_PAD.decode(cursor.encode(scope)).expect("base64url");
            let (head, tail) = (&written[..scope.0.len()], &written[scope.0.len() + 1..]);
            let longer = [head, &[side], tail, &junk].concat();
            let mut changed = written.clone();
            changed[at.index(written.len())] = other;
            for text in [URL_SAFE_NO_PAD.encode(longer), URL_SAFE_NO_PAD.encode(changed), text] {
                if let Some(read) = Cursor::decode(&text, scope, KINDS) {
                    prop_assert_eq!(read.encode(scope), text);
                }
            }
        }
    }

    #[test]
    fn only_the_last_page_by_offset_shows_the_number_of_rows() {
        let page = |offset| PageRequest::new(Page { limit: 3, offset }, NAME, Order::Asc, &[]);
        for (offset, rows, total) in [
            (0, 0, Some(0)),
            (0, 1, Some(1)),
            (0, 3, Some(3)),
            (0, 4, None),
            (3, 0, None),
            (3, 1, Some(4)),
            (3, 3, Some(6)),
            (3, 4, None),
        ] {
            assert_eq!(page(offset).total(rows), total, "{rows} rows from {offset}");
        }
        let mut by_cursor = page(0);
        by_cursor.start = Start::Cursor(cursor());
        assert_eq!(by_cursor.total(1), None);
    }
}
