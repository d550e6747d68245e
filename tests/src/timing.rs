//! How long tests wait and run: for a state that they expect, at most, and how much of a long test runs.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;
use std::{io, process, thread};

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

/// Longer than any test takes on a busy machine with two cores.
const LIMIT: Duration = Duration::from_secs(15 * 60);

/// Ends the process if it still exists after [`LIMIT`].
pub struct TimeLimit {
    _running: Arc<()>,
}

impl TimeLimit {
    /// Starts the time of the current test, whose name is that of its thread. Programs such as `bench` have no limit.
    pub fn start() -> Self {
        let running = Arc::new(());
        let (test, watched) = (thread::current().name().map(str::to_owned), Arc::downgrade(&running));
        let watch = move || {
            thread::sleep(LIMIT);
            if watched.strong_count() > 0 {
                let test = test.as_deref().unwrap_or("a test");
                drop(writeln!(io::stderr(), "{test} ran for more than {LIMIT:?}"));
                process::abort();
            }
        };
        if thread::current().name() != Some("main") {
            thread::Builder::new().stack_size(64 * 1_024).spawn(watch).expect("a thread");
        }
        Self { _running: running }
    }
}

/// `full` if `LENGTH=full` is set, otherwise `short`.
pub fn scaled<T>(short: T, full: T) -> T {
    let variables = educators_forum::config::environment();
    if variables.into_iter().any(|(name, value)| name == "LENGTH" && value == "full") { full } else { short }
}
