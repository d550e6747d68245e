//! Citations such as `docs/product.md, 3.2` refer to existing sections.

use std::collections::BTreeSet;
use std::fs;

use regex::Regex;

use super::documentation::{FILES, root};

const DOCUMENT: &str = include_str!("../../../docs/product.md");

/// The numbers of all sections.
fn sections(document: &str) -> BTreeSet<String> {
    let heading = Regex::new(r"(?m)^#{2,3} (\d+(?:\.\d+)?)").expect("a pattern");
    heading.captures_iter(document).map(|found| found[1].to_owned()).collect()
}

/// The numbers of the cited sections. A citation may continue on the next line of a comment.
fn cited(text: &str) -> Vec<String> {
    let line_start = Regex::new(r"\n\s*(?:///|//!|//|\*|#|--)?[ \t]*").expect("a pattern");
    let citation =
        Regex::new(r"docs/product\.md, (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)").expect("a pattern");
    let number = Regex::new(r"\d+(?:\.\d+)?").expect("a pattern");
    let text = line_start.replace_all(text, " ");
    let lists = citation.captures_iter(&text).map(|found| found[1].to_owned()).collect::<Vec<_>>();
    lists.iter().flat_map(|list| number.find_iter(list)).map(|section| section.as_str().to_owned()).collect()
}

#[test]
fn every_cited_section_of_the_product_rules_exists() {
    let known = sections(DOCUMENT);
    let (mut citations, mut missing) = (0, Vec::new());
    for path in FILES.iter() {
        // Pictures and archives are skipped because they are not text.
        let Ok(text) = fs::read_to_string(root().join(path)) else { continue };
        if !text.contains("docs/product.md,") {
            continue;
        }
        for section in cited(&text) {
            citations += 1;
            if !known.contains(&section) {
                missing.push(format!("{}: {section}", path.display()));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
    assert!(citations > 20, "{citations}");
}

#[test]
fn citations_are_found_in_comments_of_one_and_more_lines() {
    let name = "docs/product.md";
    assert_eq!(cited(&format!("/// The table ({name}, 3.5).")), ["3.5"]);
    assert_eq!(cited(&format!("// See {name}, 8.\n# {name}, 3.4 and 10.12, or 7")), ["8", "3.4", "10.12"]);
    assert_eq!(
        cited(&format!("    //! The kinds ({name},\n    //! 4.6).\n * {name}, 1,\n * 2.1.")),
        ["4.6", "1", "2.1"]
    );
    assert_eq!(cited(&format!("{name} has sections. Read {name}, please.")), [""; 0]);
    assert_eq!(
        sections("# Rules\n\n## 1. One\n### 1.2 Two\n## Three\n#### 4\n"),
        ["1", "1.2"].map(String::from).into()
    );
}
