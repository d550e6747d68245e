//! Idempotent requests: the header `Idempotency-Key` and the response of a replay.

use std::marker::PhantomData;
use std::sync::Arc;

use forum_domain::idempotency::{IdempotentRequests, LookUp, Requester};
use forum_domain::idempotency::{KeyedRequest, NewRequest, RecordedResponse};
use forum_domain::shared::FieldError;
use poem::http::{HeaderMap, HeaderValue, StatusCode};
use poem::{IntoResponse, Request, RequestBody, Response};
use poem_openapi::registry::{MetaParamIn, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ApiResponse, ExtractParamOptions};
use uuid::Uuid;

use crate::request::attached;
use crate::request::operations::{OperationName, UNKNOWN_OPERATION};
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::{AcceptedEmpty, JSON, JsonResponse, NoContent, response_header};
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

pub(crate) struct IdempotencyKey {
    key: Result<Option<String>, FieldError>,
    operation: &'static str,
    path: String,
    records: Arc<IdempotentRequests>,
}

type KeyText = Option<Text<KeyKind>>;

impl<'a> ApiExtractor<'a> for IdempotencyKey {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::Parameter];
    type ParamType = KeyText;
    type ParamRawType = <KeyText as Type>::RawValueType;

    fn register(registry: &mut Registry) {
        <KeyText as Type>::register(registry);
    }

    fn param_in() -> Option<MetaParamIn> {
        Some(MetaParamIn::Header)
    }

    fn param_schema_ref() -> Option<MetaSchemaRef> {
        Some(<KeyText as Type>::schema_ref())
    }

    async fn from_request(
        request: &'a Request,
        _: &mut RequestBody,
        _: ExtractParamOptions<KeyText>,
    ) -> poem::Result<Self> {
        let records = attached::<Arc<IdempotentRequests>>(request).map_err(Problem::from)?;
        Ok(Self {
            key: key_of(request.headers()),
            operation: request.data::<OperationName>().map_or(UNKNOWN_OPERATION, |name| name.0),
            path: request.original_uri().path().to_owned(),
            records: records.clone(),
        })
    }
}

impl IdempotencyKey {
    /// The response to `act`, or to the user's first request with this key and body. `act` stores the response with what it
    /// creates.
    pub(crate) async fn once<T, R, E, A>(
        &self,
        user_id: Uuid,
        body: &[u8],
        response: impl Fn(&T) -> R + Clone + Send + 'static,
        act: impl FnOnce(Option<KeyedRequest<T>>) -> A + Send,
    ) -> Result<Recorded<R>, Problem>
    where
        T: Send,
        R: Record,
        E: Into<Problem>,
        A: Future<Output = Result<T, E>> + Send,
    {
        let record = response.clone();
        self.recorded(Requester::User(user_id), body, |new| async move {
            let keyed = new.map(|request| KeyedRequest {
                request,
                record: Box::new(move |created: &T| record(created).record()),
            });
            act(keyed).await.map(|created| response(&created).record())
        })
        .await
    }

    /// The same for any requester, with a response that `act` returns.
    pub(crate) async fn recorded<R, E, A>(
        &self,
        requester: Requester<'_>,
        body: &[u8],
        act: impl FnOnce(Option<NewRequest>) -> A + Send,
    ) -> Result<Recorded<R>, Problem>
    where
        E: Into<Problem>,
        A: Future<Output = Result<RecordedResponse, E>> + Send,
    {
        let new = match self.look_up(requester, body).await? {
            Some(LookUp::Replayed(response)) => return Ok(Recorded::replayed(response)),
            Some(LookUp::New(new)) => Some(new),
            _ => None,
        };
        let refused = match act(new).await {
            Ok(response) => return Ok(Recorded::fresh(response)),
            Err(refused) => refused.into(),
        };
        // If a concurrent request with the same key was faster, it caused the refusal.
        match self.look_up(requester, body).await? {
            Some(LookUp::Replayed(response)) => Ok(Recorded::replayed(response)),
            _ => Err(refused),
        }
    }

    /// What is recorded about the request, never another one. `None` without a key. `body` distinguishes requests to one path.
    pub(crate) async fn look_up(
        &self,
        requester: Requester<'_>,
        body: &[u8],
    ) -> Result<Option<LookUp>, Problem> {
        let Some(key) = self.text()? else { return Ok(None) };
        let content = [self.path.as_bytes(), b"\0", body].concat();
        match self.records.look_up(requester, self.operation, key, &content).await? {
            LookUp::KeyReused => Err(Code::IdempotencyKeyReused.into()),
            known => Ok(Some(known)),
        }
    }

    /// Whether the user has sent a request with this key, which no limit counts again.
    pub(crate) async fn is_known(&self, user_id: Uuid) -> Result<bool, Problem> {
        match self.text()? {
            Some(key) => Ok(self.records.is_known(user_id, self.operation, key).await?),
            None => Ok(false),
        }
    }

    pub(crate) fn text(&self) -> Result<Option<&str>, FieldError> {
        self.key.as_ref().map(Option::as_deref).map_err(Clone::clone)
    }

    pub(crate) fn records(&self) -> &IdempotentRequests {
        &self.records
    }
}

pub(crate) trait Record {
    fn record(self) -> RecordedResponse;
}

impl<const STATUS: u16, T: ToJSON> Record for JsonResponse<STATUS, T> {
    fn record(self) -> RecordedResponse {
        RecordedResponse { status: STATUS, body: self.0.to_json_string() }
    }
}

impl Record for AcceptedEmpty {
    fn record(self) -> RecordedResponse {
        RecordedResponse { status: 202, body: String::new() }
    }
}

impl Record for NoContent {
    fn record(self) -> RecordedResponse {
        RecordedResponse { status: 204, body: String::new() }
    }
}

/// The key of a request, if it has one.
fn key_of(headers: &HeaderMap) -> Result<Option<String>, FieldError> {
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
            prop_assert_eq!(key_of(&headers).map_err(|_| ()), expected);
        }
    }
}
