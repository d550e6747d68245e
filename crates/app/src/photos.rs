//! Photos in the program: where their files lie, what understands images, and the sweep that runs beside the
//! server.

use std::sync::Arc;

use anyhow::Context;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::images::PixelProcessor;
use forum_domain::headshots::{ImageProcessor, SweepHeadshots};
use forum_domain::shared::Clock;

use crate::config::Config;
use crate::hourly;
use crate::lifecycle::Tasks;

/// The adapters behind the photos: `FORUM__FILES__URL` says where files lie.
///
/// # Errors
/// When the setting does not lead to a store.
pub fn adapters(config: &Config) -> anyhow::Result<(Arc<OpendalFileStore>, Arc<dyn ImageProcessor>)> {
    let files = OpendalFileStore::open(&config.files, &config.trust).context("FORUM__FILES__URL")?;
    Ok((Arc::new(files), Arc::new(PixelProcessor::new())))
}

/// Sweeps until the process is to end. Any number of processes may do so.
pub fn start_sweep(tasks: &Tasks, clock: Arc<dyn Clock>, sweep: SweepHeadshots) {
    let sweep = Arc::new(sweep);
    hourly::start(tasks, clock, move || {
        let sweep = sweep.clone();
        async move {
            match sweep.sweep().await {
                Ok(swept) => {
                    for fault in &swept.faults {
                        tracing::warn!(%fault, "a photo's leftover could not be removed");
                    }
                    if swept.rows + swept.files > 0 {
                        tracing::info!(rows = swept.rows, files = swept.files, "leftovers of photos removed");
                    }
                }
                Err(fault) => tracing::warn!(%fault, "photos cannot be swept"),
            }
        }
    });
}
