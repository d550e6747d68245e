//! Checks responses against the published OpenAPI document: finds the operation for a request and checks that the
//! operation documents the response, down to the members of its body and their formats.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use http::Method;
use serde_json::{Map, Value};

use super::Answer;
use super::schema::compare;

/// The document, with shared responses and parameters inlined.
#[derive(Clone)]
pub struct Document {
    value: &'static Value,
}

/// One kind of response: operation id, status, and problem code (empty if it is not a problem).
pub type Documented = (String, u16, String);

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

    pub fn is_secured(&self) -> bool {
        self.value["security"].as_array().is_some_and(|schemes| !schemes.is_empty())
    }
}

impl Document {
    /// The document of the program under test. Parsed once, because every test needs it.
    pub fn published() -> Self {
        static VALUE: LazyLock<Value> = LazyLock::new(|| {
            let text = forum_http::openapi_document();
            inlined(serde_json::from_str(&text).expect("a JSON document"))
        });
        Self { value: &VALUE }
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

    /// Panics unless the operation documents this response: its status, headers, media type, body and, for a problem,
    /// its code.
    #[track_caller]
    pub fn check(&self, operation: Operation<'_>, answer: &Answer) {
        let (id, status) = (operation.id().to_owned(), answer.status.to_string());
        record((id.clone(), answer.status, answer.code().to_owned()));
        let documented = &operation.value["responses"][&status];
        assert!(documented.is_object(), "{id} does not document {status}: {}", answer.text);
        let mut faults = self.header_faults(documented, answer);
        assert!(faults.is_empty(), "{id} {status} has undocumented or missing headers: {faults:?}");
        let Some(content) = documented["content"].as_object() else {
            assert!(answer.text.is_empty(), "{id} documents no body for {status}");
            return;
        };
        let media_type = answer.media_type();
        let schema = content.get(media_type).map(|media| &media["schema"]);
        let schema = schema.unwrap_or_else(|| panic!("{id} does not document {media_type} for {status}"));
        if media_type.ends_with("json") {
            compare(self.value, &answer.json, schema, "", &mut faults);
        }
        assert!(faults.is_empty(), "{id} {status} does not match its schema: {faults:?}: {}", answer.text);
        if media_type == PROBLEM_JSON {
            let codes = codes(documented);
            assert!(codes.contains(&answer.code()), "{id} {status} documents {codes:?}: {}", answer.text);
        }
    }

    /// Panics unless the operation documents that a request like this one can succeed: its query parameters and its
    /// JSON body match the schemas.
    #[track_caller]
    pub fn check_accepted(&self, operation: Operation<'_>, path: &str, body: &[u8]) {
        let mut faults = Vec::new();
        let query = path.split_once('?').map_or("", |(_, query)| query);
        let mut seen = BTreeSet::new();
        for (name, text) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let mut parameters = operation.value["parameters"].as_array().into_iter().flatten();
            let known = parameters.find(|known| known["name"] == name && known["in"] == "query");
            let known = known.unwrap_or_else(|| panic!("{} has no parameter {name}", operation.id()));
            let is_list = known["schema"]["type"] == "array";
            // If a parameter is repeated that has one value, the first one counts.
            if !seen.insert(name) && !is_list {
                continue;
            }
            let schema = if is_list { &known["schema"]["items"] } else { &known["schema"] };
            let is_text = schema["type"] == "string" || schema["type"].is_null();
            let parsed = serde_json::from_str(text).ok().filter(|_| !is_text);
            let value = parsed.unwrap_or_else(|| text.into());
            compare(self.value, &value, schema, &format!("?{name}"), &mut faults);
        }
        let schema = operation.value.pointer("/requestBody/content/application~1json/schema");
        if let (Some(schema), Ok(value)) = (schema, serde_json::from_slice(body)) {
            compare(self.value, &value, schema, "", &mut faults);
        }
        assert!(faults.is_empty(), "{} accepts undocumented input: {faults:?}", operation.id());
    }

    /// Mismatches between the headers of a response and those that are documented for it.
    fn header_faults(&self, documented: &Value, answer: &Answer) -> Vec<String> {
        let mut faults = Vec::new();
        let none = Map::new();
        let headers = documented["headers"].as_object().unwrap_or(&none);
        for (name, header) in headers {
            let header = self.resolved(header);
            match answer.header(name) {
                "" if header["required"] == true => faults.push(format!("{name} is missing")),
                "" => {}
                text => {
                    let number =
                        (header["schema"]["type"] == "integer").then(|| text.parse::<u64>().ok()).flatten();
                    let value = number.map_or_else(|| text.into(), Value::from);
                    compare(self.value, &value, &header["schema"], name, &mut faults);
                }
            }
        }
        let is_documented = |name: &str| headers.keys().any(|known| known.eq_ignore_ascii_case(name));
        let undocumented =
            PROMISED.iter().filter(|name| !answer.header(name).is_empty() && !is_documented(name));
        faults.extend(undocumented.map(|name| format!("{name} is not documented")));
        faults
    }

