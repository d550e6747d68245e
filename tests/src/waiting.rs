//! Waiting for a state that a test expects.

use std::time::Duration;

/// Far longer than any expected state takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until `holds` returns true. Panics after two minutes.
pub async fn wait_for(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    waited.unwrap_or_else(|_| panic!("timeout: {what}"));
}
