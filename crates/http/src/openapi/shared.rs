//! Identical responses, parameters and headers, which the document describes once in its components.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{Object, operations};
use crate::response::api_error::{ADMIN, SIGNED_IN};
use crate::response::code::Code;
use crate::response::problem::PROBLEM_JSON;

/// Called with each part that can be shared and its name in the components.
type Visit<'a> = &'a mut dyn FnMut(String, &mut Value);

/// Moves every part that occurs more than once to the components.
pub(super) fn share(document: &mut Value) {
    share_section(document, "responses", responses);
    share_section(document, "parameters", parameters);
    share_section(document, "headers", headers);
}

/// If parts with one name differ, only the most frequent one is shared.
fn share_section(document: &mut Value, section: &str, each: fn(&mut Value, Visit<'_>)) {
    let mut counts: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    each(document, &mut |name, part| {
        *counts.entry(name).or_default().entry(part.to_string()).or_default() += 1;
    });
    let known = document["components"][section].as_object().cloned().unwrap_or_default();
    let most_frequent = |(name, parts): (String, BTreeMap<String, usize>)| {
        let (part, count) = parts.into_iter().max_by_key(|(_, count)| *count)?;
        (count > 1 && !known.contains_key(&name)).then_some((name, part))
    };
    let chosen: BTreeMap<String, String> = counts.into_iter().filter_map(most_frequent).collect();
    let mut shared: BTreeMap<String, Value> = known.into_iter().collect();
    each(document, &mut |name, part| {
        let text = part.to_string();
        if chosen.get(&name) == Some(&text) {
            let reference = json!({"$ref": format!("#/components/{section}/{name}")});
            shared.insert(name, std::mem::replace(part, reference));
        }
    });
    document["components"][section] = Value::Object(shared.into_iter().collect());
}

fn responses(document: &mut Value, visit: Visit<'_>) {
    for operation in operations(document) {
        for (status, response) in members(operation.get_mut("responses")) {
            if let Some(name) = response_name(status, response) {
                visit(name, response);
            }
        }
    }
}

/// The parameter `id` of a path is named after the resource, such as `user_id`.
fn parameters(document: &mut Value, visit: Visit<'_>) {
    for (path, item) in members(document.get_mut("paths")) {
        let operations = members(Some(item)).filter_map(|(_, operation)| operation.get_mut("parameters"));
        for parameter in operations.filter_map(Value::as_array_mut).flatten() {
            let name = match (parameter["name"].as_str().unwrap_or_default(), path.split_once("/{id}")) {
                ("id", Some((before, _))) => {
                    let resource = before.rsplit('/').next().unwrap_or_default();
                    format!("{}_id", resource.strip_suffix('s').unwrap_or(resource))
                }
                (name, _) => name.to_owned(),
            };
            visit(name, parameter);
        }
    }
}

fn headers(document: &mut Value, visit: Visit<'_>) {
    let mut visit_all = |response: &mut Value| {
        for (name, header) in members(response.get_mut("headers")) {
            if header.get("$ref").is_none() {
                visit(name.clone(), header);
            }
        }
    };
    for operation in operations(document) {
        members(operation.get_mut("responses")).for_each(|(_, response)| visit_all(response));
    }
    members(document["components"].get_mut("responses")).for_each(|(_, response)| visit_all(response));
}

pub(super) fn members(value: Option<&mut Value>) -> impl Iterator<Item = (&String, &mut Value)> {
    value.and_then(Value::as_object_mut).into_iter().flatten()
}

/// The name of a response without content or with JSON, derived from what it contains.
fn response_name(status: &str, response: &Value) -> Option<String> {
    let Some(content) = response["content"].as_object().filter(|content| !content.is_empty()) else {
        let name = match status {
            "202" => "Accepted",
            "204" => "NoContent",
            "303" => "SeeOther",
            _ => return None,
        };
        return Some(name.to_owned());
    };
    if let Some(problem) = content.get(PROBLEM_JSON) {
        return Some(problem_name(problem["examples"].as_object()?));
    }
    let schema = content.get("application/json")?["schema"]["$ref"].as_str()?.rsplit('/').next()?;
    let suffix = match status {
        "201" => "Created",
        "202" => "Accepted",
        _ => "",
    };
    Some(format!("{schema}{suffix}"))
}

/// The name of a problem with these codes. Codes that occur together have one name.
fn problem_name(examples: &Object) -> String {
    let mut codes: BTreeSet<&str> = examples.keys().map(String::as_str).collect();
    let mut parts = Vec::new();
    for (name, group) in groups() {
        if group.iter().all(|code| codes.contains(code.as_str())) {
            codes.retain(|code| !group.iter().any(|of_group| of_group == code));
            parts.push(name.to_owned());
        }
    }
    // In the order of the table of codes.
    parts.extend(examples.keys().filter(|code| codes.contains(code.as_str())).map(|code| pascal_case(code)));
    parts.join("Or")
}

/// Groups of codes, the larger ones first.
fn groups() -> [(&'static str, Vec<String>); 5] {
    let words = |codes: &[Code]| codes.iter().map(|code| code.as_str().to_owned()).collect();
    [
        ("Unauthorized", words(SIGNED_IN.strip_suffix(&[Code::Forbidden]).unwrap_or(SIGNED_IN))),
        ("InvalidBody", words(&[Code::ValidationFailed, Code::UnknownField, Code::UnknownParameter])),
        ("InvalidQuery", words(&[Code::ValidationFailed, Code::UnknownParameter])),
        ("Forbidden", words(ADMIN)),
        ("Unavailable", words(&[Code::Busy, Code::Unavailable])),
    ]
}

fn pascal_case(word: &str) -> String {
    let capitalized = |part: &str| {
        let (first, rest) = part.split_at(part.len().min(1));
        first.to_uppercase() + rest
    };
    word.split('_').map(capitalized).collect()
}
