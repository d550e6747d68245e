//! The published document itself.

use forum_tests::harness::Document;

#[test]
fn two_calls_produce_the_same_document() {
    assert_eq!(forum_http::openapi_document(), forum_http::openapi_document());
}

#[test]
fn every_operation_has_an_id_one_tag_a_summary_and_described_statuses() {
    let document = Document::published();
    for operation in document.operations() {
        let (id, value) = (operation.id(), operation.value);
        let is_snake =
            !id.is_empty() && id.chars().all(|c| c.is_ascii_lowercase() || c == '_') && id.contains('_');
        assert!(is_snake, "{} {}: {id:?}", operation.method, operation.path);
        assert_eq!(value["tags"].as_array().map(Vec::len), Some(1), "{id}");
        assert!(value["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{id}");
        let responses = value["responses"].as_object().expect("responses");
        assert!(responses.keys().any(|status| status.starts_with('2')), "{id}");
        for (status, response) in responses {
            assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()), "{id} {status}");
            let media = response["content"].as_object().into_iter().flat_map(|content| content.keys());
            for name in media {
                let problem = !status.starts_with('2');
                let expected = if problem { "application/problem+json" } else { "application/json" };
                assert_eq!(name, expected, "{id} {status}");
            }
        }
        assert_eq!(
            operation.is_secured(),
            responses.contains_key("401") && value["security"].is_array(),
            "{id}"
        );
        assert_eq!(operation.path.starts_with("/admin"), id_is_admin(responses.get("403")), "{id}");
    }
}

fn id_is_admin(forbidden: Option<&serde_json::Value>) -> bool {
    forbidden
        .and_then(|response| response["description"].as_str())
        .is_some_and(|text| text.contains("`forbidden`"))
}

#[test]
fn fields_that_only_the_server_sets_cannot_be_written() {
    let document: serde_json::Value =
        serde_json::from_str(&forum_http::openapi_document()).expect("the document is JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for (name, schema) in schemas.iter().filter(|(name, _)| name.ends_with("Request")) {
        for member in
            ["id", "user_id", "status", "role", "roles", "submitted_at", "reviewed_at", "headshot_url"]
        {
            assert!(schema["properties"][member].is_null(), "{name}.{member}");
        }
    }
}
