//! JSON dictionaries of Web Authentication, level 3. They are passed through between browser and domain, because
//! browsers add members to them.

use std::borrow::Cow;

use forum_domain::shared::Fault;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

use crate::response::schema_types::Nullable;
use crate::response::schema_types::required_value;

/// Maximum number of members of a dictionary. The largest in level 3 has twelve.
const MEMBERS_MAX: usize = 24;

/// `PublicKeyCredentialCreationOptionsJSON`, `PublicKeyCredentialRequestOptionsJSON`, or the JSON of a
/// `PublicKeyCredential`.
#[derive(Debug, Clone)]
pub(crate) struct Dictionary(Value);

pub(crate) type OptionalDictionary = Option<Nullable<Dictionary>>;

impl Dictionary {
    /// The text of a member that may be omitted.
    pub(crate) fn given(dictionary: OptionalDictionary) -> Option<String> {
        dictionary?.0.as_ref().map(Self::text)
    }

    /// A dictionary of the domain for the browser.
    ///
    /// # Errors
    /// `Fault::Bug` if it is no JSON.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        serde_json::from_str(text).map(Self).map_err(|error| Fault::Bug(error.to_string()))
    }

    pub(crate) fn text(&self) -> String {
        self.0.to_string()
    }
}

impl Type for Dictionary {
    required_value!();

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
