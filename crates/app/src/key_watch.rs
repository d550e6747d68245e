//! Looks for changed signing keys, so that `keys rotate` needs no restart of the serving processes.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use forum_adapters::crypto::{KeyDirectory, PasetoIssuer};
use tokio::task::spawn_blocking;

use crate::lifecycle::Tasks;

/// How often. A new key waits a quarter of an hour before it signs, so any short time will do.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// Starts to look. What cannot be read is complained of once, and the keys in use stay in use.
pub fn start(tasks: &Tasks, directory: PathBuf, issuer: Arc<PasetoIssuer>) {
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        let mut complaint = None;
        loop {
            tokio::select! {
                () = tokio::time::sleep(LOOK_AGAIN) => {}
                () = stop.cancelled() => return,
            }
            let path = directory.clone();
            let read = match spawn_blocking(move || KeyDirectory::read_ring(&path)).await {
                Ok(read) => read.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            match read {
                Ok(ring) => {
                    complaint = None;
                    if issuer.change_keys(ring) {
                        tracing::info!("the signing keys have changed");
                    }
                }
                Err(error) if complaint.as_ref() != Some(&error) => {
                    tracing::error!(%error, "the signing keys cannot be read again; the known ones stay in use");
                    complaint = Some(error);
                }
                Err(_) => {}
            }
        }
    });
}
