//! Dictionaries of Web Authentication, level 3, in their JSON forms: passed through between browser and domain, because
//! browsers add members to them.

use std::borrow::Cow;

use forum_domain::shared::Fault;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

use crate::response::schema_types::Nullable;

/// Members of a dictionary at most: level 3 has twelve in the largest.
const MEMBERS_MAX: usize = 24;

/// `PublicKeyCredentialCreationOptionsJSON`, `PublicKeyCredentialRequestOptionsJSON`, or the JSON of a
/// `PublicKeyCredential`.
#[derive(Debug, Clone)]
pub(crate) struct Dictionary(Value);

/// A dictionary that may be omitted or null.
pub(crate) type OptionalDictionary = Option<Nullable<Dictionary>>;

impl Dictionary {
    /// The text of a member that may be omitted.
    pub(crate) fn given(dictionary: OptionalDictionary) -> Option<String> {
        dictionary?.0.as_ref().map(Self::text)
    }

    /// What the domain passes to a browser.
    ///
    /// # Errors
    /// `Fault::Bug` if it is no JSON.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        serde_json::from_str(text).map(Self).map_err(|error| Fault::Bug(error.to_string()))
    }

    /// For the domain.
    pub(crate) fn text(&self) -> String {
        self.0.to_string()
    }
}

impl Type for Dictionary {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "object".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        let anything = MetaSchemaRef::Inline(Box::new(MetaSchema::ANY));
        let additional_properties = Some(Box::new(anything));
        let max_properties = Some(MEMBERS_MAX);
        let object = MetaSchema { additional_properties, max_properties, ..MetaSchema::new("object") };
        MetaSchemaRef::Inline(Box::new(object))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl ParseFromJSON for Dictionary {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value {
            Some(object @ Value::Object(_)) => Ok(Self(object)),
            other => Err(ParseError::expected_type(other.unwrap_or_default())),
        }
    }
}

impl ToJSON for Dictionary {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.clone())
    }
}
