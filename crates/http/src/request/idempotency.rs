//! Idempotent requests: the header `Idempotency-Key` and the response of a replay.

use std::marker::PhantomData;
use std::sync::Arc;

use forum_domain::idempotency::{IdempotentRequests, LookUp, Requester};
use forum_domain::shared::{FieldError, NewRequest, RecordedResponse};
use poem::http::{HeaderMap, HeaderValue, StatusCode};
use poem::{IntoResponse, Request, Response};
use poem_openapi::ApiResponse;
use poem_openapi::param::Header;
use poem_openapi::registry::{MetaResponses, MetaSchema, Registry};
use poem_openapi::types::ToJSON;

use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::{JSON, response_header};
use crate::response::schema_types::{Kind, Text};

const HEADER: &str = "Idempotency-Key";
const REPLAYED: &str = "Idempotency-Replayed";
/// Maximum number of characters in a key.
const LONGEST: usize = 64;

pub(crate) struct KeyKind;

impl Kind for KeyKind {
    fn schema() -> MetaSchema {
        let pattern = Some(format!("^[ -~]{{1,{LONGEST}}}$"));
        MetaSchema { min_length: Some(1), max_length: Some(LONGEST), pattern, ..MetaSchema::new("string") }
    }
}

/// The header as a parameter of an operation, for its description. [`once`] reads it.
pub(crate) type Key = Header<Option<Text<KeyKind>>>;

/// The key of a request, if it has one.
pub(crate) fn retry_key(headers: &HeaderMap) -> Result<Option<String>, FieldError> {
    let mut values = headers.get_all(HEADER).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let printable = value.as_bytes().iter().all(|byte| (0x20..=0x7e).contains(byte));
    match value.to_str() {
        Ok(key) if printable && (1..=LONGEST).contains(&key.len()) && values.next().is_none() => {
            Ok(Some(key.to_owned()))
        }
        _ => {
            let detail = "Idempotency-Key must be one key of 1 to 64 printable characters.";
            Err(FieldError::new(format!("/{HEADER}"), "invalid_value", detail))
        }
    }
}

/// What is recorded about a request. `None` without a key. `body` distinguishes requests to one path.
///
/// # Errors
/// A field error for the key; `idempotency_key_reused`; faults.
pub(crate) async fn known(
    request: &Request,
    requester: Requester<'_>,
    operation: &str,
    body: &[u8],
) -> Result<Option<Known>, Problem> {
    let Some(key) = retry_key(request.headers())? else { return Ok(None) };
    let content = [request.original_uri().path().as_bytes(), b"\0", body].concat();
    match requests(request)?.look_up(requester, operation, &key, &content).await? {
        LookUp::New(new) => Ok(Some(Known::New(new))),
        LookUp::Replayed(response) => Ok(Some(Known::Replayed(response))),
        LookUp::KeyReused => Err(Code::IdempotencyKeyReused.into()),
    }
}

pub(crate) enum Known {
    New(NewRequest),
    Replayed(RecordedResponse),
}

/// Runs `act` unless the request repeats an earlier one, whose response is then replayed. `act` gets the request if it has
/// a key, and stores the response with it. Arguments as in [`known`].
pub(crate) async fn once<R, E: Into<Problem>, A: Future<Output = Result<RecordedResponse, E>> + Send>(
    request: &Request,
    requester: Requester<'_>,
    operation: &str,
    body: &[u8],
    act: impl FnOnce(Option<NewRequest>) -> A + Send,
) -> Result<Recorded<R>, Problem> {
    let look_up = || known(request, requester, operation, body);
    let new = match look_up().await? {
        None => return act(None).await.map(Recorded::fresh).map_err(Into::into),
        Some(Known::New(new)) => new,
        Some(Known::Replayed(response)) => return Ok(Recorded::replayed(response)),
    };
    let refused = match act(Some(new)).await {
        Ok(response) => return Ok(Recorded::fresh(response)),
        Err(refused) => refused.into(),
    };
    // If a concurrent request with the same key was faster, it caused the refusal.
    match look_up().await? {
        Some(Known::Replayed(response)) => Ok(Recorded::replayed(response)),
        _ => Err(refused),
    }
}

/// The records, passed to the API as request data.
pub(crate) fn requests(request: &Request) -> Result<&IdempotentRequests, Code> {
    request.data::<Arc<IdempotentRequests>>().map(AsRef::as_ref).ok_or_else(|| {
        tracing::error!("the API was built without idempotent requests");
        Code::InternalError
    })
}

/// A response to record.
pub(crate) fn recorded(status: StatusCode, body: &impl ToJSON) -> RecordedResponse {
    RecordedResponse { status: status.as_u16(), body: body.to_json_string() }
}

/// 202 without a body, to record.
pub(crate) fn accepted_empty() -> RecordedResponse {
    RecordedResponse { status: StatusCode::ACCEPTED.as_u16(), body: String::new() }
}

/// 204, to record.
pub(crate) fn no_content() -> RecordedResponse {
    RecordedResponse { status: StatusCode::NO_CONTENT.as_u16(), body: String::new() }
}

/// The response `R`, recorded exactly as sent.
pub(crate) struct Recorded<R> {
    response: RecordedResponse,
    replayed: bool,
    documented: PhantomData<fn() -> R>,
}

impl<R> Recorded<R> {
    pub(crate) fn fresh(response: RecordedResponse) -> Self {
        Self { response, replayed: false, documented: PhantomData }
    }

    pub(crate) fn replayed(response: RecordedResponse) -> Self {
        Self { response, replayed: true, documented: PhantomData }
    }
}

impl<R: Send> IntoResponse for Recorded<R> {
    fn into_response(self) -> Response {
        let RecordedResponse { status, body } = self.response;
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = if body.is_empty() {
            status.into_response()
        } else {
            body.with_content_type(JSON).with_status(status).into_response()
        };
        if self.replayed {
            response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
        }
        response
    }
}

impl<R: ApiResponse> ApiResponse for Recorded<R> {
    fn meta() -> MetaResponses {
        let mut meta = R::meta();
        let schema = MetaSchema { enum_items: vec!["true".into()], ..MetaSchema::new("string") };
        for response in &mut meta.responses {
            response.headers.push(response_header(
                REPLAYED,
                "The response to the first request with this `Idempotency-Key`.",
                false,
                schema.clone(),
            ));
        }
        meta
    }

    fn register(registry: &mut Registry) {
        R::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_key_is_accepted_exactly_if_it_is_one_of_1_to_64_printable_characters(
            values in prop::collection::vec("[ -~]{0,70}|[ -~]{64,65}|[\t -~\u{80}-\u{ff}]{0,12}", 0..3),
        ) {
            let mut headers = HeaderMap::new();
            for value in &values {
                headers.append(HEADER, HeaderValue::from_bytes(value.as_bytes()).expect("a header value"));
            }
            let good = |key: &str| (1..=64).contains(&key.len()) && key.chars().all(|c| (' '..='~').contains(&c));
            let expected = match values.as_slice() {
                [] => Ok(None),
                [key] if good(key) => Ok(Some(key.clone())),
                _ => Err(()),
            };
            prop_assert_eq!(retry_key(&headers).map_err(|_| ()), expected);
        }
    }
}
