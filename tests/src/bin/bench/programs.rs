//! Finds the programs that floors are measured with.

use std::path::PathBuf;

/// A program in `PATH`, or in the folders where Debian installs servers and PostgreSQL's programs.
pub fn find(name: &str) -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "a separate program without other settings")]
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(majors) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(majors.flatten().map(|major| major.path().join("bin")));
    }
    folders.push("/usr/sbin".into());
    folders.into_iter().map(|folder| folder.join(name)).find(|file| file.exists())
}
