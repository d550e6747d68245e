//! Uploading, listing, removing and serving photos.

use std::sync::Arc;

use uuid::Uuid;

use super::headshot::{self, Headshot, HeadshotRefusal, Upload};
use super::key::{Extension, HeadshotKey};
use super::photo::ImageKind;
use super::ports::{
    ChangeError, Changed, FileStore, HeadshotStore, ImageError, ImageProcessor, ProcessedImage,
};
use crate::accounts::Caller;
use crate::shared::{Clock, Fault, IdSource, Listing, Order, Page, RecordedResponse, RetryKey};

/// The ports of [`Headshots`].
pub struct HeadshotPorts {
    /// Rows.
    pub headshots: Arc<dyn HeadshotStore>,
    /// Files.
    pub files: Arc<dyn FileStore>,
    /// Makes photos anew.
    pub images: Arc<dyn ImageProcessor>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Ids.
    pub ids: Arc<dyn IdSource>,
}

/// A file as somebody sends it.
pub struct UploadedFile {
    /// Its bytes.
    pub content: Vec<u8>,
    /// What the client calls it; only an ending that fits the image counts.
    pub name: Option<String>,
}

/// What came of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uploaded {
    /// A new photo.
    Created(Headshot),
    /// The same request came before; its response once more.
    Replayed(RecordedResponse),
}

/// Why nothing was uploaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UploadError {
    /// More than [`ImageKind::MAX_BYTES`]. HTTP 413 `payload_too_large`.
    #[error("the file is too large")]
    TooManyBytes,
    /// No JPEG, PNG or WebP. HTTP 415 `unsupported_image`.
    #[error("the file is no JPEG, PNG or WebP")]
    Unsupported,
    /// The image cannot be used.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// The rule, the key or the store.
    #[error(transparent)]
    Store(#[from] ChangeError),
}

impl From<Fault> for UploadError {
    fn from(fault: Fault) -> Self {
        Self::Store(ChangeError::Fault(fault))
    }
}

/// Why nothing was removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoveError {
    /// The caller has no such photo.
    #[error("no such photo")]
    NotFound,
    /// An application shows it.
    #[error("an application shows this photo")]
    InUse,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// What the own list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HeadshotSort {
    /// The file's name.
    #[default]
    Name,
    /// When it was uploaded.
    CreatedAt,
}

/// A photo with its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedHeadshot {
    /// The row.
    pub headshot: Headshot,
    /// The bytes of the image.
    pub content: Vec<u8>,
}

/// The use cases.
pub struct Headshots(HeadshotPorts);

impl Headshots {
    /// Wires the use cases.
    pub fn new(ports: HeadshotPorts) -> Self {
        Self(ports)
    }

    /// Stores a photo of the caller, made anew from its pixels, and removes what it replaces.
    ///
    /// # Errors
    /// In this order: the size, the kind by content, the key, the image, the rule.
    pub async fn upload(
        &self,
        caller: &Caller,
        file: UploadedFile,
        retry: Option<RetryKey<Headshot>>,
    ) -> Result<Uploaded, UploadError> {
        let UploadedFile { content, name } = file;
        if content.len() > ImageKind::MAX_BYTES {
            return Err(UploadError::TooManyBytes);
        }
        let kind = ImageKind::detect(&content).ok_or(UploadError::Unsupported)?;
        let (user_id, now) = (caller.user.id, self.0.clock.now());
        // Looked at once more where the photo is stored; here it spares the work of a replay.
        if let Some(RetryKey { key, fingerprint, .. }) = &retry
            && let Some(response) = self.0.headshots.recorded(user_id, key, fingerprint, now).await?
        {
            return Ok(Uploaded::Replayed(response));
        }
        let image = self.0.images.process(kind, content).await?;
        let extension = Extension::of(kind, name.as_deref());
        let begun = self.begin(Upload::of(self.0.ids.new_id(), user_id, extension, &image)).await?;
        self.store(begun, image, retry).await
    }

    async fn begin(&self, upload: Upload) -> Result<Headshot, UploadError> {
        let now = self.0.clock.now();
        let step = Box::new(move |own: &[_]| Ok(headshot::begin_upload(own, upload, now)));
        let changed = self.0.headshots.change(upload.user_id, None, now, step).await?;
        first(changed).ok_or_else(|| Fault::Bug("an upload was begun without a row".to_owned()).into())
    }

