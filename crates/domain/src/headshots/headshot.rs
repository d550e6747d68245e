//! A photo that somebody keeps, and the rules about how many: pure, from what was read under lock to the rows
//! that must be stored together.
//!
//! Row and file are two places, so a row is written ahead: `uploading` before the file is, `removing` before it
//! goes. Whatever is cut off in between leaves a row that the sweep finds.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::image_processor::ProcessedImage;
use super::key::{Extension, HeadshotKey};
use crate::shared::FieldError;

/// Where a photo stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeadshotState {
    /// Its file is being written; nobody sees it.
    Uploading,
    /// It is there.
    Stored,
    /// Its file is being removed; nobody sees it any more.
    Removing,
}

impl HeadshotState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Uploading, Self::Stored, Self::Removing];

    /// The word in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Uploading => "uploading",
            Self::Stored => "stored",
            Self::Removing => "removing",
        }
    }

    /// The state with this word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// A row of `headshots`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headshot {
    /// Random id.
    pub id: Uuid,
    /// Whose it is, its file and its kind.
    pub key: HeadshotKey,
    /// Pixels, 1 to [`ProcessedImage::MAX_SIDE`].
    pub width: u32,
    /// Pixels, 1 to [`ProcessedImage::MAX_SIDE`].
    pub height: u32,
    /// Size of the file, at least 1.
    pub bytes: u64,
    /// Where it stands.
    pub state: HeadshotState,
    /// When it was uploaded.
    pub created_at: OffsetDateTime,
    /// Since when it stands there.
    pub changed_at: OffsetDateTime,
}

impl Headshot {
    /// Photos that one user keeps at most.
    pub const KEPT: usize = 3;
    /// Uploads of one user in progress at a time, so that nobody fills the disk with interrupted uploads.
    pub const UNFINISHED: usize = 12;
    /// How long an upload counts as in progress: longer than any request may take.
    pub const AT_WORK: Duration = Duration::minutes(5);

    /// The complaint about a photo that the caller does not keep.
    #[must_use]
    pub fn unknown() -> FieldError {
        FieldError::new(
            "/headshot_id",
            "unknown_headshot",
            "This photo is not there. Please upload it again.",
        )
    }

    fn moved(&self, state: HeadshotState, now: OffsetDateTime) -> Self {
        Self { state, changed_at: now, ..self.clone() }
    }
}

/// A photo as a rule sees it, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnHeadshot {
    /// The row.
    pub headshot: Headshot,
    /// Whether an application, decided or not, shows it.
    pub in_use: bool,
}

/// Why a rule refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HeadshotRefusal {
    /// There is none with this id that could be so changed.
    #[error("no such photo")]
    NotFound,
    /// An application shows it.
    #[error("an application shows this photo")]
    InUse,
    /// Applications show all that may be kept.
    #[error("applications show all of the photos")]
    AllInUse,
    /// Too many uploads of this user did not end.
    #[error("too many uploads are unfinished")]
    Unfinished,
}

/// A photo about to be stored.
#[derive(Debug, Clone, Copy)]
pub struct Upload {
    /// Fresh.
    pub id: Uuid,
    /// The owner.
    pub user_id: Uuid,
    /// What its name ends in.
    pub extension: Extension,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Size of the file.
    pub bytes: u64,
}

impl Upload {
    pub(super) fn of(id: Uuid, user_id: Uuid, extension: Extension, image: &ProcessedImage) -> Self {
        let ProcessedImage { content, width, height } = image;
        Self { id, user_id, extension, width: *width, height: *height, bytes: content.len() as u64 }
    }
}

