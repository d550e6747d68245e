//! Photos of applicants: accepted uploads, names of stored files, and the number of photos per user. Pure functions map
//! rows that were read under lock to the rows that must be stored together.
//!
//! The row and the file cannot change in one transaction, so the row is written first: `uploading` before the file is
//! written, and `removing` before it is deleted. The sweep finds the row after an interruption at any point.

mod address;
mod key;
mod photo;
mod sweep;
mod upload;

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::Secrets;
use crate::accounts::sessions::Caller;
use crate::idempotency::KeyedRequest;
use crate::shared::{
    Clock, Fault, FieldError, IdSource, Invalid, Key, KeyKind, Listing, PageRequest, Place, Refusal, Sorting,
    Step, words,
};

pub use key::{Extension, HeadshotKey};
pub use photo::{DecodedLimits, FileStore, ImageKind, ImageProcessor, ProcessedImage};
pub use sweep::{Swept, remove_unshown};
pub use upload::{
    Upload, UploadedFile, begin_upload, finish_upload, give_up_upload, photos_left, remove_headshot,
};

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum HeadshotSort {
        #[default]
        Name = "name",
        CreatedAt = "created_at",
    }
}

impl Sorting for HeadshotSort {
    const LIST: &'static str = "headshots";

    fn name(self) -> &'static str {
        self.as_str()
    }

    fn key_kinds(self) -> &'static [KeyKind] {
        match self {
            Self::Name => &[KeyKind::Text],
            Self::CreatedAt => &[KeyKind::Instant],
        }
    }
}

pub struct Headshots {
    pub headshots: Arc<dyn HeadshotStore>,
    pub files: Arc<dyn FileStore>,
    pub images: Arc<dyn ImageProcessor>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    /// With the feature `private_photos`.
    pub signing: Option<Secrets>,
}

impl Headshots {
    pub async fn list(
        &self,
        caller: &Caller,
        page: PageRequest<HeadshotSort>,
    ) -> Result<Listing<Headshot>, Fault> {
        // A user has three photos or fewer, so they need not be sorted and paged in the database.
        let own = self.headshots.stored_of(caller.user.id).await?;
        let place = |headshot: &Headshot| {
            let key = match page.sort {
                HeadshotSort::Name => Key::Text(headshot.key.name()),
                HeadshotSort::CreatedAt => Key::Instant(headshot.created_at),
            };
            Place { keys: vec![key], id: headshot.id }
        };
        let rows = own.into_iter().map(|headshot| (place(&headshot), headshot)).collect();
        Ok(Listing::of_all(&page, rows))
    }

    pub async fn find(&self, key: &HeadshotKey) -> Result<Option<Headshot>, Fault> {
        self.headshots.find(key).await
    }

    /// The content of a stored photo.
    pub async fn content(&self, key: &HeadshotKey) -> Result<Option<Vec<u8>>, Fault> {
        self.files.get(&key.to_string()).await
    }

    /// Deletes the file and then the row of a photo in state `removing`. Failures are ignored, because the photo is no
    /// longer visible, and the sweep retries and reports them.
    pub(crate) async fn clear(&self, headshot: &Headshot) {
        let _ = self.delete(headshot).await;
    }

