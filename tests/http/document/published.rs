//! The published document itself.

use std::collections::BTreeSet;

use forum_domain::accounts::{PASSWORD_MAX, PASSWORD_MIN};
use forum_domain::applications::FieldLimits;
use forum_domain::shared::{EmailAddress, NAME_MAX, Page};
use forum_tests::harness::{Document, Operation};
use serde_json::Value;

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

#[test]
fn every_operation_has_an_id_one_tag_a_summary_and_the_media_types_of_its_statuses() {
    let document = Document::published();
    for operation in document.operations() {
        let (id, value) = (operation.id(), operation.value);
        let is_snake =
            !id.is_empty() && id.chars().all(|c| c.is_ascii_lowercase() || c == '_') && id.contains('_');
        assert!(is_snake, "{} {}: {id:?}", operation.method, operation.path);
        assert_eq!(value["tags"].as_array().map(Vec::len), Some(1), "{id}");
        assert!(value["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{id}");
        let responses = value["responses"].as_object().expect("responses");
        // Three operations redirect browsers.
        let redirects = ["begin_authorization", "finish_authorization", "open_unsubscription"].contains(&id);
        let done = if redirects { "303" } else { "2" };
        assert!(responses.keys().any(|status| status.starts_with(done)), "{id}");
        for (status, response) in responses {
            let media = response["content"].as_object().into_iter().flat_map(|content| content.keys());
            for name in media {
                let problem = !status.starts_with('2');
                let expected = match (problem, id) {
                    (true, _) => "application/problem+json",
                    (false, "export_current_user") => "application/zip",
                    (false, "export_applications" | "export_subscribers") if name == "text/csv" => "text/csv",
                    (false, "export_applications" | "export_subscribers") => XLSX,
                    (false, "stream_events") => "text/event-stream",
                    (false, _) => "application/json",
                };
                assert_eq!(name, expected, "{id} {status}");
            }
        }
        assert!(value["security"].is_array(), "{id} does not say who may call it");
        assert!(responses.contains_key("401") || !operation.is_secured(), "{id}");
        // Every operation for users refuses machines, or those with the other scope.
        let is_of_users = operation.is_secured() && id != "set_recovery_password";
        assert_eq!(is_of_users, documents(responses.get("403"), "forbidden"), "{id}");
        let is_of_administrators =
            operation.path.starts_with("/admin") || ["get_application", "accept_invitation"].contains(&id);
        assert_eq!(is_of_administrators, documents(responses.get("403"), "second_factor_required"), "{id}");
    }
}

fn documents(response: Option<&Value>, code: &str) -> bool {
    response
        .is_some_and(|response| response["content"]["application/problem+json"]["examples"][code].is_object())
}

#[test]
fn every_parameter_and_body_has_an_example_that_matches_its_schema() {
    let document = Document::published();
    let examples = document.examples();
    assert!(examples.len() > 200, "{}", examples.len());
    for (at, example, schema) in examples {
        // Forms, files and streams have no example.
        if [
            "multipart/form-data",
            "application/x-www-form-urlencoded",
            "application/zip",
            "text/csv",
            "text/event-stream",
            XLSX,
        ]
        .iter()
        .any(|media| at.contains(media))
        {
            continue;
        }
        assert!(!example.is_null(), "{at} has no example");
        assert_eq!(document.faults(example, schema), Vec::<String>::new(), "{at}: {example}");
    }
}

/// Each example comes from its own resource, and one of several alternatives from the first.
#[test]
fn examples_that_the_schemas_do_not_determine_are_chosen() {
    let document = Document::published();
    let examples = document.examples();
    let example = |at: &str| {
        let found = examples.iter().find(|(name, value, _)| *name == at && !value.is_null());
        found.unwrap_or_else(|| panic!("no example of {at}")).1
    };
    let json = |operation: &str| example(&format!("{operation} application/json"));
    let name = |operation: &str, pointer: &str| json(operation).pointer(pointer).and_then(Value::as_str);
    assert_eq!(name("list_providers", "/items/0/name"), Some("school"));
    assert_eq!(name("list_headshots", "/items/0/name"), Some("headshot-1772719800000.jpg"));
    assert_eq!(example("list_applications \"subject\""), "Science");
    assert_ne!(example("finish_authorization \"state\""), "Florida");
    for (id, expected) in [
        ("create_session_by_factor", &["challenge_token", "factor_id", "code"][..]),
        ("verify_factor", &["challenge_id", "code"]),
        ("reauthenticate_session", &["password"]),
        ("link_identity", &["provider", "auth_code", "code_verifier"]),
    ] {
        let found = document.operations().into_iter().find(|known| known.id() == id).expect(id);
        let example = &found.value["requestBody"]["content"]["application/json"]["example"];
        assert_eq!(example.as_object().expect("an object").keys().collect::<Vec<_>>(), expected, "{id}");
    }
}

/// Every object schema of requests, with the operation or reference that contains it.
fn request_objects(document: &Document) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    let operations = document.operations().into_iter();
    let mut open: Vec<(String, &Value)> = operations
        .map(|operation| (operation.id().to_owned(), &operation.value["requestBody"]["content"]))
        .collect();
    while let Some((at, value)) = open.pop() {
        if let Some(reference) = value["$ref"].as_str() {
            open.push((reference.to_owned(), document.resolved(value)));
        }
        if value["properties"].is_object() {
            found.push((at.clone(), value));
        }
        let members = value.as_object().into_iter().flat_map(|object| object.values());
        let items = value.as_array().into_iter().flatten();
        open.extend(members.chain(items).map(|value| (at.clone(), value)));
    }
    found
}

