//! The deprecated names of the API, which work until its next major version. The document marks each and names its
//! successor. Responses have the header `Deprecation` (RFC 9745) if the operation is deprecated, or a parameter of the
//! request.

use std::sync::LazyLock;

use poem::http::header::{HeaderName, LINK};
use poem::http::{HeaderValue, Uri};
use poem::{Request, Response};
use poem_openapi::registry::{MetaOperation, MetaPath};
use serde_json::{Value, json};

use crate::api::{BASE, paths};

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");

/// A deprecated name. All of them name their successor last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deprecated {
    /// An operation by its id. The path of the successor has no parameters, because responses link to it.
    Operation(&'static str, &'static str),
    /// A query parameter of an operation.
    Parameter(&'static str, &'static str, &'static str),
    /// A member of a response schema.
    Member(&'static str, &'static str, &'static str),
}

use Deprecated::{Member, Operation, Parameter};

/// 2026-11-26T00:00:00Z
const RELEASE: i64 = 1_795_651_200;

/// All deprecated names and the Unix time of their deprecation.
const DEPRECATIONS: &[(Deprecated, i64)] = &[
    (Operation("link_identity_by_path", "link_identity"), RELEASE),
    (Parameter("list_email_messages", "status", "state"), RELEASE),
    (Member("ApplicationEvent", "at", "created_at"), RELEASE),
    (Member("AuditEvent", "at", "created_at"), RELEASE),
    (Member("EmailMessage", "queued_at", "created_at"), RELEASE),
    (Member("Identity", "linked_at", "created_at"), RELEASE),
    (Member("KeySet", "keys", "items"), RELEASE),
];

static PATHS: LazyLock<Vec<MetaPath>> = LazyLock::new(|| paths().collect());

/// The path and the description of an operation.
fn operation_of(id: &str) -> Option<(&'static str, &'static MetaOperation)> {
    let mut operations =
        PATHS.iter().flat_map(|path| path.operations.iter().map(|operation| (&*path.path, operation)));
    operations.find(|(_, operation)| operation.operation_id == Some(id))
}

/// Adds the headers to the response of an operation if the request uses a deprecated name.
pub(crate) fn stamp(response: &mut Response, operation: &str, uri: &Uri) {
    for (name, since) in DEPRECATIONS {
        let successor = match name {
            Operation(known, successor) if *known == operation => operation_of(successor),
            Parameter(known, parameter, _) if *known == operation && has_parameter(uri, parameter) => None,
            _ => continue,
        };
        let link = successor.map(|(path, _)| format!("<{BASE}{path}>; rel=\"successor-version\""));
        for (header, value) in [(DEPRECATION, Some(format!("@{since}"))), (LINK, link)] {
            if let Some(Ok(value)) = value.map(HeaderValue::try_from) {
                response.headers_mut().append(header, value);
            }
        }
    }
}

fn has_parameter(uri: &Uri, name: &str) -> bool {
    let request = Request::builder().uri(uri.clone()).finish();
    let given: Vec<(String, String)> = request.params().unwrap_or_default();
    given.iter().any(|(given, _)| given == name)
}

/// Marks the deprecated names in the document and documents the headers.
pub(crate) fn mark(document: &mut Value) {
    for (name, _) in DEPRECATIONS {
        match name {
            Operation(id, successor) => {
                let successor =
                    operation_of(successor).map(|(path, operation)| format!("{} {path}", operation.method));
                let Some(operation) = operation_in(document, id) else { continue };
                deprecate(operation, &successor.unwrap_or_default());
                document_headers(operation, &["Deprecation", "Link"]);
            }
            Parameter(id, parameter, successor) => {
                let Some(operation) = operation_in(document, id) else { continue };
                document_headers(operation, &["Deprecation"]);
                let parameters = operation["parameters"].as_array_mut().into_iter().flatten();
                if let Some(parameter) = parameters.into_iter().find(|known| known["name"] == *parameter) {
                    deprecate(parameter, successor);
                }
            }
            Member(schema, member, successor) => {
                deprecate(&mut document["components"]["schemas"][schema]["properties"][member], successor);
            }
        }
    }
}

fn operation_in<'a>(document: &'a mut Value, id: &str) -> Option<&'a mut Value> {
    let paths = document["paths"].as_object_mut()?.values_mut();
    let mut operations = paths.filter_map(Value::as_object_mut).flat_map(|methods| methods.values_mut());
    operations.find(|operation| operation["operationId"] == id)
}

fn deprecate(named: &mut Value, successor: &str) {
    let description = named["description"].as_str().map(|text| format!("{text}\n\n")).unwrap_or_default();
    named["description"] = format!("{description}Deprecated: use `{successor}`.").into();
    named["deprecated"] = true.into();
}

/// Refusals have the headers too. They are described with those of other operations, so the guide says it.
fn document_headers(operation: &mut Value, names: &[&str]) {
    let responses = operation["responses"].as_object_mut().into_iter().flatten();
    for (_, response) in responses.filter(|(status, _)| status.starts_with('2')) {
        for name in names {
            response["headers"][*name] = json!({"$ref": format!("#/components/headers/{name}")});
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::document::openapi_document;

    #[test]
    fn every_deprecated_name_and_its_successor_exist_and_only_deprecated_names_are_marked() {
        let document: Value = serde_json::from_str(&openapi_document()).expect("a document");
        let paths = document["paths"].as_object().expect("paths");
        let operations = |id: &str| {
            let all = paths.values().flat_map(|methods| methods.as_object().expect("methods").values());
            all.into_iter().filter(|known| known["operationId"] == id).cloned().collect::<Vec<_>>()
        };
        for (name, since) in DEPRECATIONS {
            let (old, new) = match name {
                Operation(old, new) => (operations(old), operations(new)),
                Parameter(operation, old, new) => {
                    let of = operations(operation);
                    let parameter = |name: &str| {
                        let all = of.iter().filter_map(|one| one["parameters"].as_array()).flatten();
                        all.filter(|known| known["name"] == name).cloned().collect::<Vec<_>>()
                    };
                    (parameter(old), parameter(new))
                }
                Member(schema, old, new) => {
                    let members = &document["components"]["schemas"][schema]["properties"];
                    let member = |name: &str| members.get(name).cloned().into_iter().collect::<Vec<_>>();
                    (member(old), member(new))
                }
            };
            assert!(*since > 0 && old.len() == 1 && new.len() == 1, "{name:?}: {old:?}, {new:?}");
            assert_eq!(old[0]["deprecated"], true, "{name:?}");
            assert_ne!(new[0]["deprecated"], true, "{name:?}");
        }
        let marked = document.to_string().matches("\"deprecated\":true").count();
        assert_eq!(marked, DEPRECATIONS.len());
    }
}
