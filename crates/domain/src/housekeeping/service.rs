//! Deletes rows past their retention in batches, so that no lock is held for long.

use std::sync::Arc;

use derive_more::Constructor;

use super::housekeeping_store::HousekeepingStore;
use super::retention::{ExpiringRows, Retention};
use crate::shared::{Clock, Fault};

const BATCH: u32 = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    pub what: ExpiringRows,
    pub rows: u64,
    /// The fault that interrupted the deletion. The next run continues.
    pub fault: Option<Fault>,
}

/// Several processes may run it concurrently.
#[derive(Constructor)]
pub struct Housekeeping {
    store: Arc<dyn HousekeepingStore>,
    clock: Arc<dyn Clock>,
    retention: Retention,
}

impl Housekeeping {
    /// Deletes everything past its retention. A failure of one kind does not stop the others.
    pub async fn run(&self) -> Vec<Removed> {
        let mut done = Vec::new();
        for what in ExpiringRows::ALL {
            done.push(self.remove(what).await);
        }
        done
    }

    /// See [`HousekeepingStore::fold_counts`].
    pub async fn fold_counts(&self) -> Result<u64, Fault> {
        self.store.fold_counts().await
    }

    async fn remove(&self, what: ExpiringRows) -> Removed {
        let now = self.clock.now();
        let cut_off = self.retention.cut_off(what, now);
        let mut removed = Removed { what, rows: 0, fault: None };
        loop {
            match self.store.remove(what, cut_off, now, BATCH).await {
                Ok(rows) => {
                    removed.rows += rows;
                    if rows < u64::from(BATCH) {
                        return removed;
                    }
                }
                Err(fault) => {
                    removed.fault = Some(fault);
                    return removed;
                }
            }
        }
    }
}
