//! Runs housekeeping while serving. Logs only counts.

use std::sync::Arc;

use forum_domain::housekeeping::Housekeeping;
use forum_domain::shared::Clock;

use crate::hourly;
use crate::lifecycle::Tasks;

/// Deletes old rows until shutdown. Several processes may do so.
pub fn start(tasks: &Tasks, clock: Arc<dyn Clock>, housekeeping: Housekeeping) {
    let housekeeping = Arc::new(housekeeping);
    hourly::start(tasks, clock, move || {
        let housekeeping = housekeeping.clone();
        async move {
            for removed in housekeeping.run().await {
                let what = removed.what.as_str();
                if removed.rows > 0 {
                    tracing::info!(what, rows = removed.rows, "deleted old rows");
                }
                if let Some(fault) = removed.fault {
                    tracing::warn!(what, %fault, "cannot delete old rows");
                }
            }
            if let Err(fault) = housekeeping.fold_counts().await {
                tracing::warn!(%fault, "cannot sum up the numbers of applications");
            }
        }
    });
}
