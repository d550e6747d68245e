//! What operations return: an answer with a body and a fixed status, or a refusal whose type lists every
//! status the operation may give, so that the published document and the code cannot part.

use std::marker::PhantomData;

use poem::http::StatusCode;
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ToJSON, Type};

use crate::problem::{PROBLEM_JSON, Problem};

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
        one(STATUS, success_word(STATUS), vec![MetaMediaType { content_type: JSON, schema: T::schema_ref() }])
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

/// 204 without a body.
pub(crate) struct Done;

impl IntoResponse for Done {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl ApiResponse for Done {
    fn meta() -> MetaResponses {
        one(204, success_word(204), Vec::new())
    }

    fn register(_registry: &mut Registry) {}
}

pub(crate) fn one(status: u16, description: &'static str, content: Vec<MetaMediaType>) -> MetaResponses {
    let response =
        MetaResponse { description, status: Some(status), status_range: None, content, headers: Vec::new() };
    MetaResponses { responses: vec![response] }
}

/// The generator of clients drops an answer without a description.
pub(crate) const fn success_word(status: u16) -> &'static str {
    match status {
        201 => "Created",
        202 => "Accepted",
        204 => "Done",
        _ => "Success",
    }
}

/// A status and what it means for an operation.
pub(crate) type Status = (u16, &'static str);

/// Any operation.
pub(crate) const ANY: &[Status] =
    &[(500, "`internal_error`"), (503, "`unavailable` or `busy`; `Retry-After` says when to try again")];
/// Operations with a body.
pub(crate) const BODY: &[Status] = &[
    (400, "`malformed_request`"),
    (408, "`request_timeout`: the body did not come in time"),
    (413, "`payload_too_large`"),
    (415, "`unsupported_media_type`"),
    (422, "`validation_failed`, `unknown_field` or `invalid_text`, with all field errors"),
];
/// Operations whose body holds secrets alone: a text that cannot be right is a wrong secret, and no fault of the form.
pub(crate) const SECRETS: &[Status] =
    &[(422, "`validation_failed` or `unknown_field`, with all field errors")];
/// Operations with query parameters.
pub(crate) const QUERY: &[Status] = &[(422, "`validation_failed`, with the parameter that is wrong")];
/// Operations for who is signed in.
pub(crate) const SIGNED_IN: &[Status] = &[(
    401,
    "`authentication_required`, `invalid_token`, `token_expired`, `session_revoked` or `session_expired`",
)];
/// Operations for administrators.
pub(crate) const ADMIN: &[Status] = &[(403, "`forbidden`")];

/// The refusals of one operation.
pub(crate) trait Statuses: 'static {
    /// Own meanings first, then groups; the first meaning of a status counts.
    fn groups() -> &'static [&'static [Status]];
}

/// Declares the refusals of an operation: `refusals!(SignUpStatuses: [(422, "…")], BODY)`.
macro_rules! refusals {
    ($name:ident: [$($own:expr),* $(,)?] $(, $group:ident)* $(,)?) => {
        pub(crate) struct $name;

        impl $crate::answer::Statuses for $name {
            fn groups() -> &'static [&'static [$crate::answer::Status]] {
                &[&[$($own),*], $($crate::answer::$group,)* $crate::answer::ANY]
            }
        }
    };
}
pub(crate) use refusals;

/// A problem as the answer of an operation that documents the statuses `S`.
pub(crate) struct Refused<S>(Box<Problem>, PhantomData<fn() -> S>);

impl<S, E: Into<Problem>> From<E> for Refused<S> {
    fn from(error: E) -> Self {
        Self(Box::new(error.into()), PhantomData)
    }
}

impl<S> From<Refused<S>> for poem::Error {
    fn from(refused: Refused<S>) -> Self {
        (*refused.0).into()
    }
}

impl<S: Statuses> ApiResponse for Refused<S> {
    fn meta() -> MetaResponses {
        let mut responses: Vec<MetaResponse> = Vec::new();
        for (status, description) in S::groups().iter().copied().flatten() {
            if responses.iter().all(|known| known.status != Some(*status)) {
                let content =
                    vec![MetaMediaType { content_type: PROBLEM_JSON, schema: Problem::schema_ref() }];
                responses.extend(one(*status, description, content).responses);
            }
        }
        responses.sort_by_key(|response| response.status);
        MetaResponses { responses }
    }

    fn register(registry: &mut Registry) {
        Problem::register(registry);
    }
}
