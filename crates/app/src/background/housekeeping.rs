//! Runs housekeeping. Logs only counts.

use std::sync::Arc;

use forum_adapters::postgres::{ConnectionPool, ProcessLock};
use forum_domain::applications::ChangeRequests;
use forum_domain::housekeeping::Housekeeping;
use forum_domain::shared::Clock;

use crate::background::hourly;
use crate::lifecycle::Tasks;

/// Reminds applicants, deletes expired rows and compacts counts until shutdown, in one process per database at a time.
pub fn start(
    tasks: &Tasks,
    clock: Arc<dyn Clock>,
    pool: &ConnectionPool,
    housekeeping: Arc<Housekeeping>,
    requests: Arc<ChangeRequests>,
) {
    let housekeeping = Arc::new(housekeeping);
    let lock = ProcessLock::new(pool.clone(), "housekeeping");
    hourly::start(tasks, "housekeeping", clock, lock, move || {
        let (housekeeping, requests) = (housekeeping.clone(), requests.clone());
        async move {
            match requests.remind().await {
                Ok(0) => {}
                Ok(mails) => tracing::info!(mails, "reminded applicants of requests for changes"),
                Err(fault) => tracing::warn!(%fault, "cannot remind applicants of requests for changes"),
            }
            for removed in housekeeping.run().await {
                let what = removed.what.as_str();
                if removed.rows > 0 {
                    tracing::info!(what, rows = removed.rows, "deleted old rows");
                }
                if let Some(fault) = removed.fault {
                    tracing::warn!(what, %fault, "cannot delete old rows");
                }
            }
            if let Err(fault) = housekeeping.store.fold_counts().await {
                tracing::warn!(%fault, "cannot compact the application counts");
            }
        }
    });
}
