//! Settings that documents and deployment files name are in `docs/configuration.md`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::{Document, FILES, assert_all, read, sample};

/// The settings in the tables, and whether each is a secret.
static SETTINGS: LazyLock<HashMap<String, bool>> = LazyLock::new(|| {
    let row = Regex::new(r"(?m)^\| `([A-Z0-9_]+)`( \\\*)? \|").expect("a pattern");
    let text = read(Path::new("docs/configuration.md"));
    row.captures_iter(&text).map(|found| (found[1].to_owned(), found.get(2).is_some())).collect()
});

fn unknown(document: &Document) -> Vec<String> {
    static NAME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:(?:FORUM__|OTEL_|AWS_)[A-Z0-9_]*|(?:DATABASE_URL|PG_BIN_DIR|RUST_LOG)[A-Z_]*)\b")
            .expect("a pattern")
    });
    let is_known = |name: &str| {
        let is_prefix = name.ends_with('_') && SETTINGS.keys().any(|known| known.starts_with(name));
        let of_a_secret = name.strip_suffix("_FILE").and_then(|name| SETTINGS.get(name));
        is_prefix || SETTINGS.contains_key(name) || of_a_secret == Some(&true)
    };
    let named = NAME.find_iter(&document.text).map(|found| found.as_str());
    named.filter(|name| !is_known(name)).map(str::to_owned).collect()
}

#[test]
fn every_setting_is_in_the_tables() {
    assert!(SETTINGS.len() > 30, "only {} settings", SETTINGS.len());
    assert_all(unknown);
}

#[test]
fn every_setting_in_a_file_of_the_deployment_is_in_the_tables() {
    for path in FILES.iter().filter(|path| path.starts_with("deploy")) {
        let document = Document { path: path.clone(), text: read(path) };
        assert_eq!(unknown(&document), [""; 0], "{}", path.display());
    }
}

#[test]
fn an_unknown_setting_is_found() {
    let text = "`FORUM__MAIL__URL` `FORUM__MAIL__URL_FILE` FORUM__MAIL__FORM=x `FORUM__RETENTION__…` `FORUM__REMOTE__…` \
                `FORUM__MAIL__FROM_FILE` `OTEL_NONE` `DATABASE_URL_FILE` `PG_BIN_DIRS` `FORUM__`";
    let unknown = unknown(&sample(text));
    assert_eq!(
        unknown,
        ["FORUM__MAIL__FORM", "FORUM__REMOTE__", "FORUM__MAIL__FROM_FILE", "OTEL_NONE", "PG_BIN_DIRS"]
    );
}
