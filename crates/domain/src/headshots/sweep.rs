//! Cleans up rows and files of interrupted uploads and removals, and photos that nothing shows. Several processes may sweep
//! concurrently, because every step is idempotent.

use time::{Duration, OffsetDateTime};

use crate::headshots::{Headshot, HeadshotState, Headshots, OwnHeadshot, give_up_upload};
use crate::shared::{Fault, Refusal};

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
    pub faults: Vec<Refusal>,
}

impl Headshots {
    /// Removes everything that is older than an hour and belongs to no stored photo, and the photos that have not been
    /// shown for [`Headshot::UNSHOWN`].
    ///
    /// # Errors
    /// If rows or files cannot be listed; other failures are reported in [`Swept::faults`].
    pub async fn sweep(&self) -> Result<Swept, Refusal> {
        let now = self.clock.now();
        let mut swept = Swept::default();
        loop {
            let unsettled = self.headshots.unsettled(now - AGE, ROWS).await?;
            let before = swept.rows;
            for headshot in &unsettled {
                self.clear_counted(headshot, now, &mut swept).await;
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
            self.sweep_unshown(keys.to_vec(), now, &mut swept).await?;
            if swept.faults.len() >= FAULTS {
                return Ok(swept);
            }
        }
        // Orphans are rare. If most files are orphans, this is probably the wrong database, or a backup is about to be
        // restored.
        if orphans.len() > FEW && orphans.len() * 2 > old.len() {
            let (orphans, all) = (orphans.len(), old.len());
            let doubt = "none was removed: does this file store belong to this database?";
            let doubt = Fault::Bug(format!("{orphans} of {all} files have no row, and {doubt}"));
            swept.faults.push(doubt.into());
            return Ok(swept);
        }
        for key in orphans {
            match self.files.delete(&key).await {
                Ok(()) => swept.files += 1,
                Err(fault) => swept.faults.push(fault.into()),
            }
            if swept.faults.len() >= FAULTS {
                break;
            }
        }
        Ok(swept)
    }

    /// Removes photos whose application, version or draft is gone or shows another one.
    async fn sweep_unshown(
        &self,
        keys: Vec<String>,
        now: OffsetDateTime,
        swept: &mut Swept,
    ) -> Result<(), Refusal> {
        let until = now - Headshot::UNSHOWN;
        for unshown in self.headshots.unshown(keys, until).await? {
            // Its use may have changed.
            let step = Box::new(move |own: &[_]| Ok(remove_unshown(own, until, now)));
            let removed = match self.headshots.change(unshown.key.user_id, None, step).await {
                Ok(removed) => removed,
                Err(fault) if fault.is_fault() => {
                    swept.faults.push(fault);
                    continue;
                }
                // The owner was deleted in the meantime.
                Err(_) => continue,
            };
            for headshot in &removed {
                self.clear_counted(headshot, now, swept).await;
            }
        }
        Ok(())
    }

    async fn clear_counted(&self, headshot: &Headshot, now: OffsetDateTime, swept: &mut Swept) {
        match self.settle(headshot, now).await {
            Ok(()) => swept.rows += 1,
            Err(fault) => swept.faults.push(fault),
        }
    }

    /// Moves the row to `removing` first, so that an upload that is in progress after all is refused instead of
    /// completing without its file.
    async fn settle(&self, headshot: &Headshot, now: OffsetDateTime) -> Result<(), Refusal> {
        let (id, user_id) = (headshot.id, headshot.key.user_id);
        if headshot.state == HeadshotState::Uploading {
            let step = Box::new(move |own: &[_]| give_up_upload(own, id, now));
            match self.headshots.change(user_id, None, step).await {
                Ok(_) => {}
                Err(fault) if fault.is_fault() => return Err(fault),
                // The upload was stored, given up, or deleted with its owner in the meantime.
                Err(_) => return Ok(()),
            }
        }
        Ok(self.delete(headshot).await?)
    }
}

/// Removes the stored photos that no application, earlier version or draft shows, among those stored at `until` or earlier.
pub fn remove_unshown(own: &[OwnHeadshot], until: OffsetDateTime, now: OffsetDateTime) -> Vec<Headshot> {
    let is_unshown = |own: &&OwnHeadshot| {
        let Headshot { state, changed_at, .. } = own.headshot;
        state == HeadshotState::Stored && changed_at <= until && !own.in_use && !own.in_draft
    };
    own.iter().filter(is_unshown).map(|own| own.headshot.in_state(HeadshotState::Removing, now)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::headshots::testing::{NOW, begun, moves, stored};

    #[test]
    fn a_stored_photo_that_nothing_shows_is_removed_once_it_is_old_enough() {
        let mut own = stored(&[true, true, false, false, false]);
        own[1].is_exempt = true;
        own[2].in_draft = true;
        own.push(begun(&own, 9, NOW));
        let removed =
            |own: &[OwnHeadshot], until| moves(Ok(remove_unshown(own, until, NOW + Duration::HOUR)));
        let expected = [(4, HeadshotState::Removing), (5, HeadshotState::Removing)];
        assert_eq!(removed(&own, NOW), Ok(expected.to_vec()));
        assert_eq!(removed(&own, NOW - Duration::MICROSECOND), Ok(Vec::new()));
        assert_eq!(remove_unshown(&own, NOW, NOW + Duration::HOUR)[0].changed_at, NOW + Duration::HOUR);
    }
}
