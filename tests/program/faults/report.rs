//! How a test of a fault ends, and how long it is.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use forum_tests::program::Installation;
use serde_json::json;

/// A fault that a test brings about.
pub struct Fault {
    name: &'static str,
    seen: &'static str,
    begun: Instant,
}

impl Fault {
    /// `seen` is what an operator sees of it.
    pub fn begin(name: &'static str, seen: &'static str) -> Self {
        Self { name, seen, begun: Instant::now() }
    }

    /// Expects that every invariant holds at `installation`, running or not, and reports what was done and what held.
    pub async fn survived(
        self,
        installation: &Installation,
        done: impl Into<String>,
        held: impl Into<String>,
    ) {
        expect_whole(installation).await;
        // Lines of tests that run at once would mix with those of the test runner, so each goes to a file.
        if let Some(path) = variable("FAULTS_REPORT") {
            let Self { name, seen, begun } = self;
            let seconds = begun.elapsed().as_secs();
            let line = json!({ "fault": name, "done": done.into(), "held": held.into(), "seen": seen, "seconds": seconds });
            let mut report = OpenOptions::new().append(true).create(true).open(path).expect("the report");
            report.write_all(format!("{line}\n").as_bytes()).expect("a written report");
        }
    }
}

/// Expects that every invariant holds.
pub async fn expect_whole(installation: &Installation) {
    installation.run(&["doctor", "--invariants"]).await.success();
}

/// `full` in `just faults`, otherwise `short`.
pub fn scaled<T>(short: T, full: T) -> T {
    if variable("FAULTS").is_some_and(|length| length == "full") { full } else { short }
}

/// The program that `FAULTS_PROGRAM` names, a release build; otherwise the one that was built with the tests runs.
pub fn other_build() -> Option<PathBuf> {
    variable("FAULTS_PROGRAM").map(PathBuf::from)
}

/// Says something that the test runner does not hold back when the test succeeds.
pub fn say(words: &str) {
    // If standard error itself fails, that cannot be said anywhere.
    let _ = writeln!(std::io::stderr(), "{words}");
}

fn variable(name: &str) -> Option<std::ffi::OsString> {
    educators_forum::config::environment()
        .into_iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value)
}
