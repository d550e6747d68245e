//! Errors of operations. The type of an operation's error lists every code that it can return, so that the published
//! document always matches the code.

use std::marker::PhantomData;

use poem_openapi::ApiResponse;
use poem_openapi::registry::{
    MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::types::Type;

use crate::response::code::{ApiCode, Code};
use crate::response::problem::{PROBLEM_JSON, Problem};
use crate::response::responses::response;

pub(crate) const ANY: &[Code] = &[
    // A request without exactly one valid `Host`.
    Code::MalformedRequest,
    Code::UnknownParameter,
    Code::InternalError,
    Code::Busy,
    Code::Unavailable,
];
/// Codes of rate-limited operations: all but the probes.
pub(crate) const LIMITED: &[Code] = &[Code::RateLimited];
pub(crate) const BODY: &[Code] = &[
    Code::RequestTimeout,
    Code::PayloadTooLarge,
    Code::UnsupportedMediaType,
    Code::ValidationFailed,
    Code::UnknownField,
];
/// Codes of operations that store texts. Operations that only compare a secret treat an unstorable text as a wrong
/// secret.
pub(crate) const TEXT: &[Code] = &[Code::InvalidText];
pub(crate) const QUERY: &[Code] = &[Code::ValidationFailed];
/// Codes of operations with an `Idempotency-Key` and no body.
pub(crate) const KEY: &[Code] = &[Code::ValidationFailed];
pub(crate) const REPEATABLE: &[Code] = &[Code::IdempotencyKeyReused];
pub(crate) const SIGNED_IN: &[Code] = &[
    Code::AuthenticationRequired,
    Code::InvalidToken,
    Code::TokenExpired,
    Code::SessionRevoked,
    Code::SessionExpired,
    // The token of a machine.
    Code::Forbidden,
];
pub(crate) const ADMIN: &[Code] = &[Code::Forbidden, Code::SecondFactorRequired];

pub(crate) trait Codes: 'static {
    /// The operation's own codes, followed by the groups it belongs to.
    fn groups() -> &'static [&'static [Code]];

    /// The schema of a problem with this code and the others of its status.
    fn problem(_code: Code) -> MetaSchemaRef {
        Problem::schema_ref()
    }

    fn register(registry: &mut Registry) {
        Problem::register(registry);
    }
}

/// Declares the codes of an operation: its own codes, then groups.
macro_rules! error_codes {
    ($name:ident: [$($own:ident),* $(,)?] $(, $group:ident)* $(,)?) => {
        pub(crate) struct $name;

        impl $crate::response::api_error::Codes for $name {
            fn groups() -> &'static [&'static [$crate::response::code::Code]] {
                &[&[$($crate::response::code::Code::$own),*], $($crate::response::api_error::$group,)* $crate::response::api_error::LIMITED, $crate::response::api_error::ANY]
            }
        }
    };
}
pub(crate) use error_codes;

/// A problem returned by an operation that documents the codes `C`.
pub(crate) struct ApiError<C>(Box<Problem>, PhantomData<fn() -> C>);

/// An undocumented code never reaches a client. It is a bug and becomes `internal_error`.
impl<C: Codes, E: Into<Problem>> From<E> for ApiError<C> {
    fn from(error: E) -> Self {
        let problem = error.into();
        let documented = C::groups().iter().any(|group| group.contains(&problem.code.0));
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
                codes.iter().filter(|code| own.contains(code)).map(|code| code.as_str().into()).collect();
            if let (Some(code), false) = (codes.first(), words.is_empty()) {
                let schema =
                    MetaSchema { all_of: vec![C::problem(*code)], enum_items: words, ..MetaSchema::ANY };
                let schema = MetaSchemaRef::Inline(Box::new(schema));
                let content = vec![MetaMediaType { content_type: PROBLEM_JSON, schema }];
                responses.push(response(code.status().as_u16(), "", content));
            }
        }
        MetaResponses { responses }
    }

    fn register(registry: &mut Registry) {
        C::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    error_codes!(ExampleCodes: [NotFound], SIGNED_IN);

    #[test]
    fn an_undocumented_code_becomes_an_internal_error() {
        let table = [
            (Code::NotFound, Code::NotFound),
            (Code::SessionRevoked, Code::SessionRevoked),
            (Code::Unavailable, Code::Unavailable),
            (Code::Conflict, Code::InternalError),
            (Code::SecondFactorRequired, Code::InternalError),
        ];
        for (code, expected) in table {
            assert_eq!(ApiError::<ExampleCodes>::from(code).0.code.0, expected, "{code:?}");
        }
    }
}
