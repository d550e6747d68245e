//! Links, paths, names and commands in the documents exist. `crates/app/src/cli/tests.rs` checks the program's
//! commands, and `crates/app/src/config/documented.rs` the table of settings.

mod links;
mod names;
mod package;
mod paths;
mod problem_codes;
mod recipes;
mod settings;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

/// A document and its path from the repository root.
struct Document {
    path: PathBuf,
    text: String,
}

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Folders with generated or installed files. Hidden folders are also skipped.
const SKIPPED: [&str; 5] = ["target", "node_modules", "dist", "data", "__pycache__"];
const HIDDEN: [&str; 2] = [".ci", ".github"];

/// The paths of all files in the repository, relative to the root.
pub(super) static FILES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let (root, mut files) = (root(), Vec::new());
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !entry.file_type().expect("a type").is_dir() {
                files.push(entry.path().strip_prefix(&root).expect("a path below the root").to_owned());
            } else if HIDDEN.contains(&name.as_str())
                || !(name.starts_with('.') || SKIPPED.contains(&name.as_str()))
            {
                folders.push(entry.path());
            }
        }
    }
    files
});

/// Markdown files at the root, in `docs` and in `.github`.
static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let is_document = |path: &&PathBuf| {
        let of_readers =
            path.components().count() == 1 || path.starts_with("docs") || path.starts_with(".github");
        of_readers && path.extension().is_some_and(|extension| extension == "md")
    };
    let documents = FILES.iter().filter(is_document);
    documents.map(|path| Document { path: path.clone(), text: read(path) }).collect()
});

/// The text of a file in the repository.
fn read(path: &Path) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The inline code in a document, without code blocks.
fn spans(text: &str) -> Vec<&str> {
    static SPAN: LazyLock<Regex> = LazyLock::new(|| Regex::new("`([^`]+)`").expect("a pattern"));
    let outside = text.split("```").step_by(2);
    outside
        .flat_map(|part| SPAN.captures_iter(part))
        .map(|found| found.get(1).expect("a group").as_str())
        .collect()
}

/// The lines of a document's code blocks.
fn block_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").skip(1).step_by(2).flat_map(str::lines).map(str::trim)
}

/// Applies a check to every document.
#[track_caller]
fn assert_all(check: impl Fn(&Document) -> Vec<String>) {
    assert!(DOCUMENTS.len() > 15, "only {} documents", DOCUMENTS.len());
    let found = |document: &Document| {
        let path = document.path.display().to_string();
        check(document).into_iter().map(move |finding| format!("{path}: {finding}"))
    };
    assert_eq!(DOCUMENTS.iter().flat_map(found).collect::<Vec<_>>(), [""; 0]);
}

/// A document at the root, for testing a check.
fn sample(text: &str) -> Document {
    Document { path: "SAMPLE.md".into(), text: text.to_owned() }
}
