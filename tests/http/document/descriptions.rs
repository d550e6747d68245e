//! Descriptions for readers of the document.

use std::collections::BTreeSet;

use serde_json::Value;

use super::docs::COMMITTED;

/// A described part of the document: its place, its name and its description.
type Part<'a> = (String, &'a str, &'a str);

fn document() -> Value {
    serde_json::from_str(COMMITTED).expect("a JSON document")
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// Every part of the document that needs a description, with an empty text if it has none.
fn parts(document: &Value) -> Vec<Part<'_>> {
    let components = &document["components"];
    let mut found = Vec::new();
    found.extend(part("the document".to_owned(), "", &document["info"]));
    for tag in document["tags"].as_array().into_iter().flatten() {
        let name = tag["name"].as_str().unwrap_or_default();
        found.extend(part(format!("the tag {name}"), name, tag));
    }
    for section in ["schemas", "parameters", "headers", "responses", "securitySchemes"] {
        for (name, value) in entries(&components[section]) {
            let place = format!("{section} {name}");
            found.extend(part(place, value["name"].as_str().unwrap_or(name), value));
        }
    }
    for (schema, value) in entries(&components["schemas"]) {
        let members = entries(&value["properties"]);
        found.extend(members.filter_map(|(name, member)| part(format!("{schema}.{name}"), name, member)));
    }
    for (name, response) in entries(&components["responses"]) {
        let headers = entries(&response["headers"]);
        found.extend(headers.filter_map(|(header, value)| part(format!("{name} {header}"), header, value)));
    }
    for (_, operation) in entries(&document["paths"]).flat_map(|(_, item)| entries(item)) {
        found.extend(parts_of_operation(operation));
    }
    found
}

fn parts_of_operation(operation: &Value) -> Vec<Part<'_>> {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let mut found = Vec::new();
    found.extend(part(id.to_owned(), id, operation));
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default();
        found.extend(part(format!("{id} {name}"), name, parameter));
    }
    for (_, media) in entries(&operation["requestBody"]["content"]) {
        let members = entries(&media["schema"]["properties"]);
        found.extend(members.filter_map(|(name, member)| part(format!("{id} {name}"), name, member)));
    }
    for (status, response) in entries(&operation["responses"]) {
        found.extend(part(format!("{id} {status}"), status, response));
        let headers = entries(&response["headers"]);
        let described = |(header, value)| part(format!("{id} {status} {header}"), header, value);
        found.extend(headers.filter_map(described));
    }
    found
}

/// `None` for a reference, which has the description of its target.
fn part<'a>(place: String, name: &'a str, value: &'a Value) -> Option<Part<'a>> {
    let description = value["description"].as_str().unwrap_or_default();
    value["$ref"].is_null().then_some((place, name, description))
}

/// The places without a description.
fn undescribed(document: &Value) -> Vec<String> {
    let missing = parts(document).into_iter().filter(|(_, _, description)| description.trim().is_empty());
    missing.map(|(place, ..)| place).collect()
}

/// The places whose description has only the words of the name.
fn repetitions(document: &Value) -> Vec<String> {
    let repeats = |(_, name, description): &Part<'_>| words(name) == words(description);
    parts(document).into_iter().filter(repeats).map(|(place, ..)| place).collect()
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
    let operations = entries(&document["paths"]).flat_map(|(_, item)| entries(item));
    let used: BTreeSet<_> = operations.map(|(_, operation)| operation["tags"][0].as_str()).collect();
    assert_eq!(used, described);
}

#[test]
fn a_missing_description_is_found_in_each_kind_of_part() {
    let table = [
        ("/info/description", "the document"),
        ("/tags/0/description", "the tag Accounts"),
        ("/components/schemas/Session/description", "schemas Session"),
        ("/components/schemas/Session/properties/access_token/description", "Session.access_token"),
        ("/components/responses/RateLimited/description", "responses RateLimited"),
        ("/components/headers/X-Request-Id/description", "headers X-Request-Id"),
        ("/components/parameters/limit/description", "parameters limit"),
        ("/paths/~1auth~1signup/post/description", "sign_up"),
        ("/paths/~1auth~1sessions/delete/parameters/0/description", "end_sessions scope"),
        ("/paths/~1auth~1keys/get/responses/304/description", "list_keys 304"),
        ("/components/responses/SeeOther/headers/Location/description", "SeeOther Location"),
    ];
    for (pointer, place) in table {
        let mut document = document();
        *document.pointer_mut(pointer).expect(pointer) = "".into();
        assert_eq!(undescribed(&document), [place]);
    }
}

#[test]
fn a_description_that_repeats_the_name_is_found() {
    let pointer = "/components/schemas/Session/properties/access_token/description";
    for (text, count) in
        [("The access token.", 1), ("Access_token of this.", 1), ("Send it as a bearer token.", 0)]
    {
        let mut document = document();
        *document.pointer_mut(pointer).expect(pointer) = text.into();
        assert_eq!(repetitions(&document).len(), count, "{text}");
    }
}
