//! JSON of the application form. Its members derive from the domain's list of fields, so a new field of an
//! existing kind needs no change here.

use std::borrow::Cow;
use std::marker::PhantomData;

use forum_domain::applications::{ApplicationFields, Field, FieldKind, FieldValue, RawFields};
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::response::schema_types::{Day, Nullable, Size, required_value};

const PHOTO: &str = Field::HEADSHOT.name();
/// In characters (RFC 9562, section 4).
const UUID_LENGTH: usize = 36;

pub(crate) trait FormKind: Send + Sync + 'static {
    const NAME: &'static str;
    const TITLE: Option<&'static str> = Some(Self::NAME);
    const DESCRIPTION: &'static str;

    fn has(_: &Field) -> bool {
        true
    }

    fn is_required(field: &Field) -> bool;

    fn member(field: &'static Field) -> MetaSchemaRef;
}

fn fields<K: FormKind>() -> impl Iterator<Item = &'static Field> {
    Field::ALL.iter().filter(|field| K::has(field))
}

/// One member for each field.
pub(crate) struct ApplicationForm<K> {
    fields: RawFields,
    kind: PhantomData<fn() -> K>,
}

pub(crate) struct Submitted;
pub(crate) struct Shown;
pub(crate) struct Judged;
pub(crate) struct Drafted;

pub(crate) type SubmitApplicationRequest = ApplicationForm<Submitted>;
pub(crate) type ApplicationAnswers = ApplicationForm<Shown>;
pub(crate) type ApplicationMerits = ApplicationForm<Judged>;
pub(crate) type DraftFields = ApplicationForm<Drafted>;

impl FormKind for Submitted {
    const NAME: &'static str = "SubmitApplicationRequest";
    const DESCRIPTION: &'static str =
        "The answers of an applicant. Texts are trimmed. Lengths are counted in Unicode code points.";

    fn is_required(field: &Field) -> bool {
        field.required
    }

    fn member(field: &'static Field) -> MetaSchemaRef {
        answer(field, true)
    }
}

impl FormKind for Shown {
    const NAME: &'static str = "ApplicationAnswers";
    const DESCRIPTION: &'static str = "What an applicant entered in the form.";

    fn is_required(_: &Field) -> bool {
        true
    }

    fn member(field: &'static Field) -> MetaSchemaRef {
        answer(field, false)
    }
}

impl FormKind for Judged {
    const NAME: &'static str = "ApplicationMerits";
    const DESCRIPTION: &'static str = "The answers without date of birth, address and phone number.";

    fn has(field: &Field) -> bool {
        !field.is_personal()
    }

    fn is_required(_: &Field) -> bool {
        true
    }

    fn member(field: &'static Field) -> MetaSchemaRef {
        answer(field, false)
    }
}

impl FormKind for Drafted {
    const NAME: &'static str = "DraftFields";
    const TITLE: Option<&'static str> = None;
    const DESCRIPTION: &'static str =
        "The answers entered so far. Any member may be missing and any value incomplete.";

    fn is_required(_: &Field) -> bool {
        false
    }

    fn member(field: &'static Field) -> MetaSchemaRef {
        let text = |limit| MetaSchema { max_length: Some(limit), ..MetaSchema::new("string") };
        let (description, schema) = match field.kind {
            FieldKind::List { items, .. } => {
                let item = MetaSchemaRef::Inline(Box::new(text(field.draft_limit())));
                let (items, max_items) = (Some(Box::new(item)), Some(items));
                (field.description, MetaSchema { items, max_items, ..MetaSchema::new("array") })
            }
            FieldKind::Headshot => {
                ("The id of one of your uploaded photos, or blank for none.", text(UUID_LENGTH))
            }
            FieldKind::Date => ("`YYYY-MM-DD` once complete.", text(field.draft_limit())),
            FieldKind::Text { .. } | FieldKind::TShirtSize => (field.description, text(field.draft_limit())),
        };
        let schema = MetaSchema { nullable: true, description: Some(description), ..schema };
        MetaSchemaRef::Inline(Box::new(schema))
    }
}

/// A complete answer, which a request limits.
fn answer(field: &Field, limited: bool) -> MetaSchemaRef {
    let text = |limit, required: bool| {
        let schema = MetaSchema {
            min_length: (limited && required).then_some(1),
            max_length: limited.then_some(limit),
            nullable: !required,
            ..MetaSchema::new("string")
        };
        MetaSchemaRef::Inline(Box::new(schema))
    };
    match field.kind {
        FieldKind::Text { limit, .. } => text(limit, field.required),
        FieldKind::List { items, limit } => MetaSchemaRef::Inline(Box::new(MetaSchema {
            items: Some(Box::new(text(limit, true))),
            max_items: limited.then_some(items),
            ..MetaSchema::new("array")
        })),
        FieldKind::Date => Day::schema_ref(),
        FieldKind::TShirtSize => Size::schema_ref(),
        FieldKind::Headshot => Nullable::<Uuid>::schema_ref(),
    }
}

impl<K> From<ApplicationFields> for ApplicationForm<K> {
    fn from(ApplicationFields { values, headshot_id }: ApplicationFields) -> Self {
        let headshot_id = headshot_id.map(|id| id.to_string());
        Self { fields: RawFields { values, headshot_id }, kind: PhantomData }
    }
}

impl<K> From<ApplicationForm<K>> for RawFields {
    fn from(form: ApplicationForm<K>) -> Self {
        form.fields
    }
}

impl<K: FormKind> Type for ApplicationForm<K> {
    required_value!();

    fn name() -> Cow<'static, str> {
        K::NAME.into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(K::NAME.to_owned())
    }

    fn register(registry: &mut Registry) {
        Size::register(registry);
        registry.create_schema::<Self, _>(K::NAME.to_owned(), |_| MetaSchema {
            title: K::TITLE.map(str::to_owned),
            description: Some(K::DESCRIPTION),
            properties: fields::<K>().map(|field| (field.name(), K::member(field))).collect(),
            required: fields::<K>().filter(|field| K::is_required(field)).map(Field::name).collect(),
            ..MetaSchema::new("object")
        });
    }
}

impl<K: FormKind> ParseFromJSON for ApplicationForm<K> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let Some(Value::Object(mut given)) = value else {
            return Err(ParseError::expected_type(value.unwrap_or_default()));
        };
        let text = |value: Value| match value {
            Value::String(text) => Some(text),
            _ => None,
        };
        let headshot_id = given.remove(PHOTO).and_then(text);
        let member = |field: &Field| {
            let value = match given.remove(field.name())? {
                Value::Array(items) => FieldValue::List(items.into_iter().filter_map(text).collect()),
                value => FieldValue::Text(text(value)?),
            };
            Some((field.name(), value))
        };
        let values = Field::ALL.iter().filter_map(member).collect();
        Ok(Self { fields: RawFields { values, headshot_id }, kind: PhantomData })
    }
}

impl<K: FormKind> ToJSON for ApplicationForm<K> {
    fn to_json(&self) -> Option<Value> {
        let mut members = Map::new();
        for field in fields::<K>() {
            let value = match self.fields.values.get(field.name()) {
                Some(FieldValue::Text(text)) => text.as_str().into(),
                Some(FieldValue::List(items)) => items.clone().into(),
                None if field.name() == PHOTO => self.fields.headshot_id.as_deref().into(),
                None => Value::Null,
            };
            if K::is_required(field) || !value.is_null() {
                members.insert(field.name().to_owned(), value);
            }
        }
        Some(Value::Object(members))
    }
}