    async fn store(
        &self,
        begun: Headshot,
        image: ProcessedImage,
        retry: Option<RetryKey<Headshot>>,
    ) -> Result<Uploaded, UploadError> {
        let (id, key) = (begun.id, begun.key);
        self.0.files.put(&key.to_string(), key.extension.kind(), image.content).await?;
        let now = self.0.clock.now();
        let idempotency = retry.map(|retry| retry.kept_from(now));
        let step = Box::new(move |own: &[_]| headshot::finish_upload(own, id, now));
        let changed = self.0.headshots.change(key.user_id, idempotency, now, step).await;
        match changed {
            Ok(Changed::Done(rows)) => {
                let mut rows = rows.into_iter();
                let stored = rows.next();
                for replaced in rows {
                    self.clear(&replaced).await;
                }
                let nothing = || Fault::Bug("an upload was finished without a row".to_owned());
                Ok(Uploaded::Created(stored.ok_or_else(nothing)?))
            }
            Ok(Changed::Replayed(response)) => {
                self.give_up(&begun).await;
                Ok(Uploaded::Replayed(response))
            }
            Err(error) => {
                // After a fault nobody knows what was stored: that is left to the sweep.
                if !matches!(error, ChangeError::Fault(_)) {
                    self.give_up(&begun).await;
                }
                Err(error.into())
            }
        }
    }

    /// The caller's photos: `name` and ascending by default, as the API says.
    pub async fn list(
        &self,
        caller: &Caller,
        sort: HeadshotSort,
        order: Order,
        page: Page,
    ) -> Result<Listing<Headshot>, Fault> {
        // At most three: sorting and paging need no help of the database.
        let mut own = self.0.headshots.stored_of(caller.user.id).await?;
        own.sort_by(|one, other| {
            let by_sort = match sort {
                HeadshotSort::Name => one.key.name().cmp(&other.key.name()),
                HeadshotSort::CreatedAt => one.created_at.cmp(&other.created_at),
            };
            by_sort.then(one.id.cmp(&other.id))
        });
        if order == Order::Desc {
            own.reverse();
        }
        let total = own.len() as u64;
        let items = own.into_iter().skip(page.offset as usize).take(page.limit as usize).collect();
        Ok(Listing { items, total, page })
    }

    /// Removes a photo of the caller.
    pub async fn remove(&self, caller: &Caller, id: Uuid) -> Result<(), RemoveError> {
        let now = self.0.clock.now();
        let step = Box::new(move |own: &[_]| headshot::remove_headshot(own, id, now));
        match self.0.headshots.change(caller.user.id, None, now, step).await {
            Ok(changed) => {
                if let Some(removed) = first(changed) {
                    self.clear(&removed).await;
                }
                Ok(())
            }
            Err(ChangeError::Refused(HeadshotRefusal::InUse)) => Err(RemoveError::InUse),
            Err(ChangeError::Refused(_) | ChangeError::UnknownUser) => Err(RemoveError::NotFound),
            Err(ChangeError::Fault(fault)) => Err(fault.into()),
            Err(ChangeError::KeyReused) => Err(Fault::Bug("a key where none was given".to_owned()).into()),
        }
    }

    /// The row of a stored photo, for anybody.
    pub async fn find(&self, key: &HeadshotKey) -> Result<Option<Headshot>, Fault> {
        self.0.headshots.find(key).await
    }

    /// A stored photo with its file, for anybody.
    pub async fn serve(&self, headshot: Headshot) -> Result<Option<ServedHeadshot>, Fault> {
        let content = self.0.files.get(&headshot.key.to_string()).await?;
        Ok(content.map(|content| ServedHeadshot { headshot, content }))
    }

    /// Takes back an upload that is not to be stored.
    async fn give_up(&self, begun: &Headshot) {
        let (id, now) = (begun.id, self.0.clock.now());
        let step = Box::new(move |own: &[_]| headshot::give_up_upload(own, id, now));
        if self.0.headshots.change(begun.key.user_id, None, now, step).await.is_ok() {
            self.clear(begun).await;
        }
    }

    /// Removes the file and then the row of a photo that is `removing`. A failure is not the caller's concern:
    /// the photo is out of sight already, and the sweep does and reports what is left.
    async fn clear(&self, headshot: &Headshot) {
        if self.0.files.delete(&headshot.key.to_string()).await.is_ok() {
            let _ = self.0.headshots.forget(headshot.id).await;
        }
    }
}

fn first(changed: Changed) -> Option<Headshot> {
    match changed {
        Changed::Done(rows) => rows.into_iter().next(),
        Changed::Replayed(_) => None,
    }
}
