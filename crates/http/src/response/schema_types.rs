//! Types that document the domain's constraints: lengths, formats, choices. They accept any text and do not validate,
//! because the domain reports all errors of a request together.

use std::borrow::Cow;
use std::marker::PhantomData;

use forum_domain::applications::TShirtSize;
use forum_domain::shared::EmailAddress;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseFromParameter, ParseResult, ToJSON, Type};
use serde_json::Value;
use time::{OffsetDateTime, UtcOffset};
use uuid::Uuid;

use crate::response::code::FIELD_CODES;

/// The members of `Type` that are the same for every required value.
macro_rules! required_value {
    () => {
        const IS_REQUIRED: bool = true;
        type RawValueType = Self;
        type RawElementValueType = Self;

        fn as_raw_value(&self) -> Option<&Self> {
            Some(self)
        }

        fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
            Box::new(std::iter::once(self))
        }
    };
}
pub(crate) use required_value;

/// One of these words, which the operation checks.
pub(crate) fn choice(
    words: impl IntoIterator<Item = &'static str>,
    description: Option<&'static str>,
) -> MetaSchema {
    let enum_items = words.into_iter().map(Value::from).collect();
    MetaSchema { description, enum_items, ..MetaSchema::new("string") }
}

pub(crate) trait Kind: Send + Sync + 'static {
    /// The schema's name in the document, if clients need a named type.
    const NAME: Option<&'static str> = None;

    fn schema() -> MetaSchema;
}

#[derive(Debug, Clone)]
pub(crate) struct Text<K>(pub(crate) String, PhantomData<fn() -> K>);

/// 1 to `MAX` code points, not blank.
pub(crate) type Filled<const MAX: usize> = Text<Length<1, MAX>>;
/// A text that may be omitted or null.
pub(crate) type Optional<K> = Option<Text<OrNull<K>>>;
pub(crate) type Email = Text<EmailKind>;
/// `YYYY-MM-DD`.
pub(crate) type Day = Text<DayKind>;
pub(crate) type Size = Text<SizeKind>;

impl<K> Text<K> {
    /// The text of a member that may be omitted.
    pub(crate) fn given(text: Option<Self>) -> Option<String> {
        text.map(|text| text.0)
    }

    /// The parsed id. Malformed ids become the nil id, so that the response is the same as for an unknown id.
    pub(crate) fn id(&self) -> Uuid {
        Uuid::parse_str(&self.0).unwrap_or_default()
    }
}

impl<K> From<String> for Text<K> {
    fn from(text: String) -> Self {
        Self(text, PhantomData)
    }
}

impl<K> From<&EmailAddress> for Text<K> {
    fn from(email: &EmailAddress) -> Self {
        email.as_str().to_owned().into()
    }
}

pub(crate) struct Length<const MIN: usize, const MAX: usize>;

impl<const MIN: usize, const MAX: usize> Kind for Length<MIN, MAX> {
    fn schema() -> MetaSchema {
        let min_length = (MIN > 0).then_some(MIN);
        MetaSchema { min_length, max_length: Some(MAX), ..MetaSchema::new("string") }
    }
}

pub(crate) struct OrNull<K>(PhantomData<fn() -> K>);

impl<K: Kind> Kind for OrNull<K> {
    fn schema() -> MetaSchema {
        MetaSchema { nullable: true, ..K::schema() }
    }
}

pub(crate) struct AnyKind;

impl Kind for AnyKind {
    fn schema() -> MetaSchema {
        MetaSchema::new("string")
    }
}

pub(crate) struct EmailKind;

impl Kind for EmailKind {
    fn schema() -> MetaSchema {
        let max_length = Some(EmailAddress::MAX);
        MetaSchema { max_length, ..MetaSchema::new_with_format("string", "email") }
    }
}

pub(crate) struct IdKind;

impl Kind for IdKind {
    fn schema() -> MetaSchema {
        MetaSchema::new_with_format("string", "uuid")
    }
}

pub(crate) struct DayKind;

impl Kind for DayKind {
    fn schema() -> MetaSchema {
        MetaSchema::new_with_format("string", "date")
    }
}

pub(crate) struct SizeKind;

impl Kind for SizeKind {
    const NAME: Option<&'static str> = Some("TShirtSize");

    fn schema() -> MetaSchema {
        choice(TShirtSize::ALL.map(TShirtSize::as_str), Some("The size of a forum shirt."))
    }
}

/// The code of a [`FieldProblem`](crate::response::problem::FieldProblem).
#[derive(Debug, Clone)]
pub(crate) struct FieldCodeKind;

impl Kind for FieldCodeKind {
    const NAME: Option<&'static str> = Some("FieldCode");

    fn schema() -> MetaSchema {
        let description = "Identifies a kind of field error. Stable, as problem codes are.";
        choice(FIELD_CODES.iter().copied(), Some(description))
    }
}

impl<K: Kind> Type for Text<K> {
    required_value!();

