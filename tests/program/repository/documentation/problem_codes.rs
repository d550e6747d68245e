//! Problem codes that documents name after a status or call a code are in openapi.json.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::{Document, assert_all, sample};

static CODES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(include_str!("../../../../openapi.json")).expect("JSON");
    let schemas =
        ["ProblemCode", "FieldCode"].map(|name| document["components"]["schemas"][name]["enum"].clone());
    let codes = schemas.into_iter().flat_map(|codes| codes.as_array().expect("codes").clone());
    codes.map(|code| code.as_str().expect("a code").to_owned()).collect()
});

fn unknown(document: &Document) -> Vec<String> {
    static CODE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:[45]\d\d|with(?: the)? code|[Pp]roblem code)\s`([a-z_]+)`").expect("a pattern")
    });
    let named = CODE.captures_iter(&document.text).map(|found| found[1].to_owned());
    named.filter(|code| !CODES.contains(code)).collect()
}

#[test]
fn every_problem_code_is_in_the_api_document() {
    assert!(CODES.len() > 50, "only {} codes", CODES.len());
    assert_all(unknown);
}

#[test]
fn an_unknown_problem_code_is_found() {
    let text = "It answers 503 `busy` or 503 `buzzy`, 429\n`rate_limited`, the code `none`, 401 with the code `expired`.";
    assert_eq!(unknown(&sample(text)), ["buzzy", "expired"]);
}