    async fn delete(&self, headshot: &Headshot) -> Result<(), Fault> {
        self.files.delete(&headshot.key.to_string()).await?;
        self.headshots.forget(headshot.id).await
    }
}

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
    pub fn unknown() -> FieldError {
        FieldError::new(
            "/headshot_id",
            "unknown_headshot",
            "This photo is not there. Please upload it again.",
        )
    }

    pub(super) fn in_state(&self, state: HeadshotState, now: OffsetDateTime) -> Self {
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

/// Returns the new or changed rows of a user's photos. The first row is the subject of the change.
pub type HeadshotStep = Step<[OwnHeadshot], Vec<Headshot>>;

#[async_trait]
pub trait HeadshotStore: Send + Sync {
    /// Reads the user's photos in every state under lock, runs `step`, and stores its rows with the record of the
    /// request, which answers with the first row, or nothing. The second of two concurrent callers MUST see the rows of the
    /// first. MUST take the same lock as submitting an application, so that a photo cannot be submitted while it is removed.
    ///
    /// # Errors
    /// `session_revoked` if the user's account is deleted; those of the step.
    async fn change(
        &self,
        user_id: Uuid,
        keyed: Option<KeyedRequest<Headshot>>,
        step: HeadshotStep,
    ) -> Result<Vec<Headshot>, Refusal>;

    /// Deletes the row of a photo whose file was deleted. No effect unless its state is `removing`.
    async fn forget(&self, id: Uuid) -> Result<(), Fault>;

    /// The stored photos of a user, in no particular order.
    async fn stored_of(&self, user_id: Uuid) -> Result<Vec<Headshot>, Fault>;

    /// All photos of a user with their uses, in no particular order.
    async fn own(&self, user_id: Uuid) -> Result<Vec<OwnHeadshot>, Fault>;

    async fn find(&self, key: &HeadshotKey) -> Result<Option<Headshot>, Fault>;

    /// Up to `limit` photos in state `uploading` or `removing` since before `before`, oldest first.
    async fn unsettled(&self, before: OffsetDateTime, limit: u32) -> Result<Vec<Headshot>, Fault>;

    /// The photos with these keys that [`remove_unshown`] would remove, in no particular order.
    async fn unshown(&self, keys: Vec<String>, until: OffsetDateTime) -> Result<Vec<Headshot>, Fault>;

    /// The keys without a row in any state.
    async fn without_row(&self, keys: Vec<String>) -> Result<Vec<String>, Fault>;
}

/// Adds `unknown` to the errors of a form if the chosen photo is not one of the user's. A malformed id has its error already.
/// A form without errors is unchanged, because the rule of the act checks its photo under lock.
pub async fn with_chosen_photo<T>(
    parsed: Result<T, Invalid>,
    headshots: &dyn HeadshotStore,
    user_id: Uuid,
    chosen: Option<&str>,
    unknown: FieldError,
) -> Result<T, Refusal> {
    let mut errors = match parsed {
        Ok(parsed) => return Ok(parsed),
        Err(Invalid(errors)) => errors,
    };
    if let Some(Ok(id)) = chosen.map(|id| Uuid::try_parse(id.trim()))
        && headshots.stored_of(user_id).await?.iter().all(|photo| photo.id != id)
    {
        errors.push(unknown);
    }
    Err(Invalid(errors).into())
}

pub(super) fn find(own: &[OwnHeadshot], id: Uuid, state: HeadshotState) -> Option<&OwnHeadshot> {
    own.iter().find(|own| own.headshot.id == id && own.headshot.state == state)
}

#[cfg(test)]
pub(super) mod testing {
    use time::macros::datetime;

    use super::*;
    use crate::shared::Code;

    pub(crate) const OWNER: Uuid = Uuid::from_u128(1);
    pub(crate) const NOW: OffsetDateTime = datetime!(2026-11-21 12:00 UTC);

    pub(crate) fn upload(id: u128) -> Upload {
        let (extension, width, height) = (Extension::Png, 640, 480);
        Upload { id: Uuid::from_u128(id), user_id: OWNER, extension, width, height, bytes: 9 }
    }

    /// A photo that nothing shows.
    pub(crate) fn unshown(headshot: Headshot) -> OwnHeadshot {
        OwnHeadshot { headshot, in_use: false, in_draft: false, is_exempt: false }
    }

    /// An upload that begins beside these photos.
    pub(crate) fn begun(own: &[OwnHeadshot], id: u128, now: OffsetDateTime) -> OwnHeadshot {
        unshown(begin_upload(own, upload(id), now).expect("an upload").remove(0))
    }

    /// Photos with ids from 1, oldest first. `in_use` marks those that applications show.
    pub(crate) fn stored(in_use: &[bool]) -> Vec<OwnHeadshot> {
        let mut own: Vec<OwnHeadshot> = Vec::new();
        for (id, in_use) in (1..).zip(in_use.iter().copied()) {
            let headshot = begun(&own, id, NOW).headshot.in_state(HeadshotState::Stored, NOW);
            own.push(OwnHeadshot { in_use, ..unshown(headshot) });
        }
        own
    }

    /// Ids and their new states, or the code of the refusal.
    pub(crate) type Moves = Result<Vec<(u128, HeadshotState)>, Code>;

    pub(crate) fn moves(rows: Result<Vec<Headshot>, Refusal>) -> Moves {
        let moves = |rows: Vec<Headshot>| rows.iter().map(|row| (row.id.as_u128(), row.state)).collect();
        rows.map(moves).map_err(|refusal| refusal.code)
    }
}
