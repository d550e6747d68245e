//! Cleans up rows and files of interrupted uploads and removals, and photos that nothing shows. Several processes may sweep
//! concurrently, because every step is idempotent.

use std::sync::Arc;

use derive_more::Constructor;
use time::{Duration, OffsetDateTime};

use super::file_store::FileStore;
use super::headshot::{self, Headshot, HeadshotState};
use super::headshot_store::{HeadshotChangeError, HeadshotStore};
use crate::shared::{Clock, Fault};

/// Minimum age of swept rows and files, far longer than any request, so that the sweep never touches an upload in
/// progress.
const AGE: Duration = Duration::hours(1);
const ROWS: u32 = 500;
const KEYS: usize = 500;
/// After this many faults the sweep stops, and the next one continues.
const FAULTS: usize = 10;
/// This many files without a row are removed even if they are the majority.
const FEW: usize = 10;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Swept {
    pub rows: usize,
    /// Number of files without a row that were removed.
    pub files: usize,
    /// Failures, which the next sweep retries.
    pub faults: Vec<Fault>,
}

#[derive(Constructor)]
pub struct SweepHeadshots {
    headshots: Arc<dyn HeadshotStore>,
    files: Arc<dyn FileStore>,
    clock: Arc<dyn Clock>,
}

impl SweepHeadshots {
    /// Removes everything that is older than an hour and belongs to no stored photo, and the photos that have not been
    /// shown for [`Headshot::UNSHOWN`].
    ///
    /// # Errors
    /// If rows or files cannot be listed; other failures are reported in [`Swept::faults`].
    pub async fn sweep(&self) -> Result<Swept, Fault> {
        let now = self.clock.now();
        let mut swept = Swept::default();
        loop {
            let unsettled = self.headshots.unsettled(now - AGE, ROWS).await?;
            let before = swept.rows;
            for headshot in &unsettled {
                match self.clear(headshot, now).await {
                    Ok(()) => swept.rows += 1,
                    Err(fault) => swept.faults.push(fault),
                }
                if swept.faults.len() >= FAULTS {
                    return Ok(swept);
                }
            }
            // A full batch without progress would only be read again.
            if unsettled.len() < ROWS as usize || swept.rows == before {
                break;
            }
        }
        let old = self.files.written_before(now - AGE).await?;
        let mut orphans = Vec::new();
        for keys in old.chunks(KEYS) {
            // The row is written before the file, so an old file without a row has no owner.
            orphans.extend(self.headshots.without_row(keys.to_vec()).await?);
            self.remove_unshown(keys.to_vec(), now, &mut swept).await?;
            if swept.faults.len() >= FAULTS {
                return Ok(swept);
            }
        }
        // Orphans are rare. If most files are orphans, this is probably the wrong database, or a backup is about to be
        // restored.
        if orphans.len() > FEW && orphans.len() * 2 > old.len() {
            let (orphans, all) = (orphans.len(), old.len());
            swept.faults.push(Fault::Bug(format!(
                "{orphans} of {all} files have no row, and none was removed: does this file store belong to this database?"
            )));
            return Ok(swept);
        }
        for key in orphans {
            match self.files.delete(&key).await {
                Ok(()) => swept.files += 1,
                Err(fault) => swept.faults.push(fault),
            }
            if swept.faults.len() >= FAULTS {
                break;
            }
        }
        Ok(swept)
    }

    /// Removes photos whose application, version or draft is gone or shows another one.
    async fn remove_unshown(
        &self,
        keys: Vec<String>,
        now: OffsetDateTime,
        swept: &mut Swept,
    ) -> Result<(), Fault> {
        let until = now - Headshot::UNSHOWN;
        for unshown in self.headshots.unshown(keys, until).await? {
            // Its use may have changed.
            let step = Box::new(move |own: &[_]| Ok(headshot::remove_unshown(own, until, now)));
            let removed = match self.headshots.change(unshown.key.user_id, None, step).await {
                Ok(removed) => removed,
                Err(HeadshotChangeError::Fault(fault)) => {
                    swept.faults.push(fault);
                    continue;
                }
                // The owner was deleted in the meantime.
                Err(_) => continue,
            };
            for headshot in &removed {
                match self.clear(headshot, now).await {
                    Ok(()) => swept.rows += 1,
                    Err(fault) => swept.faults.push(fault),
                }
            }
        }
        Ok(())
    }

    /// Moves the row to `removing` first, so that an upload that is in progress after all is refused instead of
    /// completing without its file.
    async fn clear(&self, headshot: &Headshot, now: OffsetDateTime) -> Result<(), Fault> {
        let (id, user_id) = (headshot.id, headshot.key.user_id);
        if headshot.state == HeadshotState::Uploading {
            let step = Box::new(move |own: &[_]| headshot::give_up_upload(own, id, now));
            match self.headshots.change(user_id, None, step).await {
                Ok(_) => {}
                Err(HeadshotChangeError::Fault(fault)) => return Err(fault),
                // The upload was stored, given up, or deleted with its owner in the meantime.
                Err(_) => return Ok(()),
            }
        }
        self.files.delete(&headshot.key.to_string()).await?;
        self.headshots.forget(id).await
    }
}
