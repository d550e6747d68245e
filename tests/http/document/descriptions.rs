//! Descriptions for readers of the document.

use std::collections::BTreeSet;

use serde_json::Value;

use super::docs::COMMITTED;

/// A described part of the document: its JSON pointer, its name and its description.
type Part<'a> = (String, &'a str, &'a str);

/// Members whose objects each need a description.
const DESCRIBED: [&str; 7] =
    ["headers", "parameters", "properties", "responses", "schemas", "securitySchemes", "tags"];

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
fn every_part_of_the_document_has_a_description_that_does_not_only_repeat_its_name() {
    let document: Value = serde_json::from_str(COMMITTED).expect("a JSON document");
    let mut parts = Vec::new();
    collect("", "", "", &document, &mut parts);
    assert!(parts.len() > 500, "{}", parts.len());
    for (pointer, name, description) in parts {
        assert!(!description.trim().is_empty(), "{pointer} has no description");
        assert_ne!(words(name), words(description), "{pointer} only repeats its name");
    }
}
