//! Problem documents (RFC 9457), and how errors of the framework become problems. Operations return problems, and the
//! edge adds the request id.

use forum_domain::shared::{Extension, Fault, FieldError, Invalid, Refusal};
use poem::error::{MethodNotAllowedError, ReadBodyError, ResponseError};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaSchema, Registry};
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{Object, error as openapi};
use serde_json::Value;
use time::Duration;
use uuid::Uuid;

use crate::api::accounts::by_email::weak_password;
use crate::response::code::{ApiCode, Code, PROBLEMS, title};
use crate::response::schema_types::{AtMost, FieldCodeKind, Text};
use crate::response::words::Word;

pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// Maximum number of field errors in one response.
pub(crate) const MAX_ERRORS: usize = 20;

/// An error, as `application/problem+json` (RFC 9457).
#[derive(Debug, Clone, Object)]
pub(crate) struct Problem {
    /// A path that names the code, such as `/api/problems/not_found`. Rely on `code` instead.
    #[oai(rename = "type")]
    kind: String,
    /// The code in words.
    title: String,
    /// The HTTP status.
    status: u16,
    /// A sentence for the user of the client.
    pub(crate) detail: String,
    /// `urn:request:` and the id in the response's `X-Request-Id`.
    instance: String,
    pub(crate) code: Word<Code>,
    /// Errors in individual fields, at most 20.
    #[oai(skip_serializing_if_is_none)]
    pub(crate) errors: Option<AtMost<FieldProblem, MAX_ERRORS>>,
    #[oai(skip)]
    extensions: Vec<(&'static str, Value)>,
    /// Seconds of `Retry-After`, if a limit sets them.
    #[oai(skip)]
    retry_after: Option<u64>,
    /// Which limit of the domain's table refused the request.
    #[oai(skip)]
    pub(crate) limit: Option<&'static str>,
}

/// An error in one field.
#[derive(Debug, Clone, Object)]
pub(crate) struct FieldProblem {
    /// A JSON pointer (RFC 6901) into the request body, or `/` and the name of a query parameter or header.
    pub(crate) field: String,
    pub(crate) code: Text<FieldCodeKind>,
    /// A sentence to show beside the field.
    pub(crate) detail: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.status, self.code.0.as_str())
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status(&self) -> StatusCode {
        self.code.0.status()
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self::new(code, code.sentence())
    }
}

/// The error for a member, field or parameter that is not known.
pub(crate) fn unknown(code: Code, within: &str, name: &str) -> FieldError {
    let pointer = format!("{within}/{}", name.replace('~', "~0").replace('/', "~1"));
    FieldError::new(pointer, code.as_str(), code.sentence())
}

/// Adds a member to the published schema of problems, which only some of them have.
pub(crate) fn document_extension<T: Type>(registry: &mut Registry, name: &'static str, of: &'static str) {
    T::register(registry);
    if let Some(problem) = registry.schemas.get_mut(&*Problem::name()) {
        let description = MetaSchema { description: Some(of), ..MetaSchema::ANY };
        problem.properties.push((name, T::schema_ref().merge(description)));
    }
}

