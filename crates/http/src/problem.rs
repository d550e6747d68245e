//! The one shape of every error answer (RFC 9457) and how errors of the framework become it. Operations
//! return problems; the edge fills in the request's id and sends them.

use forum_domain::shared::{Fault, FieldError, Invalid};
use poem::error::{MethodNotAllowedError, ReadBodyError, ResponseError};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::types::ToJSON;
use poem_openapi::{Object, error as openapi};
use uuid::Uuid;

use crate::applications::StatusWord;

/// Media type of every error answer.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// Field errors of one answer at most; a body could hold tens of thousands.
pub(crate) const MAX_ERRORS: usize = 20;

/// What went wrong, as `application/problem+json`.
#[derive(Debug, Clone, Object)]
pub(crate) struct Problem {
    /// Always `about:blank`: `code` tells problems apart.
    #[oai(rename = "type")]
    kind: String,
    /// The status in words.
    title: String,
    /// The HTTP status.
    status: u16,
    /// A sentence a form may show.
    pub(crate) detail: String,
    /// `urn:request:<id>`, the id of the answer's `X-Request-Id`.
    instance: String,
    /// Stable and machine-readable.
    pub(crate) code: String,
    /// What is wrong with single fields, all of it at once; the first 20 where there is more.
    #[oai(skip_serializing_if_is_none)]
    pub(crate) errors: Option<Vec<FieldProblem>>,
    /// Why a password is refused: `length`, `characters`, `pwned`, `context`.
    #[oai(skip_serializing_if_is_none)]
    pub(crate) reasons: Option<Vec<String>>,
    #[oai(skip_serializing_if_is_none)]
    pub(crate) rules: Option<PasswordRules>,
    #[oai(skip_serializing_if_is_none)]
    pub(crate) current_status: Option<StatusWord>,
}

/// What is wrong with one field.
#[derive(Debug, Clone, Object)]
pub(crate) struct FieldProblem {
    /// JSON pointer into the request's body, or `/` and the name of a query parameter.
    pub(crate) field: String,
    /// Stable and machine-readable.
    pub(crate) code: String,
    /// A sentence a form may show beside the field.
    pub(crate) detail: String,
}

/// Which of the five password rules are met.
#[derive(Debug, Clone, Object)]
pub(crate) struct PasswordRules {
    /// A lower-case letter.
    pub(crate) lowercase: bool,
    /// An upper-case letter.
    pub(crate) uppercase: bool,
    /// A number.
    pub(crate) number: bool,
    /// A symbol.
    pub(crate) symbol: bool,
    /// At least 8 characters.
    pub(crate) length: bool,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.status, self.code)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank".into(),
            title: status.canonical_reason().unwrap_or("Error").into(),
            status: status.as_u16(),
            detail: detail.into(),
            instance: String::new(),
            code: code.into(),
            errors: None,
            reasons: None,
            rules: None,
            current_status: None,
        }
    }

    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.")
    }

    pub(crate) fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", "You don't have permission to do this.")
    }

    pub(crate) fn unauthorized(code: &str, detail: &str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, code, detail)
    }

    pub(crate) fn busy() -> Self {
        let detail = "The server is busy. Please try again in a moment.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail)
    }

    /// A transient failure; the client may retry.
    pub(crate) fn unavailable(detail: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail)
    }

    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large", "The request is too large.")
    }

    pub(crate) fn key_reused() -> Self {
        let detail = "This Idempotency-Key was used with another request.";
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key_reused", detail)
    }

    /// The account went away between the check of the token and the act.
    pub(crate) fn account_gone() -> Self {
        Self::unauthorized("session_revoked", "The session was ended. Please sign in again.")
    }

    /// The peer took too long to send its request. Clients do not retry it, so it must not be used when we are slow.
    pub(crate) fn timeout() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "request_timeout", "The request took too long.")
    }

    /// We took too long to answer.
    pub(crate) fn too_slow() -> Self {
        Self::unavailable("The server took too long. Please try again in a moment.")
    }

    /// A bug: the cause goes to the log, never into the answer.
    pub(crate) fn internal() -> Self {
        let detail = "Something went wrong on our side.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal_error", detail)
    }

    /// One or more fields are wrong. Some field codes are that of the whole problem: `unknown_field` where nothing
    /// else is wrong.
    pub(crate) fn invalid(errors: Vec<FieldError>) -> Self {
        let has = |code: &str| errors.iter().any(|error| error.code == code);
        let code = if errors.iter().all(|error| error.code == "unknown_field") {
            Some("unknown_field")
        } else {
            ["invalid_text", "invalid_scope"].into_iter().find(|code| has(code))
        };
        let detail = match errors.as_slice() {
            [only] => only.detail.clone(),
            _ => "Some fields are missing or not valid.".into(),
        };
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let errors = errors.into_iter().take(MAX_ERRORS).map(FieldProblem::from).collect();
        Self { errors: Some(errors), ..Self::new(status, code.unwrap_or("validation_failed"), detail) }
    }

    /// What an error of poem or poem-openapi means.
    pub(crate) fn of(error: &poem::Error) -> Self {
        if let Some(problem) = error.downcast_ref::<Self>() {
            return problem.clone();
        }
        if let Some(parameter) = error.downcast_ref::<openapi::ParseParamError>() {
            let (name, detail) = (parameter.name, format!("The value of {} is not allowed.", parameter.name));
            return Self::invalid(vec![FieldError::new(format!("/{name}"), "invalid_value", detail)]);
        }
        if error.is::<openapi::ParsePathError>() || error.is::<poem::error::ParsePathError>() {
            return Self::not_found();
        }
        if error.is::<openapi::AuthorizationError>() {
            return Self::unauthorized("authentication_required", "Please sign in.");
        }
        if error.is::<MethodNotAllowedError>() {
            let detail = "This method is not allowed here.";
            return Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", detail);
        }
        if matches!(error.downcast_ref(), Some(ReadBodyError::PayloadTooLarge)) {
            return Self::too_large();
        }
        match error.status() {
            StatusCode::NOT_FOUND => Self::not_found(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                let detail = "Send the request's body as application/json.";
                Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail)
            }
            status if status.is_client_error() => Self::malformed(),
            _ => {
                tracing::error!(cause = %error, "an operation failed");
                Self::internal()
            }
        }
    }

    pub(crate) fn malformed() -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed_request", "The request could not be read.")
    }

    /// The answer to the request with this id.
    pub(crate) fn answer(mut self, request_id: Uuid) -> Response {
        let status = self.status();
        self.instance = format!("urn:request:{request_id}");
        let mut response =
            self.to_json_string().with_content_type(PROBLEM_JSON).with_status(status).into_response();
        let headers = response.headers_mut();
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, retry_after(request_id).into());
        }
        response
    }
}

/// `Retry-After` in seconds, 1 to 4, so that clients do not all return at once. Taken from the id, whose end is random.
fn retry_after(request_id: Uuid) -> u16 {
    1 + u16::from(request_id.as_bytes()[15] % 4)
}

impl From<FieldError> for FieldProblem {
    fn from(error: FieldError) -> Self {
        Self { field: error.field, code: error.code.into(), detail: error.detail }
    }
}

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        Self::invalid(invalid.0)
    }
}

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        Self::invalid(vec![error])
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unavailable(cause) => {
                tracing::warn!(%cause, "temporarily unavailable");
                Self::unavailable("The service is temporarily unavailable. Please try again in a moment.")
            }
            Fault::Bug(cause) => {
                tracing::error!(%cause, "an operation failed");
                Self::internal()
            }
        }
    }
}
