//! What photos need from the world: a place for files, something that understands images, and rows. A method of
//! the store is one whole unit of work.

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use super::headshot::{Headshot, HeadshotRefusal, OwnHeadshot};
use super::key::HeadshotKey;
use super::photo::ImageKind;
use crate::shared::{Fault, Idempotency, RecordedResponse};

/// Files by key. A key is made by the rules (`<user id>/headshot-<timestamp>.<extension>`) and never holds
/// text of a client.
#[async_trait]
pub trait FileStore: Send + Sync {
    /// Stores the bytes whole or not at all: a reader MUST never see half of a file, whatever happens to the
    /// writer. Replaces what was there.
    async fn put(&self, key: &str, kind: ImageKind, content: Vec<u8>) -> Result<(), Fault>;

    /// The bytes, or `None` when there is no such file.
    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault>;

    /// Removes a file; one that is not there is no error.
    async fn delete(&self, key: &str) -> Result<(), Fault>;

    /// The keys of all files last written before `before`, in no particular order. For the sweep: about 100
    /// bytes of memory a file.
    async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault>;
}

/// A photo made anew from its pixels: upright, at most [`ProcessedImage::MAX_SIDE`] a side, without metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessedImage {
    /// The encoded image, of the same kind as what was uploaded.
    pub content: Vec<u8>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

impl ProcessedImage {
    /// Longest side of what is stored, in pixels.
    pub const MAX_SIDE: u32 = 1_024;
}

/// Why there is no processed image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// More pixels than [`super::DecodedLimits`] allow, told by the header. HTTP 422 `image_too_large`.
    #[error("the image is {width} × {height} pixels")]
    TooLarge {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// Damaged, cut off, or not what its first bytes promise. HTTP 422 `image_unreadable`.
    #[error("the image cannot be read: {0}")]
    Unreadable(String),
    /// Too many wait already; try again in a moment. HTTP 503 `busy`.
    #[error("too many images at once")]
    Busy,
    /// The processor failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Understands images.
#[async_trait]
pub trait ImageProcessor: Send + Sync {
    /// Checks the dimensions before anything is decoded, decodes under a cap on memory, one image at a time,
    /// turns it upright and encodes it anew.
    async fn process(&self, kind: ImageKind, content: Vec<u8>) -> Result<ProcessedImage, ImageError>;
}

/// What a change of a user's photos stores: rows by id, new or changed. The first is the one it is about.
pub type ChangeStep = Box<dyn FnOnce(&[OwnHeadshot]) -> Result<Vec<Headshot>, HeadshotRefusal> + Send>;

/// What came of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// The rows as stored.
    Done(Vec<Headshot>),
    /// The same request came before; its response once more.
    Replayed(RecordedResponse),
}

/// Why nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The rule refused it.
    #[error(transparent)]
    Refused(#[from] HeadshotRefusal),
    /// The key was used with another file.
    #[error("this Idempotency-Key was used with another request")]
    KeyReused,
    /// There is no such user (any more).
    #[error("no such user")]
    UnknownUser,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The rows of photos.
#[async_trait]
pub trait HeadshotStore: Send + Sync {
    /// The response recorded under a key that was used with the same file.
    ///
    /// # Errors
    /// `KeyReused`, `Fault`.
    async fn recorded(
        &self,
        user_id: Uuid,
        key: &str,
        fingerprint: &[u8; 32],
        now: OffsetDateTime,
    ) -> Result<Option<RecordedResponse>, ChangeError>;

    /// Reads the user's photos, of every state, under lock, runs `step`, and stores all it returns together with
    /// the idempotency record (made of the first row), or nothing. MUST let the second of two callers see what
    /// the first stored, and take the same lock as submitting an application does, so that nobody submits with
    /// a photo that is just removed. A known key with the same fingerprint is replayed before `step` runs.
    async fn change(
        &self,
        user_id: Uuid,
        idempotency: Option<Idempotency<Headshot>>,
        now: OffsetDateTime,
        step: ChangeStep,
    ) -> Result<Changed, ChangeError>;

    /// Takes away a row whose file is gone; only one that is being removed.
    async fn forget(&self, id: Uuid) -> Result<(), Fault>;

    /// The stored photos of a user, in no particular order.
    async fn stored_of(&self, user_id: Uuid) -> Result<Vec<Headshot>, Fault>;

    /// The stored photo with this key.
    async fn find(&self, key: &HeadshotKey) -> Result<Option<Headshot>, Fault>;

    /// Up to `limit` photos that have been uploading or removing since before `before`, longest first.
    async fn unsettled(&self, before: OffsetDateTime, limit: u32) -> Result<Vec<Headshot>, Fault>;

    /// Those of the keys that no row holds, whatever its state.
    async fn without_row(&self, keys: Vec<String>) -> Result<Vec<String>, Fault>;
}
