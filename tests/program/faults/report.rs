//! The report on failure tests, and the length of the tests.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use forum_tests::program::Installation;
use serde_json::json;

/// A failure that a test causes.
pub struct Fault {
    name: &'static str,
    seen: &'static str,
    begun: Instant,
}

impl Fault {
    /// `seen` describes what is visible to operators.
    pub fn begin(name: &'static str, seen: &'static str) -> Self {
        Self { name, seen, begun: Instant::now() }
    }

    /// Expects that every invariant holds at `installation`, running or not, and reports the actions and the results.
    pub async fn survived(
        self,
        installation: &Installation,
        done: impl Into<String>,
        held: impl Into<String>,
    ) {
        expect_invariants(installation).await;
        // Printed output of concurrent tests would mix with the test runner's output, so each line is written to a
        // file.
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
pub async fn expect_invariants(installation: &Installation) {
    installation.run(&["doctor", "--invariants"]).await.success();
}

/// `full` in `just faults`, otherwise `short`.
pub fn scaled<T>(short: T, full: T) -> T {
    if variable("FAULTS").is_some_and(|length| length == "full") { full } else { short }
}

/// The program named by `FAULTS_PROGRAM`, such as a release build, which replaces the one built with the tests.
pub fn other_build() -> Option<PathBuf> {
    variable("FAULTS_PROGRAM").map(PathBuf::from)
}

/// Prints a line that the test runner does not capture.
pub fn say(words: &str) {
    // A failure to write to standard error cannot be reported.
    let _ = writeln!(std::io::stderr(), "{words}");
}

fn variable(name: &str) -> Option<std::ffi::OsString> {
    educators_forum::config::environment()
        .into_iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value)
}
