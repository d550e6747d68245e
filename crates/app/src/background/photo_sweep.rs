//! Creates the adapters for photos and runs the photo sweep.

use std::sync::Arc;

use anyhow::Context;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::images::PixelProcessor;
use forum_adapters::postgres::{ConnectionPool, ProcessLock};
use forum_domain::headshots::{ImageProcessor, SweepHeadshots};
use forum_domain::shared::Clock;

use crate::background::hourly;
use crate::config::Config;
use crate::lifecycle::Tasks;

/// The file store at `FORUM__FILES__URL`, and the image processor.
///
/// # Errors
/// If the file store cannot be opened with this setting.
pub fn adapters(config: &Config) -> anyhow::Result<(Arc<OpendalFileStore>, Arc<dyn ImageProcessor>)> {
    let files = OpendalFileStore::open(&config.files, &config.trust).context("FORUM__FILES__URL")?;
    Ok((Arc::new(files), Arc::new(PixelProcessor::new())))
}

/// Sweeps until shutdown, in one process per database at a time.
pub fn start_sweep(tasks: &Tasks, clock: Arc<dyn Clock>, pool: &ConnectionPool, sweep: Arc<SweepHeadshots>) {
    let lock = ProcessLock::new(pool.clone(), "photo sweep");
    hourly::start(tasks, "photo sweep", clock, lock, move || {
        let sweep = sweep.clone();
        async move {
            match sweep.sweep().await {
                Ok(swept) => {
                    for fault in &swept.faults {
                        tracing::warn!(%fault, "cannot clean up after an interrupted upload or removal");
                    }
                    if swept.rows + swept.files > 0 {
                        tracing::info!(
                            rows = swept.rows,
                            files = swept.files,
                            "cleaned up after interrupted uploads and removals"
                        );
                    }
                }
                Err(fault) => tracing::warn!(%fault, "cannot sweep photos"),
            }
        }
    });
}