#[test]
fn requests_are_closed_and_each_of_their_members_has_bounds() {
    let document = Document::published();
    let objects = request_objects(&document);
    assert!(objects.len() >= 8, "{objects:?}");
    for (at, object) in objects {
        assert_eq!(object["additionalProperties"], false, "{at}");
        for (name, member) in object["properties"].as_object().expect("properties") {
            let member = document.resolved(member);
            assert!(is_bounded(&document, member), "{at} {name}: {member}");
            let required =
                object["required"].as_array().is_some_and(|names| names.contains(&(&**name).into()));
            assert_eq!(member["nullable"] == true, !required, "{at} {name}: null means left out");
        }
    }
}

/// Whether a schema bounds every value. Objects are bounded by their members.
fn is_bounded(document: &Document, schema: &Value) -> bool {
    let schema = document.resolved(schema.pointer("/allOf/0").unwrap_or(schema));
    let has = |bounds: &[&str]| bounds.iter().any(|bound| !schema[*bound].is_null());
    match schema["type"].as_str() {
        Some("integer") => has(&["minimum"]) && has(&["maximum"]),
        Some("array") => has(&["maxItems"]) && is_bounded(document, &schema["items"]),
        Some("string") => has(&["maxLength", "enum", "pattern", "format"]),
        _ => schema["type"] == "boolean" || has(&["maxProperties", "properties", "oneOf"]),
    }
}

#[test]
fn every_parameter_has_bounds_and_a_versioned_write_but_one_requires_its_version() {
    let document = Document::published();
    let mut versioned = 0;
    for operation in document.operations() {
        for parameter in operation.value["parameters"].as_array().into_iter().flatten() {
            let parameter = document.resolved(parameter);
            let (id, name) = (operation.id(), parameter["name"].as_str().expect("a name"));
            // Providers choose the parameters of the callback, and an unknown event id is no error.
            let open = id == "finish_authorization" || name == "Last-Event-ID";
            assert!(open || is_bounded(&document, &parameter["schema"]), "{id} {name}: {parameter}");
            if name == "If-Match" {
                versioned += 1;
                let missing = operation.value["responses"]["428"].is_object();
                assert_eq!(
                    (parameter["required"] == true, missing),
                    (id != "delete_note", id != "delete_note"),
                    "{id}"
                );
            }
        }
    }
    assert!(versioned >= 2, "{versioned}");
}