/// The row that is written before the file: under a key that no other photo of the owner has. Behind it the uploads
/// that were cut off before they could be given up: their sender went away, or the process ended.
///
/// # Errors
/// `AllInUse` as [`finish_upload`]; `Unfinished` where [`Headshot::UNFINISHED`] are in progress.
pub fn begin_upload(
    own: &[OwnHeadshot],
    upload: Upload,
    now: OffsetDateTime,
) -> Result<Vec<Headshot>, HeadshotRefusal> {
    let in_state = |state| own.iter().filter(move |own| own.headshot.state == state);
    if in_state(HeadshotState::Stored).filter(|own| own.in_use).count() >= Headshot::KEPT {
        return Err(HeadshotRefusal::AllInUse);
    }
    let (cut_off, at_work): (Vec<_>, Vec<_>) = in_state(HeadshotState::Uploading)
        .map(|own| &own.headshot)
        .partition(|headshot| headshot.changed_at + Headshot::AT_WORK <= now);
    if at_work.len() >= Headshot::UNFINISHED {
        return Err(HeadshotRefusal::Unfinished);
    }
    let Upload { id, user_id, extension, width, height, bytes } = upload;
    let taken = own.iter().map(|own| own.headshot.key);
    let key = HeadshotKey::fresh(user_id, now, extension, taken);
    let state = HeadshotState::Uploading;
    let new = Headshot { id, key, width, height, bytes, state, created_at: now, changed_at: now };
    let given_up = cut_off.into_iter().map(|headshot| headshot.moved(HeadshotState::Removing, now));
    Ok(std::iter::once(new).chain(given_up).collect())
}

/// The file is written: the photo is stored, first of the answer, and replaces the oldest that no application
/// shows where there would be more than [`Headshot::KEPT`].
///
/// # Errors
/// `NotFound` when the sweep gave it up meanwhile; `AllInUse`: photos of applications are kept as long as the
/// application, and a further application can use one of them again.
pub fn finish_upload(
    own: &[OwnHeadshot],
    id: Uuid,
    now: OffsetDateTime,
) -> Result<Vec<Headshot>, HeadshotRefusal> {
    let new = find(own, id, HeadshotState::Uploading).ok_or(HeadshotRefusal::NotFound)?;
    let mut stored: Vec<&OwnHeadshot> =
        own.iter().filter(|own| own.headshot.state == HeadshotState::Stored).collect();
    stored.sort_by_key(|own| own.headshot.key.timestamp);
    let surplus = (stored.len() + 1).saturating_sub(Headshot::KEPT);
    let replaced: Vec<&OwnHeadshot> = stored.into_iter().filter(|own| !own.in_use).take(surplus).collect();
    if replaced.len() < surplus {
        return Err(HeadshotRefusal::AllInUse);
    }
    let replaced = replaced.into_iter().map(|own| own.headshot.moved(HeadshotState::Removing, now));
    Ok(std::iter::once(new.headshot.moved(HeadshotState::Stored, now)).chain(replaced).collect())
}

/// The owner removes a stored photo.
///
/// # Errors
/// `NotFound`, `InUse`.
pub fn remove_headshot(
    own: &[OwnHeadshot],
    id: Uuid,
    now: OffsetDateTime,
) -> Result<Vec<Headshot>, HeadshotRefusal> {
    let chosen = find(own, id, HeadshotState::Stored).ok_or(HeadshotRefusal::NotFound)?;
    if chosen.in_use {
        return Err(HeadshotRefusal::InUse);
    }
    Ok(vec![chosen.headshot.moved(HeadshotState::Removing, now)])
}

/// An upload that came to nothing is given up.
///
/// # Errors
/// `NotFound` when it was stored or given up meanwhile.
pub fn give_up_upload(
    own: &[OwnHeadshot],
    id: Uuid,
    now: OffsetDateTime,
) -> Result<Vec<Headshot>, HeadshotRefusal> {
    let chosen = find(own, id, HeadshotState::Uploading).ok_or(HeadshotRefusal::NotFound)?;
    Ok(vec![chosen.headshot.moved(HeadshotState::Removing, now)])
}

fn find(own: &[OwnHeadshot], id: Uuid, state: HeadshotState) -> Option<&OwnHeadshot> {
    own.iter().find(|own| own.headshot.id == id && own.headshot.state == state)
}

#[cfg(test)]
mod tests;
