//! The sweep: what uploads and removals that were cut off have left behind, rows and files. Any number of
//! processes may sweep at once; each step is one that may be done twice.

use std::sync::Arc;

use time::{Duration, OffsetDateTime};

use super::file_store::FileStore;
use super::headshot::{self, Headshot, HeadshotState};
use super::headshot_store::{ChangeError, HeadshotStore};
use crate::shared::{Clock, Fault};

/// How old something must be: far longer than any request takes, so that the sweep never meets one at work.
const AGE: Duration = Duration::hours(1);
/// Rows taken at once.
const ROWS: u32 = 500;
/// Keys asked about at once.
const KEYS: usize = 500;
/// Faults after which the rest is left to the next sweep: the store is away.
const FAULTS: usize = 10;
/// Files without a row that are removed without a second thought.
const FEW: usize = 10;

/// What a sweep did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Swept {
    /// Rows that were taken away with their files.
    pub rows: usize,
    /// Files without a row that were removed.
    pub files: usize,
    /// What could not be done and is tried again by the next sweep.
    pub faults: Vec<Fault>,
}

/// The use case.
pub struct SweepHeadshots {
    headshots: Arc<dyn HeadshotStore>,
    files: Arc<dyn FileStore>,
    clock: Arc<dyn Clock>,
}

impl SweepHeadshots {
    /// Over these ports.
    pub fn new(headshots: Arc<dyn HeadshotStore>, files: Arc<dyn FileStore>, clock: Arc<dyn Clock>) -> Self {
        Self { headshots, files, clock }
    }

    /// Removes all that is older than an hour and belongs to no stored photo.
    ///
    /// # Errors
    /// When rows or files cannot even be listed; single failures are told in [`Swept::faults`].
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
            // A full batch of which nothing went would only come again.
            if unsettled.len() < ROWS as usize || swept.rows == before {
                break;
            }
        }
        let old = self.files.written_before(now - AGE).await?;
        let mut orphans = Vec::new();
        for keys in old.chunks(KEYS) {
            // A file has its row before it is written, so an old one without a row is nobody's.
            orphans.extend(self.headshots.without_row(keys.to_vec()).await?);
        }
        // Orphans are rare. Where most files are, this is the wrong database, or a backup is about to be restored.
        if orphans.len() > FEW && orphans.len() * 2 > old.len() {
            let (orphans, all) = (orphans.len(), old.len());
            swept.faults.push(Fault::Bug(format!(
                "{orphans} of {all} files have no row, and none was removed: is this the database of these files?"
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

    /// The row says first that the file goes, so that an upload which is at work after all is refused and does
    /// not end without its file.
    async fn clear(&self, headshot: &Headshot, now: OffsetDateTime) -> Result<(), Fault> {
        let (id, user_id) = (headshot.id, headshot.key.user_id);
        if headshot.state == HeadshotState::Uploading {
            let step = Box::new(move |own: &[_]| headshot::give_up_upload(own, id, now));
            match self.headshots.change(user_id, None, now, step).await {
                Ok(_) => {}
                Err(ChangeError::Fault(fault)) => return Err(fault),
                // Stored, given up or gone with its owner meanwhile.
                Err(_) => return Ok(()),
            }
        }
        self.files.delete(&headshot.key.to_string()).await?;
        self.headshots.forget(id).await
    }
}
