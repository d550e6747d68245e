//! The log of a program that a test runs: shown if the test fails, else searched for what must never be in it. Only
//! `program` uses it.

use std::io::Write;
use std::process::Stdio;

use regex::Regex;
use tempfile::NamedTempFile;

/// Passwords of the people in tests.
const PASSWORDS: [&str; 2] = ["Copper-71-meadow", "Lantern-42-harbor"];

pub struct ProgramLog(NamedTempFile);

impl ProgramLog {
    pub fn new() -> std::io::Result<Self> {
        NamedTempFile::new().map(Self)
    }

    /// Where the program writes it.
    pub fn output(&self) -> std::io::Result<Stdio> {
        Ok(self.0.reopen()?.into())
    }

    /// What was written so far.
    pub fn text(&self) -> String {
        std::fs::read_to_string(self.0.path()).unwrap_or_default()
    }
}

impl Drop for ProgramLog {
    fn drop(&mut self) {
        let text = self.text();
        if std::thread::panicking() {
            // A failure here cannot be reported.
            let _ = std::io::stderr().write_all(text.as_bytes());
            return;
        }
        let told = personal(&text);
        assert!(told.is_none(), "the log of the program holds {told:?}:\n{text}");
    }
}

/// The first address of a person, or a password.
fn personal(log: &str) -> Option<String> {
    let address = Regex::new(r"[\w.+-]+@[\w-]+(\.[\w-]+)+").ok()?;
    let address = address.find(log).map(|found| found.as_str().to_owned());
    address.or_else(|| PASSWORDS.into_iter().find(|password| log.contains(password)).map(str::to_owned))
}
