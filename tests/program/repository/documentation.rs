//! Links in the documentation point to existing files and headings.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// README.md, ARCHITECTURE.md and the documents in docs.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let docs =
        fs::read_dir(root.join("docs")).expect("the folder").map(|entry| entry.expect("an entry").path());
    let docs = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    docs.chain(["README.md", "ARCHITECTURE.md"].map(|name| root.join(name))).collect()
}

/// The anchor of a heading, as GitHub generates it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The broken links in `text`, a document in `folder`.
fn broken(text: &str, folder: &Path, own: &Path) -> Vec<String> {
    let link = Regex::new(r"\]\(([^)\s]+)\)").expect("a pattern");
    let links = link.captures_iter(text).map(|found| found[1].to_owned());
    let is_broken = |target: &String| {
        if target.contains("://") {
            return false;
        }
        let (file, heading) =
            target.split_once('#').map_or((target.as_str(), None), |(file, heading)| (file, Some(heading)));
        let file = if file.is_empty() { own.to_owned() } else { folder.join(file) };
        match heading {
            None => !file.exists(),
            Some(heading) => !fs::read_to_string(file).is_ok_and(|text| {
                text.lines()
                    .filter(|line| line.starts_with('#'))
                    .any(|line| anchor(line.trim_start_matches('#')) == heading)
            }),
        }
    };
    links.filter(is_broken).collect()
}

#[test]
fn every_link_in_the_documentation_has_a_target() {
    let documents = documents();
    assert!(documents.len() > 5, "{documents:?}");
    for document in documents {
        let text = fs::read_to_string(&document).expect("a document");
        let folder = document.parent().expect("its folder");
        assert_eq!(broken(&text, folder, &document), [""; 0], "{}", document.display());
    }
}

#[test]
fn a_link_to_a_missing_file_or_heading_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = "[a](README.md) [b](READMY.md) [c](README.md#deploy-it) [d](README.md#deploy) [e](https://example.org/x)";
    assert_eq!(broken(text, &root, &root.join("README.md")), ["READMY.md", "README.md#deploy"]);
}

/// Paths in backticks, relative to the project root, that name no file. Patterns (`<`, `*`, `{`, `…`) are not checked.
fn missing(text: &str, root: &Path) -> Vec<String> {
    let path =
        Regex::new(r"`((?:crates|deploy|docs|migrations|scripts|tests|ui)/[^`\s]*)`").expect("a pattern");
    let paths = path.captures_iter(text).map(|found| found[1].trim_end_matches('/').to_owned());
    paths.filter(|path| !path.contains(['<', '*', '{', '…']) && !root.join(path).exists()).collect()
}

#[test]
fn every_path_in_the_documentation_names_a_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for document in documents() {
        let text = fs::read_to_string(&document).expect("a document");
        assert_eq!(missing(&text, &root), [""; 0], "{}", document.display());
    }
    assert_eq!(
        missing("`docs/quality.md` `ui/src/` `crates/none.rs` `ui/<page>`", &root),
        ["crates/none.rs"]
    );
}