impl Problem {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        let status = code.status();
        Self {
            kind: format!("{PROBLEMS}/{}", code.as_str()),
            title: title(code),
            status: status.as_u16(),
            detail: detail.into(),
            instance: String::new(),
            code: Word(code),
            errors: None,
            extensions: Vec::new(),
            retry_after: None,
            limit: None,
        }
    }

    /// Adds `Retry-After`: `wait` in whole seconds, at least one.
    pub(crate) fn retry_after(self, wait: Duration) -> Self {
        let begun = u64::from(wait.subsec_nanoseconds() > 0);
        let seconds = wait.whole_seconds().unsigned_abs() + begun;
        Self { retry_after: Some(seconds.max(1)), ..self }
    }

    /// Adds an extension member (RFC 9457, section 3.2), which [`document_extension`] must declare.
    pub(crate) fn with(mut self, name: &'static str, value: &impl ToJSON) -> Self {
        self.extensions.extend(value.to_json().map(|value| (name, value)));
        self
    }

    pub(crate) fn body(mut self, request_id: Uuid) -> Value {
        self.instance = format!("urn:request:{request_id}");
        let mut body = self.to_json().unwrap_or_default();
        for (name, value) in std::mem::take(&mut self.extensions) {
            body[name] = value;
        }
        body
    }

    /// One or more fields are invalid. Some field codes are also the code of the whole problem, such as `unknown_field`
    /// if there is no other error.
    pub(crate) fn invalid(errors: Vec<FieldError>) -> Self {
        let has = |code: &str| errors.iter().any(|error| error.code == code);
        let code = if errors.iter().all(|error| error.code == "unknown_field") {
            Code::UnknownField
        } else {
            let of_the_whole = [
                Code::WeakPassword,
                Code::SamePassword,
                Code::InvalidText,
                Code::InvalidScope,
                Code::InvalidCursor,
                Code::UnknownParameter,
                Code::InvalidSubject,
                Code::UnknownPlaceholder,
                Code::HtmlRejected,
            ];
            of_the_whole.into_iter().find(|code| has(code.as_str())).unwrap_or(Code::ValidationFailed)
        };
        let detail = match errors.as_slice() {
            [only] => only.detail.clone(),
            _ => Code::ValidationFailed.sentence().into(),
        };
        let errors = errors.into_iter().take(MAX_ERRORS).map(FieldProblem::from).collect();
        Self { errors: Some(AtMost(errors)), ..Self::new(code, detail) }
    }

    pub(crate) fn of(error: &poem::Error) -> Self {
        if let Some(problem) = error.downcast_ref::<Self>() {
            return problem.clone();
        }
        if let Some(parameter) = error.downcast_ref::<openapi::ParseParamError>() {
            let (name, detail) = (parameter.name, format!("The value of {} is not allowed.", parameter.name));
            return FieldError::new(format!("/{name}"), "invalid_value", detail).into();
        }
        if error.is::<openapi::ParsePathError>() || error.is::<poem::error::ParsePathError>() {
            return Code::NotFound.into();
        }
        if error.is::<openapi::AuthorizationError>() {
            return Code::AuthenticationRequired.into();
        }
        if error.is::<MethodNotAllowedError>() {
            return Code::MethodNotAllowed.into();
        }
        if matches!(error.downcast_ref(), Some(ReadBodyError::PayloadTooLarge)) {
            return Code::PayloadTooLarge.into();
        }
        match error.status() {
            StatusCode::NOT_FOUND => Code::NotFound.into(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                Self::new(Code::UnsupportedMediaType, "Send the request's body as application/json.")
            }
            status if status.is_client_error() => Code::MalformedRequest.into(),
            _ => {
                tracing::error!(cause = %error, "an operation failed");
                Code::InternalError.into()
            }
        }
    }

    /// For operations on the caller's own account: if it is not found, it was deleted after the token was checked.
    pub(crate) fn of_own_account(error: impl Into<Self>) -> Self {
        let problem = error.into();
        if problem.code.0 == Code::NotFound { Code::SessionRevoked.into() } else { problem }
    }

    pub(crate) fn answer(self, request_id: Uuid) -> Response {
        let (status, wait) = (self.status(), self.retry_after);
        let body = self.body(request_id).to_string();
        let mut response = body.with_content_type(PROBLEM_JSON).with_status(status).into_response();
        let headers = response.headers_mut();
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, spread_wait(request_id).into());
        }
        if let Some(seconds) = wait {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// Maximum `Retry-After` of a 503, in seconds, as in `headers.json`.
const LONGEST_WAIT: u8 = 4;

/// `Retry-After` in seconds, spread by the random end of the id so that clients do not retry simultaneously.
fn spread_wait(request_id: Uuid) -> u16 {
    1 + u16::from(request_id.as_bytes()[15] % LONGEST_WAIT)
}

impl From<Box<Self>> for Problem {
    fn from(problem: Box<Self>) -> Self {
        *problem
    }
}

impl From<FieldError> for FieldProblem {
    fn from(error: FieldError) -> Self {
        Self { field: error.field, code: error.code.to_owned().into(), detail: error.detail }
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

impl From<Refusal> for Problem {
    fn from(Refusal { code, detail, fields, extension, cause }: Refusal) -> Self {
        match cause {
            Some(cause) if code == Code::Unavailable => tracing::warn!(%cause, "temporarily unavailable"),
            Some(cause) => tracing::error!(%cause, "an operation failed"),
            None => (),
        }
        let problem = match detail {
            _ if !fields.is_empty() => Self::invalid(fields),
            Some(detail) => Self::new(code, detail),
            None => code.into(),
        };
        match extension.map(|extension| *extension) {
            None => problem,
            Some(Extension::CurrentStatus(status)) => problem.with("current_status", &Word(status)),
            Some(Extension::WeakPassword(weak)) => weak_password(problem, &weak),
            Some(Extension::Limited { limit, wait }) => {
                Self { limit: Some(limit), ..problem.retry_after(wait) }
            }
        }
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Refusal::from(fault).into()
    }
}
