//! Paths and file names in backticks exist.

use std::sync::LazyLock;

use regex::Regex;

use super::{Document, FILES, assert_all, root, sample, spans};

/// Paths that name no file. Patterns (`<`, `*`, `{`, `…`) are not checked.
fn missing(document: &Document) -> Vec<String> {
    static FROM_ROOT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:\.ci|\.github|crates|deploy|docs|migrations|scripts|tests|ui)/\S*$")
            .expect("a pattern")
    });
    static FILE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^[\w./-]+\.(?:css|html|md|mjs|py|rs|sql|toml|tsx?)$").expect("a pattern")
    });
    let is_missing = |span: &&str| {
        if span.contains(['<', '*', '{', '…']) {
            return false;
        }
        // A path may start at any folder, such as `config/mod.rs`.
        let exists = || root().join(span).exists() || FILES.iter().any(|file| file.ends_with(span));
        (FROM_ROOT.is_match(span) || FILE.is_match(span)) && !exists()
    };
    spans(&document.text).into_iter().filter(is_missing).map(str::to_owned).collect()
}

#[test]
fn every_path_names_a_file() {
    assert_all(missing);
}

#[test]
fn a_path_without_a_file_is_found() {
    let text = "`docs/glossary.md` `ui/src/` `crates/none.rs` `ui/<page>` `config/mod.rs` `config/nod.rs` `none.test.tsx`";
    assert_eq!(missing(&sample(text)), ["crates/none.rs", "config/nod.rs", "none.test.tsx"]);
}
