//! Photos in the program: where their files lie, what understands images, and the sweep that runs beside the
//! server.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use forum_adapters::files::OpendalFileStore;
use forum_adapters::images::PixelProcessor;
use forum_domain::headshots::{ImageProcessor, SweepHeadshots};

use crate::config::Config;
use crate::lifecycle::Tasks;

/// How often the sweep runs; the first time at the start, for what the last process left.
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// The adapters behind the photos: `FORUM__FILES__URL` says where files lie.
///
/// # Errors
/// When the setting does not lead to a store.
pub fn adapters(config: &Config) -> anyhow::Result<(Arc<OpendalFileStore>, Arc<dyn ImageProcessor>)> {
    let files = OpendalFileStore::open(&config.files, &config.trust).context("FORUM__FILES__URL")?;
    Ok((Arc::new(files), Arc::new(PixelProcessor::new())))
}

/// Sweeps until the process is to end. Any number of processes may do so.
pub fn start_sweep(tasks: &Tasks, sweep: SweepHeadshots) {
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        loop {
            let swept = tokio::select! {
                swept = sweep.sweep() => swept,
                () = stop.cancelled() => return,
            };
            match swept {
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
            tokio::select! {
                () = tokio::time::sleep(SWEEP) => {}
                () = stop.cancelled() => return,
            }
        }
    });
}
