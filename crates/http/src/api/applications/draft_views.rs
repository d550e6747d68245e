//! JSON of a draft. Its fields are derived from the list in the domain, so another field needs nothing here.

use std::borrow::Cow;

use forum_domain::applications::{DraftContent, DraftValue, DraftValues, Field, FieldKind};
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::{Map, Value};

/// The member that is an id and no text.
const PHOTO: &str = Field::HEADSHOT.name();
/// In characters (RFC 9562, section 4).
const UUID_LENGTH: usize = 36;

/// What was entered so far. Every member may be missing; values may be unfinished.
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

/// Schema of the value of a field.
fn member(field: &Field) -> MetaSchema {
    MetaSchema { nullable: true, ..of_kind(field) }
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
            description: Some("The id of one of your uploaded photos; blank is none."),
            ..text(UUID_LENGTH)
        },
        FieldKind::Date => {
            MetaSchema { description: Some("As `YYYY-MM-DD`, once complete."), ..text(field.draft_limit()) }
        }
        FieldKind::Text { .. } | FieldKind::TShirtSize => text(field.draft_limit()),
    }
}

impl Type for DraftFields {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

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
                "What was entered so far. Any member may be missing, and any value unfinished.",
            ),
            properties: properties.collect(),
            ..MetaSchema::new("object")
        };
        registry.schemas.insert(Self::name().into_owned(), schema);
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
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
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

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

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl ParseFromJSON for Step {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        // What does not fit is out of range.
        let number = value.and_then(|value| value.as_i64()).unwrap_or(i64::MAX);
        Ok(Self(number))
    }
}

impl ToJSON for Step {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.into())
    }
}
