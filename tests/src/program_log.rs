//! The log of a program under test: printed if the test fails, otherwise searched for personal data. Only `program` uses it.

use std::io::Write;
use std::process::Stdio;

use regex::Regex;
use tempfile::NamedTempFile;

/// Passwords of users in tests.
const PASSWORDS: [&str; 2] = ["Copper-71-meadow", "Lantern-42-harbor"];

pub struct ProgramLog(NamedTempFile);

impl ProgramLog {
    pub fn new() -> std::io::Result<Self> {
        NamedTempFile::new().map(Self)
    }

    /// The standard error of the program.
    pub fn output(&self) -> std::io::Result<Stdio> {
        Ok(self.0.reopen()?.into())
    }

    /// The log so far.
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
        let found = personal(&text);
        assert!(found.is_none(), "the log of the program contains {found:?}:\n{text}");
    }
}

/// The first address of a person, or a password.
fn personal(log: &str) -> Option<String> {
    let address = Regex::new(r"[\w.+-]+@[\w-]+(\.[\w-]+)+").ok()?;
    let address = address.find(log).map(|found| found.as_str().to_owned());
    address.or_else(|| PASSWORDS.into_iter().find(|password| log.contains(password)).map(str::to_owned))
}