    /// The target of a reference, or the value itself.
    pub fn resolved<'a>(&'a self, value: &'a Value) -> &'a Value {
        let reference = value["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
        reference.map_or(value, |pointer| self.value.pointer(pointer).expect("the target of the reference"))
    }

    pub fn value(&self) -> &Value {
        self.value
    }

    /// Every example: its location, its value and the schema that it must match.
    pub fn examples(&self) -> Vec<(String, &Value, &Value)> {
        let mut found = Vec::new();
        for operation in self.operations() {
            for parameter in operation.value["parameters"].as_array().into_iter().flatten() {
                let at = format!("{} {}", operation.id(), parameter["name"]);
                found.push((at, &parameter["example"], &parameter["schema"]));
            }
            let responses = operation.value["responses"].as_object().expect("responses").values();
            for body in responses.chain([&operation.value["requestBody"]]) {
                for (kind, media) in body["content"].as_object().into_iter().flatten() {
                    let at = format!("{} {kind}", operation.id());
                    match media["examples"].as_object() {
                        Some(named) => {
                            let values = named.values().map(|example| &self.resolved(example)["value"]);
                            found.extend(values.map(|value| (at.clone(), value, &media["schema"])));
                        }
                        None => found.push((at, &media["example"], &media["schema"])),
                    }
                }
            }
        }
        found
    }

    pub fn faults(&self, value: &Value, schema: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        compare(self.value, value, schema, "", &mut faults);
        faults
    }

    /// Every kind of response that the document describes.
    pub fn documented(&self) -> BTreeSet<Documented> {
        let mut all = BTreeSet::new();
        for operation in self.operations() {
            for (status, response) in operation.value["responses"].as_object().expect("responses") {
                let status: u16 = status.parse().expect("a status");
                let codes = if status < 400 { vec![""] } else { codes(response) };
                assert!(!codes.is_empty(), "{} {status} names no code", operation.id());
                all.extend(
                    codes.into_iter().map(|code| (operation.id().to_owned(), status, code.to_owned())),
                );
            }
        }
        all
    }
}

/// The file to which all processes append the kinds of response that they have seen, for `unseen-responses`.
pub const SEEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/seen-responses");

fn record(kind: Documented) {
    static RECORDED: Mutex<BTreeSet<Documented>> = Mutex::new(BTreeSet::new());
    let line = format!("{} {} {}\n", kind.0, kind.1, kind.2);
    if RECORDED.lock().unwrap_or_else(PoisonError::into_inner).insert(kind) {
        let file = OpenOptions::new().append(true).create(true).open(SEEN);
        file.and_then(|mut file| file.write_all(line.as_bytes())).expect("a file in the target folder");
    }
}

/// The lines of [`SEEN`].
pub fn seen() -> BTreeSet<Documented> {
    let text = fs::read_to_string(SEEN).unwrap_or_default();
    let kinds = text.lines().filter_map(|line| {
        let mut words = line.split(' ').map(str::to_owned);
        Some((words.next()?, words.next()?.parse().ok()?, words.next()?))
    });
    kinds.collect()
}

/// Replaces references to shared responses and parameters by what they refer to.
fn inlined(mut document: Value) -> Value {
    let components = document["components"].clone();
    let target = |value: &Value| -> Option<Value> {
        let pointer = value["$ref"].as_str()?.strip_prefix("#/components")?;
        Some(components.pointer(pointer).expect("the target of the reference").clone())
    };
    let paths = document["paths"].as_object_mut().expect("paths").values_mut();
    for operation in paths.filter_map(Value::as_object_mut).flat_map(|item| item.values_mut()) {
        if let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) {
            parameters.iter_mut().for_each(|part| *part = target(part).unwrap_or_else(|| part.take()));
        }
        let responses = operation["responses"].as_object_mut().expect("responses").values_mut();
        responses.for_each(|part| *part = target(part).unwrap_or_else(|| part.take()));
    }
    document
}

const PROBLEM_JSON: &str = "application/problem+json";

/// Headers that must be documented for every response that has them.
const PROMISED: [&str; 10] = [
    "allow",
    "cache-control",
    "etag",
    "idempotency-replayed",
    "location",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "www-authenticate",
    "x-request-id",
];

/// The problem codes for a status: the names of its examples.
fn codes(response: &Value) -> Vec<&str> {
    let examples = response["content"][PROBLEM_JSON]["examples"].as_object();
    examples.into_iter().flatten().map(|(code, _)| code.as_str()).collect()
}
