//! The JSON body of a request: read within a size limit, validated against its schema, then parsed.

use std::sync::Arc;

use forum_domain::shared::FieldError;
use poem::{Request, RequestBody, Result};
use poem_openapi::error::ContentTypeError;
use poem_openapi::payload::{ParsePayload, Payload};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchemaRef, Registry};
use poem_openapi::types::ParseFromJSON;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions, impl_apirequest_for_payload};
use serde_json::Value;

use crate::request::schema_validation::Schemas;
use crate::request::{attached, request_checks, schema_validation};
use crate::response::code::{ApiCode, Code};
use crate::response::problem::{Problem, unknown};
use crate::response::responses::JSON;

/// Maximum size of a JSON body, in bytes.
const LIMIT: usize = 64 * 1024;

/// A request body of type `T`. With `BLANK`, missing texts are treated as blank, so that the domain reports them
/// together with all other errors.
pub(crate) struct Json<T, const BLANK: bool = false> {
    pub(crate) body: T,
    /// The bytes as received.
    pub(crate) raw: Vec<u8>,
}

/// The body of a form whose fields are all validated by the domain.
pub(crate) type Form<T> = Json<T, true>;

impl<T: ParseFromJSON, const BLANK: bool> Payload for Json<T, BLANK> {
    const CONTENT_TYPE: &'static str = JSON;

    fn check_content_type(content_type: &str) -> bool {
        content_type.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case(JSON))
    }

    fn schema_ref() -> MetaSchemaRef {
        T::schema_ref()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

impl<T: ParseFromJSON, const BLANK: bool> ParsePayload for Json<T, BLANK> {
    const IS_REQUIRED: bool = true;

    async fn from_request(request: &Request, body: &mut RequestBody) -> Result<Self> {
        request_checks::check_body(request, LIMIT)?;
        let raw = body.take()?.into_bytes_limit(LIMIT).await?.to_vec();
        Ok(Self { body: parsed(request, &raw, BLANK)?, raw })
    }
}

impl_apirequest_for_payload!(Json<T, BLANK>, T: ParseFromJSON, const BLANK: bool);

fn parsed<T: ParseFromJSON>(request: &Request, raw: &[u8], blank: bool) -> Result<T> {
    let mut value: Value = serde_json::from_slice(raw).map_err(|_| Problem::from(Code::MalformedRequest))?;
    let schemas = attached::<Arc<Schemas>>(request).map_err(Problem::from)?;
    schema_validation::check(&mut value, &T::schema_ref(), schemas, blank).map_err(Problem::invalid)?;
    T::parse_from_json(Some(value)).map_err(|error| {
        tracing::error!(cause = error.message(), "a body passed its schema but not its parser");
        Problem::from(Code::MalformedRequest).into()
    })
}

/// A request body of type `T`, none of whose members are required. An empty body, with or without a content type, means
/// `{}`.
pub(crate) struct OptionalJson<T>(pub(crate) T);

impl<'a, T: ParseFromJSON> ApiExtractor<'a> for OptionalJson<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let content = vec![MetaMediaType { content_type: JSON, schema: T::schema_ref() }];
        Some(MetaRequest { description: None, content, required: false })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let content_type = request.content_type();
        if let Some(other) = content_type.filter(|given| !Json::<T>::check_content_type(given)) {
            return Err(ContentTypeError::NotSupported { content_type: other.to_owned() }.into());
        }
        request_checks::check_body(request, LIMIT)?;
        let raw = body.take()?.into_bytes_limit(LIMIT).await?;
        let raw: &[u8] = match (raw.is_empty(), content_type) {
            (true, _) => b"{}",
            (false, Some(_)) => &raw,
            (false, None) => return Err(ContentTypeError::ExpectContentType.into()),
        };
        parsed(request, raw, false).map(Self)
    }
}

/// No request body. The members of an object are refused like any other unknown field, and so is every other body.
pub(crate) struct NoBody;

impl<'a> ApiExtractor<'a> for NoBody {
    const TYPES: &'static [ApiExtractorType] = &[];
    type ParamType = ();
    type ParamRawType = ();

    async fn from_request(
        _: &'a Request,
        body: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let raw = body.take()?.into_bytes_limit(LIMIT).await;
        let read = raw.map(|raw| if raw.is_empty() { b"{}".to_vec() } else { raw.to_vec() });
        let errors = match read.map(|raw| serde_json::from_slice(&raw)) {
            Ok(Ok(Value::Object(members))) if members.is_empty() => return Ok(Self),
            Ok(Ok(Value::Object(members))) => {
                members.keys().map(|name| unknown(Code::UnknownField, "", name)).collect()
            }
            _ => vec![FieldError::new("", "unknown_field", Code::UnknownField.sentence())],
        };
        Err(Problem::invalid(errors).into())
    }
}
