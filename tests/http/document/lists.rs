//! All lists have the same members and parameters.

use forum_tests::harness::{Document, Operation};
use serde_json::Value;

/// Short lists that are returned completely, so they have no parameters.
const COMPLETE: [&str; 9] = [
    "count_applications_by_state",
    "get_application_history",
    "list_application_versions",
    "list_email_templates",
    "list_factors",
    "list_identities",
    "list_keys",
    "list_notes",
    "list_providers",
];

/// The operations that return lists, with the schemas of their responses.
fn lists(document: &Document) -> Vec<(Operation<'_>, &Value)> {
    let mut found = Vec::new();
    for operation in document.operations() {
        let response = document.resolved(&operation.value["responses"]["200"]);
        let schema = document.resolved(&response["content"]["application/json"]["schema"]);
        let is_list = operation.id().starts_with("list_") || !schema["properties"]["items"].is_null();
        found.extend((operation.method == "get" && is_list).then_some((operation, schema)));
    }
    found
}

fn has_parameter(operation: &Operation<'_>, name: &str) -> bool {
    operation.value["parameters"].as_array().is_some_and(|all| all.iter().any(|known| known["name"] == name))
}

#[test]
fn every_list_has_items_and_next_cursor_and_accepts_limit_and_cursor_unless_it_is_complete() {
    let document = Document::published();
    let mut complete = Vec::new();
    for (operation, schema) in lists(&document) {
        let id = operation.id().to_owned();
        let required = schema["required"].as_array().expect("members");
        let has = |member: &str| required.contains(&member.into());
        assert_eq!(schema["properties"]["items"]["type"], "array", "{id}");
        assert!(has("items") && has("next_cursor"), "{id}: {required:?}");
        let parameters = ["limit", "cursor"].map(|name| has_parameter(&operation, name));
        assert_eq!(parameters[0], parameters[1], "{id}");
        if !parameters[0] {
            complete.push(id.clone());
        }
        // Collections are counted, can be skipped in, and can be walked backwards. Logs cannot.
        let is_collection = has_parameter(&operation, "offset");
        assert!(is_collection || !has_parameter(&operation, "sort"), "{id}");
        for member in ["total", "limit", "offset", "prev_cursor"] {
            assert_eq!(has(member), is_collection, "{id} {member}");
        }
    }
    complete.sort_unstable();
    assert_eq!(complete, COMPLETE);
}
