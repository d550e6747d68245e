//! What operations return: an answer with a body and a fixed status, or a refusal whose type lists every code that the
//! operation can return, so that the published document always matches the code.

use std::marker::PhantomData;

use poem::http::{StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{
    MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::types::{ToJSON, Type};

use crate::response::code::Code;
use crate::response::problem::{PROBLEM_JSON, Problem};

pub(crate) const JSON: &str = "application/json";

/// A JSON answer with the status `STATUS`.
pub(crate) struct Answer<const STATUS: u16, T>(pub(crate) T);

/// 200 with a body.
pub(crate) type Success<T> = Answer<200, T>;
/// 201 with a body.
pub(crate) type Created<T> = Answer<201, T>;
/// 202 with a body.
pub(crate) type Accepted<T> = Answer<202, T>;

impl<const STATUS: u16, T: ToJSON> IntoResponse for Answer<STATUS, T> {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(STATUS).unwrap_or(StatusCode::OK);
        self.0.to_json_string().with_content_type(JSON).with_status(status).into_response()
    }
}

impl<const STATUS: u16, T: ToJSON> ApiResponse for Answer<STATUS, T> {
    fn meta() -> MetaResponses {
        MetaResponses { responses: vec![documented::<T>(STATUS)] }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

/// 204 without a body.
pub(crate) struct NoContent;

impl IntoResponse for NoContent {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl ApiResponse for NoContent {
    fn meta() -> MetaResponses {
        MetaResponses { responses: vec![response(204, "Done.", Vec::new())] }
    }

    fn register(_registry: &mut Registry) {}
}

/// 202 without a body.
pub(crate) struct AcceptedEmpty;

impl IntoResponse for AcceptedEmpty {
    fn into_response(self) -> Response {
        StatusCode::ACCEPTED.into_response()
    }
}

impl ApiResponse for AcceptedEmpty {
    fn meta() -> MetaResponses {
        MetaResponses { responses: vec![response(202, "Accepted.", Vec::new())] }
    }

    fn register(_registry: &mut Registry) {}
}

/// 303 to an address.
pub(crate) struct SeeOther(pub(crate) String);

impl IntoResponse for SeeOther {
    fn into_response(self) -> Response {
        let sent_on = StatusCode::SEE_OTHER.with_header(header::LOCATION, self.0);
        // The address before it may hold a code of the provider's.
        sent_on.with_header(header::REFERRER_POLICY, "no-referrer").into_response()
    }
}

impl ApiResponse for SeeOther {
    fn meta() -> MetaResponses {
        let location = MetaHeader {
            name: "Location".to_owned(),
            description: Some("Where the browser goes on.".to_owned()),
            required: true,
            deprecated: false,
            schema: MetaSchemaRef::Inline(Box::new(MetaSchema::new_with_format("string", "uri-reference"))),
        };
        let see_other = MetaResponse { headers: vec![location], ..response(303, "See other.", Vec::new()) };
        MetaResponses { responses: vec![see_other] }
    }

    fn register(_registry: &mut Registry) {}
}

/// A successful response with a JSON body of type `T`. Generators of clients drop a response without a description.
pub(crate) fn documented<T: Type>(status: u16) -> MetaResponse {
    let description = match status {
        201 => "Created.",
        202 => "Accepted.",
        _ => "Success.",
    };
    response(status, description, vec![MetaMediaType { content_type: JSON, schema: T::schema_ref() }])
}

pub(crate) fn response(status: u16, description: &'static str, content: Vec<MetaMediaType>) -> MetaResponse {
    MetaResponse { description, status: Some(status), status_range: None, content, headers: Vec::new() }
}

/// Codes of every operation.
pub(crate) const ANY: &[Code] = &[
    // A request without exactly one valid `Host`.
    Code::MalformedRequest,
    Code::UnknownParameter,
    Code::InternalError,
    Code::Busy,
    Code::Unavailable,
];
/// Codes of operations under limits: all but the probes of operators.
pub(crate) const LIMITED: &[Code] = &[Code::RateLimited];
/// Codes of operations with a body.
pub(crate) const BODY: &[Code] = &[
    Code::RequestTimeout,
    Code::PayloadTooLarge,
    Code::UnsupportedMediaType,
    Code::ValidationFailed,
    Code::UnknownField,
];
/// Codes of operations that store texts. Operations that only compare a secret treat a text that cannot be stored as a
/// wrong secret.
pub(crate) const TEXT: &[Code] = &[Code::InvalidText];
/// Codes of operations with query parameters.
pub(crate) const QUERY: &[Code] = &[Code::ValidationFailed];
/// Codes of operations with an `Idempotency-Key`.
pub(crate) const REPEATABLE: &[Code] = &[Code::IdempotencyKeyReused];
/// Codes of operations for signed-in users.
pub(crate) const SIGNED_IN: &[Code] = &[
    Code::AuthenticationRequired,
    Code::InvalidToken,
    Code::TokenExpired,
    Code::SessionRevoked,
    Code::SessionExpired,
];
/// Codes of operations for administrators.
pub(crate) const ADMIN: &[Code] = &[Code::Forbidden, Code::SecondFactorRequired];

/// The codes of one operation.
pub(crate) trait Codes: 'static {
    /// The operation's own codes, followed by the groups it belongs to.
    fn groups() -> &'static [&'static [Code]];
}

/// Declares the codes of an operation: its own, followed by groups.
macro_rules! error_codes {
    ($name:ident: [$($own:ident),* $(,)?] $(, $group:ident)* $(,)?) => {
        pub(crate) struct $name;

        impl $crate::response::responses::Codes for $name {
            fn groups() -> &'static [&'static [$crate::response::code::Code]] {
                &[&[$($crate::response::code::Code::$own),*], $($crate::response::responses::$group,)* $crate::response::responses::LIMITED, $crate::response::responses::ANY]
            }
        }
    };
}
pub(crate) use error_codes;

/// A problem returned by an operation that documents the codes `C`.
pub(crate) struct ApiError<C>(Box<Problem>, PhantomData<fn() -> C>);

/// A code that the operation does not document never reaches a client: it is a bug, and answered as one.
impl<C: Codes, E: Into<Problem>> From<E> for ApiError<C> {
    fn from(error: E) -> Self {
        let problem = error.into();
        let documented = C::groups().iter().any(|group| group.contains(&problem.code));
        let problem = if documented {
            problem
        } else {
            tracing::error!(%problem, "an operation returned a problem that it does not document");
            Code::InternalError.into()
        };
        Self(Box::new(problem), PhantomData)
    }
}

impl<C> From<ApiError<C>> for poem::Error {
    fn from(refused: ApiError<C>) -> Self {
        (*refused.0).into()
    }
}

impl<C: Codes> ApiResponse for ApiError<C> {
    /// One response per status. Its schema names the codes; the document takes description and examples from them.
    fn meta() -> MetaResponses {
        let own: Vec<Code> = C::groups().iter().copied().flatten().copied().collect();
        let mut responses: Vec<MetaResponse> = Vec::new();
        for codes in Code::ALL.chunk_by(|a, b| a.status() == b.status()) {
            let words: Vec<_> =
                codes.iter().filter(|code| own.contains(code)).filter_map(Code::to_json).collect();
            if let (Some(code), false) = (codes.first(), words.is_empty()) {
                let schema =
                    MetaSchema { all_of: vec![Problem::schema_ref()], enum_items: words, ..MetaSchema::ANY };
                let schema = MetaSchemaRef::Inline(Box::new(schema));
                let content = vec![MetaMediaType { content_type: PROBLEM_JSON, schema }];
                responses.push(response(code.status().as_u16(), "", content));
            }
        }
        MetaResponses { responses }
    }

    fn register(registry: &mut Registry) {
        Problem::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    error_codes!(ExampleCodes: [NotFound], SIGNED_IN);

    #[test]
    fn a_code_that_an_operation_does_not_document_is_answered_as_a_bug() {
        let table = [
            (Code::NotFound, Code::NotFound),
            (Code::SessionRevoked, Code::SessionRevoked),
            (Code::Unavailable, Code::Unavailable),
            (Code::Conflict, Code::InternalError),
            (Code::Forbidden, Code::InternalError),
        ];
        for (code, answered) in table {
            assert_eq!(ApiError::<ExampleCodes>::from(code).0.code, answered, "{code:?}");
        }
    }
}