/// Generated clients get one type for each enum.
#[test]
fn every_enum_is_one_shared_schema() {
    let document = Document::published();
    let schemas = document.value()["components"]["schemas"].as_object().expect("schemas");
    let mut known: Vec<&Value> = Vec::new();
    for (name, schema) in schemas {
        if let Some(words) = schema.get("enum") {
            assert!(!known.contains(&words), "{name} is a duplicate");
            known.push(words);
        } else {
            assert!(!schema.to_string().contains(r#""enum":"#), "{name} has an unnamed enum");
        }
    }
    assert!(known.len() > 5, "{known:?}");
}

#[test]
fn limits_equal_those_of_the_domain() {
    let document = Document::published();
    let schemas = &document.value()["components"]["schemas"];
    assert_eq!(schemas["DecisionRequest"]["properties"]["note"]["maxLength"], FieldLimits::NOTE);
    let sign_up = &schemas["SignUpRequest"]["properties"];
    assert_eq!(sign_up["email"]["maxLength"], EmailAddress::MAX);
    assert_eq!(sign_up["password"]["minLength"], PASSWORD_MIN);
    assert_eq!(sign_up["password"]["maxLength"], PASSWORD_MAX);
    assert_eq!(sign_up["last_name"]["maxLength"], NAME_MAX);
    for operation in document.operations() {
        for parameter in operation.value["parameters"].as_array().into_iter().flatten() {
            let schema = &parameter["schema"];
            let most = match parameter["name"].as_str() {
                Some("limit") => Page::MAX_LIMIT,
                Some("offset") => Page::MAX_OFFSET,
                _ => continue,
            };
            assert_eq!(schema["maximum"].as_f64(), Some(f64::from(most)), "{}", operation.id());
            assert!(schema["minimum"].is_number(), "{}", operation.id());
            // Generated clients send a default with every request, also beside a cursor.
            assert_eq!(schema["default"].is_number(), parameter["name"] == "limit", "{}", operation.id());
        }
    }
}

#[test]
fn every_code_that_an_operation_documents_is_in_the_list_of_codes() {
    let document = Document::published();
    let listed = &document.value()["components"]["schemas"]["ProblemCode"]["enum"];
    let listed = listed.as_array().expect("codes");
    let mut unused: Vec<&str> = listed.iter().filter_map(Value::as_str).collect();
    for (operation, status, code) in document.documented() {
        assert!(status < 400 || listed.contains(&code.as_str().into()), "{operation} {status} {code}");
        unused.retain(|known| *known != code);
    }
    assert_eq!(unused, ["method_not_allowed"], "returned only for unsupported methods");
}

#[test]
fn codes_of_readiness_are_not_codes_of_field_errors() {
    let document = Document::published();
    let schemas = &document.value()["components"]["schemas"];
    let words = |name: &str| schemas[name]["enum"].as_array().expect("codes").clone();
    let (fields, checks) = (words("FieldCode"), words("CheckCode"));
    assert!(fields.iter().all(|code| !checks.contains(code)), "{fields:?}");
    assert!(fields.contains(&"required".into()) && checks.contains(&"unreachable".into()));
}

#[test]
fn fields_that_only_the_server_sets_cannot_be_written() {
    let document = Document::published();
    for (at, object) in request_objects(&document) {
        for member in
            ["id", "user_id", "status", "role", "roles", "submitted_at", "reviewed_at", "headshot_url"]
        {
            assert!(object["properties"][member].is_null(), "{at}.{member}");
        }
    }
}

/// Short lists that are returned completely, so they have no parameters.
const COMPLETE: [&str; 12] = [
    "count_applications_by_state",
    "get_application_history",
    "get_newsletter_growth",
    "list_application_versions",
    "list_email_template_versions",
    "list_email_templates",
    "list_factors",
    "list_identities",
    "list_invitations",
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

/// The operations that a paragraph of the guide names.
fn named(paragraph: &str) -> BTreeSet<&str> {
    paragraph.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_guide_names_every_post_that_takes_a_key_and_every_post_that_takes_none() {
    let document = Document::published();
    let (mut keyed, mut others) = (BTreeSet::new(), BTreeSet::new());
    let operations = document.operations();
    for operation in operations.iter().filter(|operation| operation.method == "post") {
        let mut parameters = operation.value["parameters"].as_array().into_iter().flatten();
        let takes_key = parameters.any(|parameter| parameter["name"] == "Idempotency-Key");
        if takes_key { &mut keyed } else { &mut others }.insert(operation.id());
    }
    let guide = document.value()["info"]["description"].as_str().expect("a guide");
    let mut paragraphs = guide.split("\n\n");
    let mut after = |start: &str| named(paragraphs.find(|text| text.starts_with(start)).expect(start));
    assert_eq!(after("Every POST that creates or sends something takes a key: "), keyed);
    assert_eq!(after("Other POSTs take no key. "), others);
}
