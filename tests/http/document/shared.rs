//! What the document describes once, in its components.

use std::collections::BTreeMap;

use serde_json::Value;

use super::docs::COMMITTED;

fn document() -> Value {
    serde_json::from_str(COMMITTED).expect("a JSON document")
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    let paths = document["paths"].as_object().expect("paths").values();
    paths.flat_map(|item| item.as_object().expect("a path item").values())
}

#[test]
fn no_response_is_described_twice() {
    let document = document();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    let responses = operations(&document).flat_map(|operation| operation["responses"].as_object()).flatten();
    for (_, response) in responses.filter(|(_, response)| response["$ref"].is_null()) {
        *uses.entry(response.to_string()).or_default() += 1;
    }
    let repeated: Vec<_> = uses.iter().filter(|(_, count)| **count > 1).collect();
    assert!(repeated.is_empty(), "{repeated:#?}");
    assert!(uses.len() > 50, "{}", uses.len());
}

#[test]
fn a_parameter_with_the_name_of_a_shared_one_differs_from_it() {
    let document = document();
    let shared: Vec<&Value> =
        document["components"]["parameters"].as_object().expect("parameters").values().collect();
    assert!(shared.len() > 5, "{shared:?}");
    let parameters =
        operations(&document).filter_map(|operation| operation["parameters"].as_array()).flatten();
    for parameter in parameters {
        assert!(!shared.contains(&parameter), "{parameter}");
    }
}

#[test]
fn every_reference_has_a_target_and_every_component_is_used() {
    let document = document();
    let text = document.to_string();
    let references: Vec<&str> =
        text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for reference in &references {
        assert!(document.pointer(reference).is_some(), "{reference}");
    }
    for section in ["responses", "parameters", "headers", "examples", "schemas"] {
        for name in document["components"][section].as_object().expect("a section").keys() {
            let pointer = format!("/components/{section}/{name}");
            assert!(references.contains(&pointer.as_str()), "{pointer} is unused");
        }
    }
}
