//! Descriptions for readers of the document.

use std::collections::BTreeSet;

use serde_json::Value;

use super::docs::COMMITTED;

/// A described part of the document: its JSON pointer, its name and its description.
type Part<'a> = (String, &'a str, &'a str);

/// Members whose objects each need a description.
const DESCRIBED: [&str; 7] =
    ["headers", "parameters", "properties", "responses", "schemas", "securitySchemes", "tags"];

fn document() -> Value {
    serde_json::from_str(COMMITTED).expect("a JSON document")
}

fn parts(document: &Value) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    collect("", "", "", document, &mut found);
    found
}

/// Collects the parts at a pointer and below. `of` is the member that contains the value `key`. A reference has the
/// description of its target.
fn collect<'a>(pointer: &str, of: &str, key: &'a str, value: &'a Value, found: &mut Vec<Part<'a>>) {
    let is_part = DESCRIBED.contains(&of) || key == "info" || value["operationId"].is_string();
    if is_part && value.is_object() && value["$ref"].is_null() {
        let name = value["operationId"].as_str().or(value["name"].as_str()).unwrap_or(key);
        found.push((pointer.to_owned(), name, value["description"].as_str().unwrap_or_default()));
    }
    let below = |key: &str| format!("{pointer}/{}", key.replace('/', "~1"));
    for (member, value) in value.as_object().into_iter().flatten() {
        if !member.starts_with("example") {
            collect(&below(member), key, member, value, found);
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        collect(&below(&index.to_string()), key, "", item, found);
    }
}

/// The places without a description.
fn undescribed(document: &Value) -> Vec<String> {
    let missing = parts(document).into_iter().filter(|(_, _, description)| description.trim().is_empty());
    missing.map(|(pointer, ..)| pointer).collect()
}

/// The places whose description has only the words of the name.
fn repetitions(document: &Value) -> Vec<String> {
    let repeats = |(_, name, description): &Part<'_>| words(name) == words(description);
    parts(document).into_iter().filter(repeats).map(|(pointer, ..)| pointer).collect()
}

/// The words of a name or a sentence without articles and prepositions.
fn words(text: &str) -> BTreeSet<String> {
    let mut spaced = String::new();
    for letter in text.chars() {
        if letter.is_uppercase() {
            spaced.push(' ');
        }
        spaced.extend(letter.to_lowercase());
    }
    let words = spaced.split(|letter: char| !letter.is_alphanumeric());
    let filler = ["", "a", "an", "the", "of", "for", "this", "your"];
    words.filter(|word| !filler.contains(word)).map(str::to_owned).collect()
}

#[test]
fn every_part_of_the_document_has_a_description() {
    let document = document();
    assert!(parts(&document).len() > 500, "{}", parts(&document).len());
    assert_eq!(undescribed(&document), Vec::<String>::new());
}

#[test]
fn no_description_only_repeats_the_name() {
    assert_eq!(repetitions(&document()), Vec::<String>::new());
}

#[test]
fn every_tag_of_an_operation_is_described() {
    let document = document();
    let tags = document["tags"].as_array().expect("tags").iter();
    let described: BTreeSet<_> = tags.map(|tag| tag["name"].as_str()).collect();
    let paths = document["paths"].as_object().expect("paths").values();
    let operations = paths.flat_map(|item| item.as_object().expect("a path item").values());
    let used: BTreeSet<_> = operations.map(|operation| operation["tags"][0].as_str()).collect();
    assert_eq!(used, described);
}
