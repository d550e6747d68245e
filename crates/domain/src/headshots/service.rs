//! Listing, removing and serving photos; `upload.rs` uploads them.

use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::file_store::FileStore;
use super::headshot::{self, Headshot, HeadshotRefusal};
use super::headshot_store::{HeadshotChangeError, HeadshotStore};
use super::image_processor::ImageProcessor;
use super::key::HeadshotKey;
use crate::accounts::sessions::Caller;
use crate::shared::{Clock, Fault, IdSource, Key, KeyKind, Listing, PageRequest, Place, Sorting, words};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoveError {
    #[error("no such photo")]
    NotFound,
    #[error("an application shows this photo")]
    InUse,
    #[error(transparent)]
    Fault(#[from] Fault),
}

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

#[derive(Constructor)]
pub struct Headshots {
    pub(crate) headshots: Arc<dyn HeadshotStore>,
    pub(super) files: Arc<dyn FileStore>,
    pub(super) images: Arc<dyn ImageProcessor>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) ids: Arc<dyn IdSource>,
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

    pub async fn remove(&self, caller: &Caller, id: Uuid) -> Result<(), RemoveError> {
        let now = self.clock.now();
        let step = Box::new(move |own: &[_]| headshot::remove_headshot(own, id, now));
        match self.headshots.change(caller.user.id, None, step).await {
            Ok(changed) => {
                if let Some(removed) = changed.first() {
                    self.clear(removed).await;
                }
                Ok(())
            }
            Err(HeadshotChangeError::Refused(HeadshotRefusal::InUse)) => Err(RemoveError::InUse),
            Err(HeadshotChangeError::Refused(_) | HeadshotChangeError::UnknownUser) => {
                Err(RemoveError::NotFound)
            }
            Err(HeadshotChangeError::Fault(fault)) => Err(fault.into()),
        }
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
