//! The use case: in batches, so that no lock is held for long.

use std::sync::Arc;

use super::housekeeping_store::HousekeepingStore;
use super::retention::{Leftover, Retention};
use crate::shared::{Clock, Fault};

/// Rows removed in one unit of work.
const BATCH: u32 = 200;

/// The result for one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// Which kind.
    pub what: Leftover,
    /// Rows removed.
    pub rows: u64,
    /// What interrupted it; the next run continues.
    pub fault: Option<Fault>,
}

/// Removes rows past their retention. Any number of processes may do so at once.
pub struct Housekeeping {
    store: Arc<dyn HousekeepingStore>,
    clock: Arc<dyn Clock>,
    retention: Retention,
}

impl Housekeeping {
    /// Over these ports.
    pub fn new(store: Arc<dyn HousekeepingStore>, clock: Arc<dyn Clock>, retention: Retention) -> Self {
        Self { store, clock, retention }
    }

    /// Removes everything that is due now. A kind that fails does not stop the others.
    pub async fn run(&self) -> Vec<Removed> {
        let mut done = Vec::new();
        for what in Leftover::ALL {
            done.push(self.remove(what).await);
        }
        done
    }

    async fn remove(&self, what: Leftover) -> Removed {
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
