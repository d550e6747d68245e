//! Names of tests, modules, columns, metrics, codes and operations in backticks exist in the code.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use super::{Document, FILES, assert_all, read, sample, spans};

/// Names from PostgreSQL and other programs that no source file contains, and a name pattern.
const FOREIGN: [&str; 6] = [
    "max_prepared_statements",
    "max_wal_size",
    "pg_dump",
    "shared_buffers",
    "target_session_attrs",
    "verb_noun",
];

/// The words in the source files, except for the document tests, which contain wrong names.
static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let is_source = |path: &&PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let known = ["json", "mjs", "py", "rs", "sql", "ts", "tsx", "yml"].contains(&extension);
        known && !path.starts_with(Path::new(file!()).parent().expect("a folder"))
    };
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let texts = FILES.iter().filter(is_source).map(|path| read(path));
    texts
        .flat_map(|text| text.split(|letter| !is_letter(letter)).map(str::to_owned).collect::<HashSet<_>>())
        .collect()
});

/// The files of a module such as `http/limits`. The first folders may be omitted.
fn files_of(module: &str) -> impl Iterator<Item = &'static PathBuf> {
    let names = [format!("{module}.rs"), format!("{module}/mod.rs")];
    FILES.iter().filter(move |file| names.iter().any(|name| file.ends_with(name)))
}

/// Whether a path names a module or an item in a module.
fn is_item(path: &str) -> bool {
    let path = path.replace("::", "/");
    let is_in_module = || {
        path.rsplit_once('/').is_some_and(|(module, name)| {
            let item = Regex::new(&format!(r"\b(?:fn|mod|static|const) {name}\b")).expect("a pattern");
            files_of(module).any(|file| item.is_match(&read(file)))
        })
    };
    files_of(&path).next().is_some() || is_in_module()
}

fn unknown(document: &Document) -> Vec<String> {
    static WORD: LazyLock<Regex> =
        LazyLock::new(|| Regex::new("^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$").expect("a pattern"));
    static PATH: LazyLock<Regex> =
        LazyLock::new(|| Regex::new("^[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)+$").expect("a pattern"));
    let is_unknown = |span: &&str| {
        let is_missing_word = WORD.is_match(span) && !WORDS.contains(*span) && !FOREIGN.contains(span);
        is_missing_word || PATH.is_match(span) && !is_item(span)
    };
    spans(&document.text).into_iter().filter(is_unknown).map(str::to_owned).collect()
}

#[test]
fn every_name_is_in_the_code() {
    assert_all(unknown);
}

#[test]
fn a_name_that_the_code_does_not_contain_is_found() {
    let text = "`rate_limited` `rate_limitd` `http::limits::bounds` `http::limits::bound` \
                `limits::bounds` `links::every_link_has_a_target` `links::every_link_has_a_goal` `max_wal_size` \
                `one_request_is_served_twice`";
    assert_eq!(
        unknown(&sample(text)),
        ["rate_limitd", "http::limits::bound", "links::every_link_has_a_goal", "one_request_is_served_twice"]
    );
}
