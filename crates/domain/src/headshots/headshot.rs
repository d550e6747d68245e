//! Photos, and the limits on their number. Pure functions map rows that were read under lock to the rows that must be
//! stored together.
//!
//! The row and the file cannot change in one transaction, so the row is written first: `uploading` before the file is
//! written, and `removing` before it is deleted. The sweep finds the row after an interruption at any point.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::image_processor::ProcessedImage;
use super::key::{Extension, HeadshotKey};
use crate::shared::{FieldError, words};

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum HeadshotState {
        /// Its file is being written. The photo is not visible.
        Uploading = "uploading",
        Stored = "stored",
        /// Its file is being deleted. The photo is no longer visible.
        Removing = "removing",
    }
}

/// A row of `headshots`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headshot {
    pub id: Uuid,
    pub key: HeadshotKey,
    /// Pixels, 1 to [`ProcessedImage::MAX_SIDE`].
    pub width: u32,
    /// Pixels, 1 to [`ProcessedImage::MAX_SIDE`].
    pub height: u32,
    /// File size in bytes, more than zero.
    pub bytes: u64,
    pub state: HeadshotState,
    pub created_at: OffsetDateTime,
    pub changed_at: OffsetDateTime,
}

impl Headshot {
    /// Maximum number of photos per user, besides those that are exempt.
    pub const KEPT: usize = 3;
    /// Maximum number of concurrent uploads per user, so that interrupted uploads cannot fill the disk.
    pub const UNFINISHED: usize = 12;
    /// Time after which an unfinished upload is treated as interrupted, longer than any request.
    pub const IN_PROGRESS: Duration = Duration::minutes(5);
    /// Time after its upload for which a photo is kept that no application, version or draft shows: longer than a form is
    /// open.
    pub const UNSHOWN: Duration = Duration::DAY;

    /// The field error for a photo that is not one of the caller's stored photos.
    #[must_use]
    pub fn unknown() -> FieldError {
        FieldError::new(
            "/headshot_id",
            "unknown_headshot",
            "This photo is not there. Please upload it again.",
        )
    }

    fn in_state(&self, state: HeadshotState, now: OffsetDateTime) -> Self {
        Self { state, changed_at: now, ..self.clone() }
    }
}

/// A photo, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnHeadshot {
    pub headshot: Headshot,
    /// An application or an earlier version shows it.
    pub in_use: bool,
    pub in_draft: bool,
    /// It is kept, but does not count toward [`Headshot::KEPT`]: only an earlier version of an application shows it, or an
    /// open request asks for another photo in its place.
    pub is_exempt: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HeadshotRefusal {
    #[error("no such photo")]
    NotFound,
    #[error("an application shows this photo")]
    InUse,
    #[error("applications show all of the photos")]
    AllInUse,
    #[error("too many uploads are unfinished")]
    Unfinished,
}

#[derive(Debug, Clone, Copy)]
pub struct Upload {
    pub id: Uuid,
    pub user_id: Uuid,
    pub extension: Extension,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// File size in bytes.
    pub bytes: u64,
}

impl Upload {
    pub(super) fn of(id: Uuid, user_id: Uuid, extension: Extension, image: &ProcessedImage) -> Self {
        let ProcessedImage { content, width, height } = image;
        Self { id, user_id, extension, width: *width, height: *height, bytes: content.len() as u64 }
    }
}

