//! Examples of bodies and parameters from one table of members, `examples.json`, and of every problem from the code that
//! returns it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use forum_domain::accounts::{PasswordRules, WeakPassword, WeakReason};
use forum_domain::applications::{Field, FieldKind, Status};
use forum_domain::shared::{FieldError, Refusal};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::SCHEMAS;
use crate::response::code::{ApiCode, Code};
use crate::response::problem::Problem;

const ID: Uuid = Uuid::from_u128(0x5f0e_7a3c_3f0b_4c7e_9d5e_0d8f_4c1b_2a3d);

fn field(name: &str) -> Option<Value> {
    let field = Field::ALL.iter().find(|field| field.name() == name && !field.example.is_empty())?;
    Some(match field.kind {
        FieldKind::List { .. } => json!(field.example),
        _ => json!(field.example.concat()),
    })
}

/// The table of members and parameters.
#[derive(Deserialize)]
struct Table {
    /// By name, for those whose type, format and choices are not specific enough.
    known: Map<String, Value>,
    /// For one schema or operation, where the name alone would give a wrong one.
    specific: BTreeMap<String, Map<String, Value>>,
    /// Members that an example leaves out, because a request has one of several alternatives or a response seldom has
    /// them.
    left_out: BTreeMap<String, Vec<String>>,
    /// Objects with any members.
    objects: Map<String, Value>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    serde_json::from_str(include_str!("examples.json")).expect("a table of examples that tests have read")
});

pub(super) struct Examples<'a> {
    schemas: &'a Value,
}

impl<'a> Examples<'a> {
    /// `schemas` are the schemas that references lead to.
    pub(super) fn of(schemas: &'a Value) -> Self {
        Self { schemas }
    }

    /// An example of this schema for a body.
    pub(super) fn body(&self, schema: &Value) -> Option<Value> {
        self.value("", "", schema)
    }

    /// An example of this schema for the member or parameter `name` of `of`, a schema or an operation.
    pub(super) fn value(&self, of: &str, name: &str, schema: &Value) -> Option<Value> {
        if let Some(default) = schema.get("default") {
            return Some(default.clone());
        }
        let fits = |value: &Value| {
            (schema["type"] != "array" || value.is_array())
                && schema["enum"].as_array().is_none_or(|words| words.contains(value))
                && (schema["format"] != "uuid" || value.is_null() || *value == json!(ID))
        };
        if let Some(value) = TABLE.specific.get(of).and_then(|members| members.get(name)) {
            return Some(value.clone());
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let referred = reference.strip_prefix(SCHEMAS)?;
            return self.value(referred, name, &self.schemas[referred]);
        }
        if let Some(first) = schema["allOf"].get(0).or_else(|| schema["oneOf"].get(0)) {
            return self.value(of, name, first);
        }
        // The state of an email is not a US state.
        if let Some(value) = field(name).filter(fits) {
            return Some(value);
        }
        if schema["additionalProperties"].is_object() {
            return TABLE.objects.get(name).cloned();
        }
        if let Some(value) = TABLE.known.get(name).filter(|value| fits(value)) {
            return Some(value.clone());
        }
        if let Some(first) = schema["enum"].get(0) {
            return Some(first.clone());
        }
        if schema["format"] == "uuid" {
            return Some(json!(ID));
        }
        match (schema["type"].as_str()?, schema["format"].as_str()) {
            ("object", _) => {
                let members = schema["properties"].as_object()?.iter();
                let left_out = |name| TABLE.left_out.get(of).is_some_and(|names| names.contains(name));
                let members = members.filter(|(name, _)| !left_out(name));
                let members =
                    members.filter_map(|(name, schema)| Some((name.clone(), self.value(of, name, schema)?)));
                Some(Value::Object(members.collect::<Map<_, _>>()))
            }
            ("array", _) => {
                let items = &schema["items"];
                Some(Value::Array(vec![self.body(items).or_else(|| self.value(of, name, items))?]))
            }
            ("boolean", _) => Some(true.into()),
            ("string", Some("date-time")) => Some(json!("2026-03-05T14:10:00Z")),
            _ => None,
        }
    }
}

pub(super) fn problems() -> Value {
    // Only the router returns this code.
    let given = Code::ALL.iter().filter(|code| **code != Code::MethodNotAllowed);
    let examples = given.map(|code| (code.as_str().to_owned(), json!({"value": problem(*code).body(ID)})));
    Value::Object(examples.collect())
}

fn problem(code: Code) -> Problem {
    let field =
        |field: &str, code: &'static str, detail: &str| Problem::from(FieldError::new(field, code, detail));
    match code {
        Code::ValidationFailed => {
            field("/email", "invalid_email", "Enter an email address like name@example.org.")
        }
        Code::UnknownField => field("/nickname", "unknown_field", code.sentence()),
        Code::UnknownParameter => field("/stauts", "unknown_parameter", code.sentence()),
        Code::InvalidText => {
            field("/first_name", "invalid_text", "First name contains characters that are not allowed.")
        }
        Code::InvalidCursor => field("/cursor", "invalid_cursor", code.sentence()),
        Code::InvalidSubject => field("/subject", "invalid_subject", code.sentence()),
        Code::UnknownPlaceholder => {
            field("/subject", "unknown_placeholder", "There is no placeholder {{email}}.")
        }
        Code::HtmlRejected => field("/html_content", "html_rejected", "<form> is not allowed in an email."),
        Code::InvalidScope => field("/scope", "invalid_scope", code.sentence()),
        Code::WeakPassword => {
            let rules = PasswordRules {
                lowercase: true,
                uppercase: false,
                number: true,
                symbol: false,
                length: false,
            };
            Refusal::from(WeakPassword { reasons: vec![WeakReason::Length, WeakReason::Characters], rules })
                .into()
        }
        Code::ApplicationAlreadyDecided => Refusal::already_decided(Status::Approved).into(),
        _ => code.into(),
    }
}
