//! Uploads a photo. It is re-encoded from its pixels, its row is written before the file, and the photo that it
//! replaces is removed.

use super::headshot::{self, Headshot, Upload};
use super::headshot_store::HeadshotChangeError;
use super::image_processor::{ImageError, ProcessedImage};
use super::key::Extension;
use super::photo::ImageKind;
use super::service::Headshots;
use crate::accounts::sessions::Caller;
use crate::idempotency::KeyedRequest;
use crate::shared::Fault;

pub struct UploadedFile {
    pub content: Vec<u8>,
    /// The client's file name, of which only a matching extension is used.
    pub name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UploadError {
    #[error("only applicants can upload a photo")]
    NotApplicant,
    /// More than [`ImageKind::MAX_BYTES`]. HTTP 413 `payload_too_large`.
    #[error("the file is too large")]
    TooManyBytes,
    /// Not a JPEG, PNG or WebP. HTTP 415 `unsupported_image`.
    #[error("the file is not a JPEG, PNG or WebP")]
    Unsupported,
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error(transparent)]
    Store(#[from] HeadshotChangeError),
}

impl From<Fault> for UploadError {
    fn from(fault: Fault) -> Self {
        Self::Store(HeadshotChangeError::Fault(fault))
    }
}

impl Headshots {
    /// Whether the caller may upload; checked before a large body is read, and again by [`upload`](Self::upload).
    ///
    /// # Errors
    /// `NotApplicant`.
    pub fn check_uploader(caller: &Caller) -> Result<(), UploadError> {
        if caller.roles().is_applicant() { Ok(()) } else { Err(UploadError::NotApplicant) }
    }

    /// Stores a re-encoded photo for the caller and removes the one it replaces.
    ///
    /// # Errors
    /// Checked in this order: role, size, kind by content, image, number of photos.
    pub async fn upload(
        &self,
        caller: &Caller,
        file: UploadedFile,
        keyed: Option<KeyedRequest<Headshot>>,
    ) -> Result<Headshot, UploadError> {
        Self::check_uploader(caller)?;
        let UploadedFile { content, name } = file;
        if content.len() > ImageKind::MAX_BYTES {
            return Err(UploadError::TooManyBytes);
        }
        let kind = ImageKind::detect(&content).ok_or(UploadError::Unsupported)?;
        let image = self.images.process(kind, content).await?;
        let extension = Extension::of(kind, name.as_deref());
        let begun = self.begin(Upload::of(self.ids.new_id(), caller.user.id, extension, &image)).await?;
        self.store(begun, image, keyed).await
    }

    async fn begin(&self, upload: Upload) -> Result<Headshot, UploadError> {
        let now = self.clock.now();
        let step = Box::new(move |own: &[_]| headshot::begin_upload(own, upload, now));
        let changed = self.headshots.change(upload.user_id, None, step).await?;
        changed
            .into_iter()
            .next()
            .ok_or_else(|| Fault::Bug("the store began an upload without a row".to_owned()).into())
    }

    async fn store(
        &self,
        begun: Headshot,
        image: ProcessedImage,
        keyed: Option<KeyedRequest<Headshot>>,
    ) -> Result<Headshot, UploadError> {
        let (id, key) = (begun.id, begun.key);
        if let Err(fault) = self.files.put(&key.to_string(), key.extension.kind(), image.content).await {
            self.give_up(&begun).await;
            return Err(fault.into());
        }
        let now = self.clock.now();
        let step = Box::new(move |own: &[_]| headshot::finish_upload(own, id, now));
        match self.headshots.change(key.user_id, keyed, step).await {
            Ok(rows) => {
                let mut rows = rows.into_iter();
                let stored = rows.next();
                for replaced in rows {
                    self.clear(&replaced).await;
                }
                stored
                    .ok_or_else(|| Fault::Bug("the store finished an upload without a row".to_owned()).into())
            }
            Err(error) => {
                self.give_up(&begun).await;
                Err(error.into())
            }
        }
    }

    /// Gives up a failed upload, so that it is no longer unfinished. After a fault it may have been stored
    /// nevertheless, and the rule then refuses. The sweep retries failures.
    async fn give_up(&self, begun: &Headshot) {
        let (id, now) = (begun.id, self.clock.now());
        let step = Box::new(move |own: &[_]| headshot::give_up_upload(own, id, now));
        if self.headshots.change(begun.key.user_id, None, step).await.is_ok() {
            self.clear(begun).await;
        }
    }
}
