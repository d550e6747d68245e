//! JSON of a draft. Its members derive from the domain's list of fields, so a new field needs no change here.

use std::borrow::Cow;

use forum_domain::applications::{DraftContent, DraftValue, DraftValues, Field, FieldKind};
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::{Map, Value};

use crate::response::schema_types::required_value;

const PHOTO: &str = Field::HEADSHOT.name();
/// In characters (RFC 9562, section 4).
const UUID_LENGTH: usize = 36;

/// The answers entered so far. Any member may be missing and any value incomplete.
pub(crate) struct DraftFields {
    pub(crate) values: DraftValues,
    pub(crate) headshot_id: Option<String>,
}

impl From<&DraftContent> for DraftFields {
    fn from(content: &DraftContent) -> Self {
        let headshot_id = content.headshot_id.map(|id| id.to_string());
        Self { values: content.values.clone(), headshot_id }
    }
}

fn member(field: &Field) -> MetaSchema {
    let schema = of_kind(field);
    let description = schema.description.or(Some(field.description));
    MetaSchema { nullable: true, description, ..schema }
}

fn of_kind(field: &Field) -> MetaSchema {
    let text = |limit| MetaSchema { max_length: Some(limit), ..MetaSchema::new("string") };
    match field.kind {
        FieldKind::List { items, .. } => MetaSchema {
            items: Some(Box::new(MetaSchemaRef::Inline(Box::new(text(field.draft_limit()))))),
            max_items: Some(items),
            ..MetaSchema::new("array")
        },
        FieldKind::Headshot => MetaSchema {
            description: Some("The id of one of your uploaded photos, or blank for none."),
            ..text(UUID_LENGTH)
        },
        FieldKind::Date => {
            MetaSchema { description: Some("`YYYY-MM-DD` once complete."), ..text(field.draft_limit()) }
        }
        FieldKind::Text { .. } | FieldKind::TShirtSize => text(field.draft_limit()),
    }
}

impl Type for DraftFields {
    required_value!();

    fn name() -> Cow<'static, str> {
        "DraftFields".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(Self::name().into_owned())
    }

    fn register(registry: &mut Registry) {
        let properties =
            Field::ALL.iter().map(|field| (field.name(), MetaSchemaRef::Inline(Box::new(member(field)))));
        let schema = MetaSchema {
            description: Some(
                "The answers entered so far. Any member may be missing and any value incomplete.",
            ),
            properties: properties.collect(),
            ..MetaSchema::new("object")
        };
        registry.schemas.insert(Self::name().into_owned(), schema);
    }
}

impl ParseFromJSON for DraftFields {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let Some(Value::Object(mut given)) = value else {
            return Err(ParseError::expected_type(value.unwrap_or_default()));
        };
        let headshot_id = match given.remove(PHOTO) {
            Some(Value::String(id)) => Some(id),
            _ => None,
        };
        let text = |value: Value| match value {
            Value::String(text) => Some(text),
            _ => None,
        };
        let member = |field: &Field| {
            let value = match given.remove(field.name())? {
                Value::Array(items) => DraftValue::List(items.into_iter().filter_map(text).collect()),
                value => DraftValue::Text(text(value)?),
            };
            Some((field.name(), value))
        };
        Ok(Self { values: Field::ALL.iter().filter_map(member).collect(), headshot_id })
    }
}

impl ToJSON for DraftFields {
    fn to_json(&self) -> Option<Value> {
        let value = |value: &DraftValue| match value {
            DraftValue::Text(text) => Value::from(text.as_str()),
            DraftValue::List(items) => Value::from(items.clone()),
        };
        let mut members: Map<String, Value> =
            self.values.iter().map(|(name, typed)| ((*name).to_owned(), value(typed))).collect();
        members.extend(self.headshot_id.as_deref().map(|id| (PHOTO.to_owned(), Value::from(id))));
        Some(Value::Object(members))
    }
}

/// A step of the wizard. The domain checks its range.
pub(crate) struct Step(pub(crate) i64);

impl Type for Step {
    required_value!();

    fn name() -> Cow<'static, str> {
        i64::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        i64::schema_ref().merge(MetaSchema {
            description: Some("The step of the form that was open."),
            minimum: Some(1.0),
            maximum: Some(DraftContent::STEPS.into()),
            ..MetaSchema::ANY
        })
    }
}

impl ParseFromJSON for Step {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        // Numbers that do not fit are out of range.
        let number = value.and_then(|value| value.as_i64()).unwrap_or(i64::MAX);
        Ok(Self(number))
    }
}

impl ToJSON for Step {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.into())
    }
}
