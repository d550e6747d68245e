//! docs/configuration.md lists exactly the settings that the program reads, with their values and defaults.

use std::collections::{BTreeMap, BTreeSet};

use tracing_subscriber::EnvFilter;

use super::read::Source;
use super::tests::{PUBLIC, read};
use super::*;

const DOCUMENT: &str = include_str!("../../../../docs/configuration.md");

/// Settings that libraries read, with their defaults. `tests/program/observability/library_settings.rs` shows that each has
/// an effect.
const READ_BY_LIBRARIES: [(&str, &str); 4] = [
    (EnvFilter::DEFAULT_ENV, "info"),
    ("OTEL_EXPORTER_OTLP_HEADERS", "none"),
    ("OTEL_TRACES_SAMPLER", "parentbased_always_on"),
    ("OTEL_TRACES_SAMPLER_ARG", "1"),
];

/// Set by the shell and by systemd.
const SET_BY_THE_SYSTEM: [&str; 2] = ["PATH", "CREDENTIALS_DIRECTORY"];

/// A file of this machine, which the example names but the test does not have.
const NEEDS_A_FILE: &str = "FORUM__TLS__CA_FILE";

/// A row of a table, without backticks.
struct Row {
    is_secret: bool,
    values: String,
    default: String,
    example: String,
}

fn rows(document: &str) -> BTreeMap<String, Row> {
    let lines = document.lines().filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let cells = line.trim_matches('|').split(" | ").map(|cell| cell.trim().replace('`', ""));
        let [name, values, default, example, _meaning] = &cells.collect::<Vec<_>>()[..] else {
            panic!("five cells: {line}")
        };
        let (name, is_secret) = name.strip_suffix(r" \*").map_or((name.as_str(), false), |name| (name, true));
        let (values, default, example) = (values.clone(), default.clone(), example.clone());
        (name.to_owned(), Row { is_secret, values, default, example })
    };
    lines.map(row).collect()
}

/// The names that the program reads, with whether each is a secret.
fn names() -> BTreeMap<String, bool> {
    // The program reads the AWS variables only for a bucket.
    let mut source = Source::new([("FORUM__FILES__URL".into(), "s3://photos".into())]);
    Config::read_from(&mut source);
    let known: BTreeSet<&str> = source.known().collect();
    let is_secret = |name: &str| known.contains(format!("{name}_FILE").as_str());
    let is_setting = |name: &&&str| {
        let of_a_secret = name.strip_suffix("_FILE").is_some_and(|secret| known.contains(secret));
        !of_a_secret && !SET_BY_THE_SYSTEM.contains(*name)
    };
    let read = known.iter().filter(is_setting).map(|name| ((*name).to_owned(), is_secret(name)));
    read.chain(READ_BY_LIBRARIES.map(|(name, _)| (name.to_owned(), false))).collect()
}

/// The default of a setting, as in the document.
fn default_of(name: &str) -> String {
    if let Some((_, default)) = READ_BY_LIBRARIES.iter().find(|(known, _)| *known == name) {
        return (*default).to_owned();
    }
    let shown = |config: &Config| config.describe().into_iter().find(|row| row.0 == name).map(|row| row.1);
    let required = read(&PUBLIC[..1]).err().expect("required settings").0;
    let default = shown(&read(&[]).expect("the defaults"));
    let in_production = if required.iter().any(|error| error.starts_with(&format!("{name}: "))) {
        Some("required".to_owned())
    } else {
        shown(&read(&PUBLIC).expect("a production configuration"))
    };
    match (default, in_production) {
        (None, _) => "none".to_owned(),
        (Some(default), Some(other)) if other != default && name != "FORUM__PROFILE" => {
            format!("{default} (production: {other})")
        }
        (Some(default), _) => default,
    }
}

/// What a setting must be, according to the error for an invalid value. `None` if the program accepts any value.
fn expected(name: &str) -> Option<String> {
    let errors = read(&[(name, "x://y")]).err()?.0;
    let expected = errors[0].split_once("must be ")?.1;
    let Some((before, example)) = expected.split_once(" such as ") else { return Some(expected.to_owned()) };
    // An example ends at a comma.
    let after = example.find(", ").filter(|_| !example.starts_with('[')).map_or("", |end| &example[end..]);
    Some(format!("{}{after}", before.trim_end_matches(',')))
}

/// The differences between a document and the program.
fn differences(document: &str) -> Vec<String> {
    let (rows, names) = (rows(document), names());
    let mut found = Vec::new();
    found.extend(
        rows.keys().filter(|name| !names.contains_key(*name)).map(|name| format!("{name}: not read")),
    );
    for (name, is_secret) in names {
        let Some(row) = rows.get(&name) else {
            found.push(format!("{name}: no row"));
            continue;
        };
        if row.is_secret != is_secret {
            found.push(format!("{name}: secret: {is_secret}"));
        }
        let default = default_of(&name);
        if row.default != default {
            found.push(format!("{name}: the default is {default}"));
        }
        if let Some(expected) = expected(&name).filter(|expected| row.values != *expected) {
            found.push(format!("{name}: must be {expected}"));
        }
    }
    let examples = rows.iter().filter(|(name, _)| *name != NEEDS_A_FILE);
    let examples: Vec<_> = examples.map(|(name, row)| (name.as_str(), row.example.as_str())).collect();
    found.extend(read(&examples).err().into_iter().flat_map(|errors| errors.0));
    found
}

#[test]
fn the_document_lists_every_setting_with_its_values_and_default() {
    assert_eq!(differences(DOCUMENT), Vec::<String>::new());
}

#[test]
fn the_first_word_of_the_log_filter_is_the_documented_default() {
    assert!(telemetry::DEFAULT_FILTER.starts_with("info,"));
}