    fn name() -> Cow<'static, str> {
        "string".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        match K::NAME {
            Some(name) => MetaSchemaRef::Reference(name.to_owned()),
            None => MetaSchemaRef::Inline(Box::new(K::schema())),
        }
    }

    fn register(registry: &mut Registry) {
        if let Some(name) = K::NAME {
            registry.schemas.insert(name.to_owned(), K::schema());
        }
    }
}

impl<K: Kind> ParseFromJSON for Text<K> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        String::parse_from_json(value).map(Self::from).map_err(ParseError::propagate)
    }
}

impl<K: Kind> ToJSON for Text<K> {
    fn to_json(&self) -> Option<Value> {
        self.0.to_json()
    }
}

impl<K: Kind> ParseFromParameter for Text<K> {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        Ok(value.to_owned().into())
    }
}

/// A time in the years 1 to 9999 in UTC. Libraries panic when they convert an `OffsetDateTime` that leaves them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Instant(pub(crate) OffsetDateTime);

impl Type for Instant {
    required_value!();

    fn name() -> Cow<'static, str> {
        OffsetDateTime::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        OffsetDateTime::schema_ref()
    }
}

impl ParseFromParameter for Instant {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        let at = OffsetDateTime::parse_from_parameter(value).map_err(ParseError::propagate)?;
        let utc = at.checked_to_offset(UtcOffset::UTC).filter(|at| at.year() >= 1);
        utc.map(Self).ok_or_else(|| ParseError::custom("This must be a time in the years 1 to 9999 in UTC."))
    }
}

#[derive(Debug, Clone)]
pub(crate) struct AtMost<T, const MAX: usize>(pub(crate) Vec<T>);

impl<T: Type, const MAX: usize> Type for AtMost<T, MAX> {
    required_value!();

    fn name() -> Cow<'static, str> {
        Vec::<T>::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        Vec::<T>::schema_ref().merge(MetaSchema { max_items: Some(MAX), ..MetaSchema::ANY })
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

impl<T: ParseFromJSON, const MAX: usize> ParseFromJSON for AtMost<T, MAX> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        Vec::parse_from_json(value).map(Self).map_err(ParseError::propagate)
    }
}

impl<T: ParseFromParameter, const MAX: usize> ParseFromParameter for AtMost<T, MAX> {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        Self::parse_from_parameters([value])
    }

    fn parse_from_parameters<I: IntoIterator<Item = A>, A: AsRef<str>>(values: I) -> ParseResult<Self> {
        let items: Vec<T> = Vec::parse_from_parameters(values).map_err(ParseError::propagate)?;
        if items.len() > MAX {
            return Err(ParseError::custom(format!("At most {MAX} values are allowed.")));
        }
        Ok(Self(items))
    }
}

impl<T: ToJSON, const MAX: usize> ToJSON for AtMost<T, MAX> {
    fn to_json(&self) -> Option<Value> {
        self.0.to_json()
    }
}

/// A member of a response that is always present and may be null.
pub(crate) struct Nullable<T>(pub(crate) Option<T>);

impl<T: Type> Nullable<T> {
    /// OpenAPI 3.0.3 allows `nullable` only beside a type and not beside a reference, so a nullable enum or object is a
    /// schema of its own.
    fn schema_name(name: &str) -> String {
        format!("{name}OrNull")
    }
}

impl<T: Type> Type for Nullable<T> {
    required_value!();

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        match T::schema_ref() {
            MetaSchemaRef::Reference(name) => MetaSchemaRef::Reference(Self::schema_name(&name)),
            inline @ MetaSchemaRef::Inline(_) => {
                inline.merge(MetaSchema { nullable: true, ..MetaSchema::ANY })
            }
        }
    }

    fn register(registry: &mut Registry) {
        let mut own = Registry::new();
        T::register(&mut own);
        if let MetaSchemaRef::Reference(name) = T::schema_ref()
            && let Some(mut schema) = own.schemas.remove(&name)
        {
            schema.nullable = true;
            if !schema.enum_items.is_empty() {
                schema.enum_items.push(Value::Null);
            }
            registry.schemas.extend(own.schemas);
            let name = Self::schema_name(&name);
            // Client generators name models by title.
            schema.title = schema.title.and(Some(name.clone()));
            registry.schemas.insert(name, schema);
        } else {
            T::register(registry);
        }
    }
}

impl<T: ParseFromJSON> ParseFromJSON for Nullable<T> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        Option::parse_from_json(value).map(Self).map_err(ParseError::propagate)
    }
}

impl<T: ToJSON> ToJSON for Nullable<T> {
    fn to_json(&self) -> Option<Value> {
        self.0.to_json()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_within_the_years_1_to_9999_in_utc() {
        let accepted = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59+00:01"];
        for text in accepted {
            assert!(Instant::parse_from_parameter(text).is_ok(), "{text}");
        }
        for text in [
            "9999-12-31T23:59:59-00:01",
            "9999-12-31T00:01:00-23:59",
            "0001-01-01T00:00:00+00:01",
            "0000-12-31T23:59:59Z",
            "0000-01-01T00:00:00+23:59",
            "10000-01-01T00:00:00Z",
            "-0001-01-01T00:00:00Z",
        ] {
            assert!(Instant::parse_from_parameter(text).is_err(), "{text}");
        }
    }
}
