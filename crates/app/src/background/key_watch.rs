//! Watches the keys directory, so that `keys rotate` needs no restart of the serving processes.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use forum_adapters::crypto::{KeyDirectory, PasetoIssuer};
use tokio::task::spawn_blocking;

use crate::lifecycle::{Tasks, survive};

/// Polling interval. A new key is published a quarter of an hour before it signs, so any short interval will do.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Starts watching. An error is logged once, and the current keys stay in use.
pub fn start(tasks: &Tasks, directory: PathBuf, issuer: Arc<PasetoIssuer>) {
    let stop = tasks.stop.clone();
    tasks.spawn(async move {
        let mut last_error = None;
        loop {
            tokio::select! {
                () = tokio::time::sleep(CHECK_INTERVAL) => {}
                () = stop.cancelled() => return,
            }
            let path = directory.clone();
            let read = match spawn_blocking(move || KeyDirectory::read_ring(&path)).await {
                Ok(read) => read.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            match read {
                Ok(ring) => {
                    last_error = None;
                    if survive("key watch", async { issuer.change_keys(ring) }).await == Some(true) {
                        tracing::info!("the signing keys changed");
                    }
                }
                Err(error) if last_error.as_ref() != Some(&error) => {
                    tracing::error!(%error, "cannot reload the signing keys; the current ones stay in use");
                    last_error = Some(error);
                }
                Err(_) => {}
            }
        }
    });
}
