//! Photos of applicants: accepted uploads, names of stored files, and the number of photos per user.

mod headshot;
mod key;
mod photo;
mod remove;
mod sweep;
mod upload;

use std::sync::Arc;

use crate::accounts::sessions::Caller;
use crate::shared::{Clock, Fault, IdSource, Key, KeyKind, Listing, PageRequest, Place, Sorting, words};

pub use headshot::{Headshot, HeadshotState, HeadshotStep, HeadshotStore, OwnHeadshot, with_chosen_photo};
pub use key::{Extension, HeadshotKey};
pub use photo::{DecodedLimits, FileStore, ImageKind, ImageProcessor, ProcessedImage};
pub use remove::remove_headshot;
pub use sweep::{SweepHeadshots, Swept, remove_unshown};
pub use upload::{Upload, UploadedFile, begin_upload, finish_upload, give_up_upload, photos_left};

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

    /// The content of a stored photo; photos are public.
    pub async fn content(&self, key: &HeadshotKey) -> Result<Option<Vec<u8>>, Fault> {
        self.files.get(&key.to_string()).await
    }

    /// Deletes the file and then the row of a photo in state `removing`. Failures are ignored, because the photo is no
    /// longer visible, and the sweep retries and reports them.
    pub(crate) async fn clear(&self, headshot: &Headshot) {
        if self.files.delete(&headshot.key.to_string()).await.is_ok() {
            let _ = self.headshots.forget(headshot.id).await;
        }
    }
}
