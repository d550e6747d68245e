//! Names of stored photos: the owner's random id, `headshot-`, a timestamp in milliseconds, and an extension
//! (docs/product.md, 4.6). Only the extension of the client's file name is used.

use std::fmt;

use time::OffsetDateTime;
use uuid::Uuid;

use crate::headshots::ImageKind;
use crate::shared::words;

/// Path under which stored photos are served, outside `/api`.
const BASE: &str = "/storage/headshots/";
const PREFIX: &str = "headshot-";

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Extension {
        Jpg = "jpg",
        Jpeg = "jpeg",
        Png = "png",
        Webp = "webp",
    }
}

impl Extension {
    pub const fn kind(self) -> ImageKind {
        match self {
            Self::Jpg | Self::Jpeg => ImageKind::Jpeg,
            Self::Png => ImageKind::Png,
            Self::Webp => ImageKind::Webp,
        }
    }

    /// The extension of the client's file name if it matches the actual kind, otherwise the default for the kind.
    pub fn of(kind: ImageKind, file_name: Option<&str>) -> Self {
        let ending = file_name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
        let fits = |known: &Self| {
            known.kind() == kind && ending.is_some_and(|ending| ending.eq_ignore_ascii_case(known.as_str()))
        };
        let own = |known: &Self| known.kind() == kind;
        // Every kind has an extension, so the fallback is never used.
        Self::ALL.into_iter().find(fits).or_else(|| Self::ALL.into_iter().find(own)).unwrap_or(Self::Jpg)
    }
}

/// The key of a stored photo, written `<user id>/headshot-<timestamp>.<extension>`; unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HeadshotKey {
    pub user_id: Uuid,
    /// Milliseconds since 1970-01-01 UTC, never negative.
    pub timestamp: i64,
    pub extension: Extension,
}

impl HeadshotKey {
    /// A key for a photo uploaded at `now`, later than all `taken` keys of the owner, so that two uploads in the same
    /// millisecond differ.
    pub(super) fn fresh(
        user_id: Uuid,
        now: OffsetDateTime,
        extension: Extension,
        taken: impl Iterator<Item = Self>,
    ) -> Self {
        let now = now.unix_timestamp() * 1_000 + i64::from(now.millisecond());
        let last = taken.map(|key| key.timestamp).max();
        let timestamp = last.map_or(now, |last| now.max(last + 1)).max(0);
        Self { user_id, timestamp, extension }
    }

    /// Parses a key. Accepts only the exact form that [`Display`](fmt::Display) writes, so that each file has one path.
    pub fn parse(text: &str) -> Option<Self> {
        let (user_id, name) = text.split_once('/')?;
        let (timestamp, ending) = name.strip_prefix(PREFIX)?.split_once('.')?;
        let key = Self {
            user_id: Uuid::try_parse(user_id).ok()?,
            timestamp: timestamp.parse().ok()?,
            extension: Extension::parse(ending)?,
        };
        (key.timestamp >= 0 && key.to_string() == text).then_some(key)
    }

    pub fn of_url(path: &str) -> Option<Self> {
        Self::parse(path.strip_prefix(BASE)?)
    }

    pub fn name(&self) -> String {
        format!("{PREFIX}{}.{}", self.timestamp, self.extension.as_str())
    }

    /// The root-relative path under which it is served.
    pub fn url(&self) -> String {
        format!("{BASE}{self}")
    }
}

impl fmt::Display for HeadshotKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.user_id, self.name())
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use proptest::prelude::*;

    use super::*;

    const OWNER: Uuid = Uuid::from_u128(7);
    const NOW: OffsetDateTime = datetime!(2026-11-21 12:00:00.123456 UTC);

    #[test]
    fn the_clients_extension_is_used_only_if_it_matches_the_image() {
        let table = [
            (ImageKind::Jpeg, Some("me.jpg"), "jpg"),
            (ImageKind::Jpeg, Some("Me.At.Work.JPEG"), "jpeg"),
            (ImageKind::Jpeg, Some("me.png"), "jpg"),
            (ImageKind::Jpeg, Some("jpeg"), "jpg"),
            (ImageKind::Png, Some("me.jpg"), "png"),
            (ImageKind::Png, Some("../../etc/passwd"), "png"),
            (ImageKind::Webp, Some("x.webp/../y.svg"), "webp"),
            (ImageKind::Webp, None, "webp"),
        ];
        for (kind, name, expected) in table {
            assert_eq!(Extension::of(kind, name).as_str(), expected, "{kind:?} {name:?}");
        }
    }

    #[test]
    fn uploads_in_the_same_millisecond_get_different_keys() {
        let first = HeadshotKey::fresh(OWNER, NOW, Extension::Png, std::iter::empty());
        assert_eq!(first.name(), "headshot-1795262400123.png");
        let second = HeadshotKey::fresh(OWNER, NOW, Extension::Jpg, std::iter::once(first));
        let third = HeadshotKey::fresh(OWNER, NOW, Extension::Jpg, [first, second].into_iter());
        assert_eq!((second.timestamp, third.timestamp), (first.timestamp + 1, first.timestamp + 2));
    }

    #[test]
    fn only_the_canonical_spelling_of_a_key_is_accepted() {
        let key = HeadshotKey::fresh(OWNER, NOW, Extension::Jpeg, std::iter::empty());
        let text = key.to_string();
        assert_eq!(HeadshotKey::parse(&text), Some(key));
        assert_eq!(HeadshotKey::of_url(&key.url()), Some(key));
        let id = OWNER.to_string();
        for other in [
            text.replace("headshot-", "headshot-+"),
            text.replace("headshot-", "headshot-0"),
            text.replace("headshot-", "headshot--"),
            text.replace(".jpeg", ".JPEG"),
            text.replace(".jpeg", ".svg"),
            text.replace(".jpeg", ".jpeg/"),
            text.replace(".jpeg", ".jpeg\0"),
            text.replace(&id, &OWNER.simple().to_string()),
            text.replace(&id, &format!("../{id}")),
            format!("/{text}"),
            String::new(),
        ] {
            assert_eq!(HeadshotKey::parse(&other), None, "{other:?}");
        }
    }

    proptest! {
        #[test]
        fn every_key_round_trips_and_only_canonical_text_is_accepted(
            id in any::<u128>(), timestamp in 0_i64.., extension in prop::sample::select(Extension::ALL.to_vec()),
            junk in "(?s)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/headshot-[+0-9]{1,20}\\.(jpe?g|png|webp|svg|JPG)|.{0,90}",
        ) {
            let key = HeadshotKey { user_id: Uuid::from_u128(id), timestamp, extension };
            prop_assert_eq!(HeadshotKey::parse(&key.to_string()), Some(key));
            prop_assert_eq!(HeadshotKey::of_url(&key.url()), Some(key));
            if let Some(read) = HeadshotKey::parse(&junk) {
                prop_assert_eq!(read.to_string(), junk);
            }
        }
    }
}
