//! Checks responses against the published OpenAPI document: finds the operation for a request and checks that the
//! operation documents the response, down to the members of its body and their formats.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use http::Method;
use serde_json::Value;

use super::Answer;
use super::schema::compare;

/// The document, and which of the documented responses have been seen.
pub struct Document {
    value: Value,
    seen: Mutex<BTreeSet<Documented>>,
}

/// One kind of response: operation id, status, and problem code (empty if it is not a problem).
pub type Documented = (String, u16, String);

/// An operation of the document.
#[derive(Debug, Clone, Copy)]
pub struct Operation<'a> {
    pub method: &'a str,
    /// The path below `/api`, with parameters in braces.
    pub path: &'a str,
    /// The operation object of the document.
    pub value: &'a Value,
}

impl Operation<'_> {
    pub fn id(&self) -> &str {
        self.value["operationId"].as_str().unwrap_or_default()
    }

    /// Whether it requires an access token.
    pub fn is_secured(&self) -> bool {
        self.value["security"].as_array().is_some_and(|schemes| !schemes.is_empty())
    }
}

impl Document {
    /// Reads the document of the program under test.
    pub fn published() -> Self {
        let value = serde_json::from_str(&forum_http::openapi_document()).expect("the document is JSON");
        Self { value, seen: Mutex::default() }
    }

    pub fn operations(&self) -> Vec<Operation<'_>> {
        let paths = self.value["paths"].as_object().expect("paths");
        let all = paths.iter().flat_map(|(path, item)| {
            let methods = item.as_object().expect("a path item");
            methods.iter().map(move |(method, value)| Operation { method, path, value })
        });
        all.collect()
    }

    /// The operation that handles a request; fixed paths take precedence over paths with parameters.
    pub fn operation(&self, method: &Method, path: &str) -> Option<Operation<'_>> {
        let path = path.split('?').next()?.strip_prefix("/api")?;
        let matches = |known: &str| {
            known.split('/').count() == path.split('/').count()
                && known.split('/').zip(path.split('/')).all(|(a, b)| a == b || a.starts_with('{'))
        };
        let on_path: Vec<Operation<'_>> =
            self.operations().into_iter().filter(|known| matches(known.path)).collect();
        let parameters = |known: &Operation<'_>| known.path.matches('{').count();
        let fewest = on_path.iter().map(parameters).min()?;
        let is_met = |known: &Operation<'_>| {
            parameters(known) == fewest && known.method.eq_ignore_ascii_case(method.as_str())
        };
        on_path.into_iter().find(is_met)
    }

    /// Panics unless the operation documents this response: its status, media type, body and, for a problem, its
    /// code.
    #[track_caller]
    pub fn check(&self, operation: Operation<'_>, answer: &Answer) {
        let (id, status) = (operation.id().to_owned(), answer.status.to_string());
        let kind = (id.clone(), answer.status, answer.code().to_owned());
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(kind);
        let documented = &operation.value["responses"][&status];
        assert!(documented.is_object(), "{id} does not document {status}: {}", answer.text);
        let Some(content) = documented["content"].as_object() else {
            assert!(answer.text.is_empty(), "{id} documents no body for {status}");
            return;
        };
        let media_type = answer.media_type();
        let schema = content.get(media_type).map(|media| &media["schema"]);
        let schema = schema.unwrap_or_else(|| panic!("{id} does not document {media_type} for {status}"));
        let mut faults = Vec::new();
        compare(&self.value, &answer.json, schema, "", &mut faults);
        assert!(faults.is_empty(), "{id} {status} is not true to its schema: {faults:?}: {}", answer.text);
        if media_type == PROBLEM_JSON {
            let codes = self.codes(documented);
            assert!(codes.contains(&answer.code()), "{id} {status} documents {codes:?}: {}", answer.text);
        }
    }

    /// The problem codes in the description of a status: its words in backticks, except for members of the problem
    /// document.
    fn codes<'a>(&self, response: &'a Value) -> Vec<&'a str> {
        let members =
            self.value.pointer("/components/schemas/Problem/properties").expect("the problem's schema");
        let description = response["description"].as_str().unwrap_or_default();
        let quoted = description.split('`').skip(1).step_by(2);
        quoted.filter(|word| members[*word].is_null() && word.bytes().all(is_of_code)).collect()
    }

    /// Every kind of response that the document describes.
    pub fn documented(&self) -> BTreeSet<Documented> {
        let mut all = BTreeSet::new();
        for operation in self.operations() {
            for (status, response) in operation.value["responses"].as_object().expect("responses") {
                let status: u16 = status.parse().expect("a status");
                let codes = if status < 400 { vec![""] } else { self.codes(response) };
                assert!(!codes.is_empty(), "{} {status} names no code", operation.id());
                all.extend(
                    codes.into_iter().map(|code| (operation.id().to_owned(), status, code.to_owned())),
                );
            }
        }
        all
    }

    /// Every kind of response checked so far.
    pub fn seen(&self) -> BTreeSet<Documented> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

const PROBLEM_JSON: &str = "application/problem+json";

fn is_of_code(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte == b'_'
}
