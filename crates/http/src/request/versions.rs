//! Versioned resources: their `ETag`, and the `If-Match` of a write.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use poem::http::header;
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::param::Header;
use poem_openapi::registry::{MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromParameter, ParseResult, ToJSON, Type};

use crate::response::code::Code;
use crate::response::responses::{JSON, documented, text_header};
use crate::response::schema_types::required_value;

pub(crate) type IfMatch = Header<Tags>;

/// The tags of a header that the document requires. A request without it gets the code of its own.
pub(crate) struct Tags(Option<String>);

impl Type for Tags {
    required_value!();

    fn name() -> Cow<'static, str> {
        String::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        let pattern = Some(r#"^(\*|(W/)?"[0-9a-f-]+"(, *(W/)?"[0-9a-f-]+")*)$"#.to_owned());
        MetaSchemaRef::Inline(Box::new(MetaSchema { pattern, ..MetaSchema::new("string") }))
    }
}

impl ParseFromParameter for Tags {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        Ok(Self(Some(value.to_owned())))
    }

    fn parse_from_parameters<I: IntoIterator<Item = A>, A: AsRef<str>>(values: I) -> ParseResult<Self> {
        Ok(Self(values.into_iter().next().map(|value| value.as_ref().to_owned())))
    }
}

/// The version that a write replaces: `current`, if the client edited that version.
pub(crate) fn expected_version(header: IfMatch, current: u32) -> Result<u32, Code> {
    let named = named_versions(header)?;
    if named.is_none_or(|named| named.contains(&current)) { Ok(current) } else { Err(Code::VersionConflict) }
}

/// The versions that a write may replace. `None` is any.
pub(crate) fn named_versions<V: FromStr>(header: IfMatch) -> Result<Option<Vec<V>>, Code> {
    let named = in_list(&header.0.0.ok_or(Code::PreconditionRequired)?);
    if named.as_ref().is_some_and(Vec::is_empty) { Err(Code::VersionConflict) } else { Ok(named) }
}

/// The versions in a comma-separated list of tags. `None` for `*`.
fn in_list<V: FromStr>(tags: &str) -> Option<Vec<V>> {
    (tags.trim() != "*").then(|| tags.split(',').filter_map(version_of).collect())
}

/// The version in a quoted tag. Compressing proxies make tags weak, which does not change the version.
fn version_of<V: FromStr>(tag: &str) -> Option<V> {
    let tag = tag.trim();
    tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')?.parse().ok()
}

/// 200 with a body and its `ETag`.
pub(crate) struct Versioned<T> {
    tag: String,
    body: T,
}

impl<T> Versioned<T> {
    pub(crate) fn new(version: impl Display, body: T) -> Self {
        Self { tag: format!("\"{version}\""), body }
    }

    /// The version of a part of the body. The rest can change without it.
    pub(crate) fn of_part(version: impl Display, body: T) -> Self {
        Self { tag: format!("W/\"{version}\""), body }
    }
}

impl<T: ToJSON> IntoResponse for Versioned<T> {
    fn into_response(self) -> Response {
        Response::builder().header(header::ETAG, self.tag).content_type(JSON).body(self.body.to_json_string())
    }
}

impl<T: ToJSON + Type> ApiResponse for Versioned<T> {
    fn meta() -> MetaResponses {
        let mut response = documented::<T>(200);
        response.headers.push(text_header("ETag", "The version in double quotes, for `If-Match`."));
        MetaResponses { responses: vec![response] }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_weak_tag_a_list_and_an_asterisk_name_the_current_version() {
        for tags in ["\"3\"", "W/\"3\"", "\"2\", \"3\"", "\"x\",W/\"3\" , \"9\"", "*", " * "] {
            assert!(in_list(tags).is_none_or(|named| named.contains(&3)), "{tags}");
        }
        for tags in ["", "\"2\"", "w/\"3\"", "\"2\", \"4\"", "\"*\"", "*, \"2\""] {
            assert!(in_list(tags).is_some_and(|named| !named.contains(&3)), "{tags}");
        }
    }

    #[test]
    fn a_header_without_a_readable_tag_names_no_version() {
        for tags in ["{}", "", "\"\"", "W/3", "\"x\", \"y\""] {
            let named = named_versions::<u32>(Header(Tags(Some(tags.to_owned()))));
            assert_eq!(named, Err(Code::VersionConflict), "{tags}");
        }
        assert_eq!(named_versions::<u32>(Header(Tags(None))), Err(Code::PreconditionRequired));
    }

    proptest! {
        #[test]
        fn a_tag_names_a_version_exactly_if_it_is_a_number_in_double_quotes(
            version in any::<u32>(), junk in "(?s)\"?[+0-9]{0,12}\"?|\"?[0-9]{1,9}[.0-9]{0,2}\"?|.{0,12}",
        ) {
            prop_assert_eq!(version_of(&format!(" \"{version}\" ")), Some(version));
            prop_assert_eq!(version_of(&format!("W/\"{version}\"")), Some(version));
            let quoted = junk.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            let digits = quoted.map(|text| text.strip_prefix('+').unwrap_or(text));
            let digits = digits.filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()));
            let number = digits.and_then(|text| text.parse::<u128>().ok()).and_then(|read| u32::try_from(read).ok());
            prop_assert_eq!(version_of(&junk), number, "{}", junk);
        }
    }
}
