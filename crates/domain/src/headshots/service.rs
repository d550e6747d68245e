//! Listing, removing and serving photos; uploading is in `upload.rs`.

use std::sync::Arc;

use uuid::Uuid;

use super::file_store::FileStore;
use super::headshot::{self, Headshot, HeadshotRefusal};
use super::headshot_store::{ChangeError, Changed, HeadshotStore};
use super::image_processor::ImageProcessor;
use super::key::HeadshotKey;
use crate::accounts::Caller;
use crate::shared::{Clock, Fault, IdSource, Listing, Order, Page};

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

/// The use cases.
pub struct Headshots(pub(super) HeadshotPorts);

impl Headshots {
    /// Wires the use cases.
    pub fn new(ports: HeadshotPorts) -> Self {
        Self(ports)
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
        Ok(Listing::by_offset(items, total, page))
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

    /// The bytes of a stored photo, for anybody.
    pub async fn content(&self, key: &HeadshotKey) -> Result<Option<Vec<u8>>, Fault> {
        self.0.files.get(&key.to_string()).await
    }

    /// Removes the file and then the row of a photo that is `removing`. A failure is not the caller's concern:
    /// the photo is out of sight already, and the sweep does and reports what is left.
    pub(super) async fn clear(&self, headshot: &Headshot) {
        if self.0.files.delete(&headshot.key.to_string()).await.is_ok() {
            let _ = self.0.headshots.forget(headshot.id).await;
        }
    }
}

pub(super) fn first(changed: Changed) -> Option<Headshot> {
    match changed {
        Changed::Done(rows) => rows.into_iter().next(),
        Changed::Replayed(_) => None,
    }
}
