//! The program's SQL from the checked queries in `.sqlx`, so that floors use the statements of the program.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::Value;

/// The one query with this ending, with `values` in place of `$1`, `$2`, …, and a semicolon.
///
/// # Errors
/// When no query ends so, or several do.
pub fn with_values(ending: &str, values: &[&str]) -> anyhow::Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.sqlx");
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let stored: Value = serde_json::from_slice(&fs::read(entry?.path())?)?;
        let query = stored["query"].as_str().context("a query")?;
        let lines = query.lines().filter(|line| !line.trim_start().starts_with("--"));
        let query = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        if query.ends_with(ending) {
            found.push(query);
        }
    }
    ensure!(found.len() == 1, "{} queries end with {ending}", found.len());
    // The last one is replaced first, because `$10` begins with `$1`.
    let filled = values.iter().enumerate().rev().fold(found.remove(0), |query, (index, value)| {
        query.replace(&format!("${}", index + 1), &format!("({value})"))
    });
    ensure!(!filled.contains('$'), "more values are needed: {filled}");
    Ok(format!("{filled};\n"))
}

/// A text as an SQL literal.
pub fn quoted(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}
