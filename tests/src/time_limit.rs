//! A limit for the time of one test: a test that hangs is named, and the others do not wait for it.

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;
use std::{io, process, thread};

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
