//! Links point to existing files and headings.

use std::fs;
use std::sync::LazyLock;

use regex::Regex;

use super::{Document, assert_all, root, sample};

/// The targets of the links in a text to files in the repository.
pub(super) fn targets(text: &str) -> impl Iterator<Item = &str> {
    static LINK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\]\(([^)\s]+)\)").expect("a pattern"));
    let targets = LINK.captures_iter(text).map(|found| found.get(1).expect("a group").as_str());
    targets.filter(|target| !target.contains(':'))
}

/// The anchor of a heading, as GitHub generates it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn has_heading(text: &str, heading: &str) -> bool {
    let outside = text.split("```").step_by(2);
    let headings = outside.flat_map(str::lines).filter(|line| line.starts_with('#'));
    headings.into_iter().any(|line| anchor(line.trim_start_matches('#')) == heading)
}

fn broken(document: &Document) -> Vec<String> {
    let path = root().join(&document.path);
    let folder = path.parent().expect("a folder");
    let is_broken = |target: &&str| {
        let (file, heading) =
            target.split_once('#').map_or((*target, None), |(file, heading)| (file, Some(heading)));
        match heading {
            None => !folder.join(file).exists(),
            Some(heading) if file.is_empty() => !has_heading(&document.text, heading),
            Some(heading) => {
                !fs::read_to_string(folder.join(file)).is_ok_and(|text| has_heading(&text, heading))
            }
        }
    };
    targets(&document.text).filter(is_broken).map(str::to_owned).collect()
}

#[test]
fn every_link_has_a_target() {
    assert_all(broken);
}

#[test]
fn a_link_to_a_missing_file_or_heading_is_found() {
    let text = "# A title\n[a](README.md) [b](READMY.md) [c](docs/glossary.md#glossary) [d](docs/glossary.md#terms) \
                [e](https://example.org/x) [f](#a-title) [g](#another) ![h](docs/none.png)";
    assert_eq!(broken(&sample(text)), ["READMY.md", "docs/glossary.md#terms", "#another", "docs/none.png"]);
}
