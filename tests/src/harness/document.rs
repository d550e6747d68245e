//! The published document as a judge: which operation a request meets, and whether an answer is one that the
//! operation documents, down to the members of its body.

use poem::http::Method;
use serde_json::Value;

use super::Answer;

/// The document.
pub struct Document(Value);

/// One operation of it.
#[derive(Debug, Clone, Copy)]
pub struct Operation<'a> {
    /// `GET`, `POST`, …
    pub method: &'a str,
    /// The path below `/api`, with parameters in braces.
    pub path: &'a str,
    /// Everything the document says about it.
    pub value: &'a Value,
}

impl Operation<'_> {
    /// Its id.
    pub fn id(&self) -> &str {
        self.value["operationId"].as_str().unwrap_or_default()
    }

    /// Whether it asks for an access token.
    pub fn is_secured(&self) -> bool {
        self.value["security"].as_array().is_some_and(|schemes| !schemes.is_empty())
    }
}

impl Document {
    /// Reads the document of this program.
    pub fn published() -> Self {
        Self(serde_json::from_str(&forum_http::openapi_document()).expect("the document is JSON"))
    }

    /// All operations.
    pub fn operations(&self) -> Vec<Operation<'_>> {
        let paths = self.0["paths"].as_object().expect("paths");
        let all = paths.iter().flat_map(|(path, item)| {
            let methods = item.as_object().expect("a path item");
            methods.iter().map(move |(method, value)| Operation { method, path, value })
        });
        all.collect()
    }

    /// The operation that a request meets; fixed paths go before ones with parameters.
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

    /// Panics unless the operation documents this answer.
    #[track_caller]
    pub fn check(&self, operation: Operation<'_>, answer: &Answer) {
        let (id, status) = (operation.id().to_owned(), answer.status.to_string());
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
        self.compare(&answer.json, schema, "", &mut faults);
        assert!(faults.is_empty(), "{id} {status} is not true to its schema: {faults:?}: {}", answer.text);
    }

    fn compare(&self, value: &Value, schema: &Value, at: &str, faults: &mut Vec<String>) {
        if let Some(reference) = schema["$ref"].as_str() {
            let known = self.0.pointer(reference.trim_start_matches('#'));
            return self.compare(value, known.expect("a schema behind the reference"), at, faults);
        }
        if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
            faults.push(format!("{at}: {value} is no choice"));
        }
        match (schema["type"].as_str(), value) {
            (Some("object"), Value::Object(members)) => {
                let known = schema["properties"].as_object().expect("properties");
                for required in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str)
                {
                    if !members.contains_key(required) {
                        faults.push(format!("{at}/{required}: missing"));
                    }
                }
                for (name, member) in members {
                    match known.get(name) {
                        Some(schema) => self.compare(member, schema, &format!("{at}/{name}"), faults),
                        None => faults.push(format!("{at}/{name}: not documented")),
                    }
                }
            }
            (Some("array"), Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    self.compare(item, &schema["items"], &format!("{at}/{index}"), faults);
                }
            }
            (Some("string"), Value::String(_))
            | (Some("integer"), Value::Number(_))
            | (Some("boolean"), Value::Bool(_)) => {}
            (expected, _) => faults.push(format!("{at}: {value} is not {expected:?}")),
        }
    }
}
