//! Idempotent requests: the header `Idempotency-Key` and the response of a replay.

use std::marker::PhantomData;

use forum_domain::shared::{FieldError, RecordedResponse};
use poem::http::{HeaderMap, HeaderValue, StatusCode};
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaResponses, MetaSchema, Registry};
use poem_openapi::types::ToJSON;
use sha2::{Digest, Sha256};

use crate::response::responses::{Created, JSON, response_header};
use crate::response::schema_types::Kind;

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

/// Distinguishes requests with the same key.
pub(crate) fn fingerprint(body: &[u8]) -> [u8; 32] {
    Sha256::digest(body).into()
}

/// A 201 with a body of type `T`, recorded exactly as sent.
pub(crate) struct Recorded<T> {
    response: RecordedResponse,
    replayed: bool,
    body: PhantomData<fn() -> T>,
}

impl<T> Recorded<T> {
    pub(crate) fn fresh(response: RecordedResponse) -> Self {
        Self { response, replayed: false, body: PhantomData }
    }

    pub(crate) fn replayed(response: RecordedResponse) -> Self {
        Self { response, replayed: true, body: PhantomData }
    }
}

impl<T: Send> IntoResponse for Recorded<T> {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.response.status).unwrap_or(StatusCode::CREATED);
        let mut response = self.response.body.with_content_type(JSON).with_status(status).into_response();
        if self.replayed {
            response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
        }
        response
    }
}

impl<T: ToJSON> ApiResponse for Recorded<T> {
    fn meta() -> MetaResponses {
        let mut meta = Created::<T>::meta();
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
        T::register(registry);
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
