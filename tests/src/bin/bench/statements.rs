//! The program's SQL from the checked queries in `.sqlx`, so that floors use the program's statements.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::Value;

/// The one query that begins or ends with `part`, with `values` in place of `$1`, `$2`, …, and a semicolon.
///
/// # Errors
/// If no query or more than one matches.
pub fn with_values(part: &str, values: &[&str]) -> anyhow::Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.sqlx");
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let stored: Value = serde_json::from_slice(&fs::read(entry?.path())?)?;
        let query = stored["query"].as_str().context("a query")?;
        let lines = query.lines().filter(|line| !line.trim_start().starts_with("--"));
        let query = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        if query.starts_with(part) || query.ends_with(part) {
            found.push(query);
        }
    }
    ensure!(found.len() == 1, "{} queries begin or end with {part}", found.len());
    // Begins with the last value, because `$10` begins with `$1`.
    let filled = values.iter().enumerate().rev().fold(found.remove(0), |query, (index, value)| {
        query.replace(&format!("${}", index + 1), &format!("({value})"))
    });
    ensure!(!filled.contains('$'), "more values are needed: {filled}");
    Ok(format!("{filled};\n"))
}