/// Returns the row to write before the file, with a key that is unique among the owner's photos, followed by
/// interrupted uploads to give up. An upload is interrupted if the client disconnects or the process ends.
///
/// # Errors
/// `AllInUse` as in [`finish_upload`]; `Unfinished` if [`Headshot::UNFINISHED`] uploads are in progress.
pub fn begin_upload(
    own: &[OwnHeadshot],
    upload: Upload,
    now: OffsetDateTime,
) -> Result<Vec<Headshot>, HeadshotRefusal> {
    let with_state = |state| own.iter().filter(move |own| own.headshot.state == state);
    if photos_left(own) == 0 {
        return Err(HeadshotRefusal::AllInUse);
    }
    let (interrupted, active): (Vec<_>, Vec<_>) = with_state(HeadshotState::Uploading)
        .map(|own| &own.headshot)
        .partition(|headshot| headshot.changed_at + Headshot::IN_PROGRESS <= now);
    if active.len() >= Headshot::UNFINISHED {
        return Err(HeadshotRefusal::Unfinished);
    }
    let Upload { id, user_id, extension, width, height, bytes } = upload;
    let taken = own.iter().map(|own| own.headshot.key);
    let key = HeadshotKey::fresh(user_id, now, extension, taken);
    let state = HeadshotState::Uploading;
    let new = Headshot { id, key, width, height, bytes, state, created_at: now, changed_at: now };
    let given_up = interrupted.into_iter().map(|headshot| headshot.in_state(HeadshotState::Removing, now));
    Ok(std::iter::once(new).chain(given_up).collect())
}

/// The number of further photos that fit beside those of applications, each of which keeps its photo.
pub fn photos_left(own: &[OwnHeadshot]) -> usize {
    let is_kept = |own: &&OwnHeadshot| own.in_use && !own.is_exempt;
    Headshot::KEPT.saturating_sub(own.iter().filter(is_kept).count())
}

/// Called after the file is written. Returns the stored photo, followed by the photo that it replaces if there would be
/// more than [`Headshot::KEPT`]: the oldest that no application shows.
///
/// # Errors
/// `NotFound` if the sweep has given up the upload; `AllInUse`, because a photo is kept as long as the applications
/// that show it.
pub fn finish_upload(
    own: &[OwnHeadshot],
    id: Uuid,
    now: OffsetDateTime,
) -> Result<Vec<Headshot>, HeadshotRefusal> {
    let new = find(own, id, HeadshotState::Uploading).ok_or(HeadshotRefusal::NotFound)?;
    let is_counted = |own: &&OwnHeadshot| own.headshot.state == HeadshotState::Stored && !own.is_exempt;
    let mut stored: Vec<&OwnHeadshot> = own.iter().filter(is_counted).collect();
    stored.sort_by_key(|own| own.headshot.key.timestamp);
    let surplus = (stored.len() + 1).saturating_sub(Headshot::KEPT);
    let replaced: Vec<&OwnHeadshot> = stored.into_iter().filter(|own| !own.in_use).take(surplus).collect();
    if replaced.len() < surplus {
        return Err(HeadshotRefusal::AllInUse);
    }
    let replaced = replaced.into_iter().map(|own| own.headshot.in_state(HeadshotState::Removing, now));
    Ok(std::iter::once(new.headshot.in_state(HeadshotState::Stored, now)).chain(replaced).collect())
}

/// Removes a stored photo at its owner's request.
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
    Ok(vec![chosen.headshot.in_state(HeadshotState::Removing, now)])
}

/// Removes the stored photos that no application, earlier version or draft shows, among those stored at `until` or earlier.
pub fn remove_unshown(own: &[OwnHeadshot], until: OffsetDateTime, now: OffsetDateTime) -> Vec<Headshot> {
    let is_unshown = |own: &&OwnHeadshot| {
        let Headshot { state, changed_at, .. } = own.headshot;
        state == HeadshotState::Stored && changed_at <= until && !own.in_use && !own.in_draft
    };
    own.iter().filter(is_unshown).map(|own| own.headshot.in_state(HeadshotState::Removing, now)).collect()
}

/// Gives up a failed upload.
///
/// # Errors
/// `NotFound` if it has been stored or given up.
pub fn give_up_upload(
    own: &[OwnHeadshot],
    id: Uuid,
    now: OffsetDateTime,
) -> Result<Vec<Headshot>, HeadshotRefusal> {
    let chosen = find(own, id, HeadshotState::Uploading).ok_or(HeadshotRefusal::NotFound)?;
    Ok(vec![chosen.headshot.in_state(HeadshotState::Removing, now)])
}

fn find(own: &[OwnHeadshot], id: Uuid, state: HeadshotState) -> Option<&OwnHeadshot> {
    own.iter().find(|own| own.headshot.id == id && own.headshot.state == state)
}

#[cfg(test)]
mod tests;
