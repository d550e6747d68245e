//! Why an act was refused or failed: one type from the rule to the response.

use std::borrow::Cow;

use super::{Fault, FieldError, Invalid, words};

words! {
    /// The codes of the API. The HTTP layer has their statuses and sentences.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Code {
        Busy = "busy",
        Conflict = "conflict",
        Forbidden = "forbidden",
        InternalError = "internal_error",
        NotFound = "not_found",
        OwnApplication = "own_application",
        TooManyNotes = "too_many_notes",
        Unavailable = "unavailable",
        ValidationFailed = "validation_failed",
        VersionConflict = "version_conflict",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {cause:?}", .code.as_str())]
pub struct Refusal {
    pub code: Code,
    /// A sentence for the user; `None` is the one of the code.
    pub detail: Option<Cow<'static, str>>,
    pub fields: Vec<FieldError>,
    /// What failed, for the log alone.
    pub cause: Option<String>,
}

/// Decides under lock. What it returns is stored in the same transaction.
pub type Step<Seen, Stored> = Box<dyn FnOnce(&Seen) -> Result<Stored, Refusal> + Send>;

impl Refusal {
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { detail: Some(detail.into()), ..code.into() }
    }
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self { code, detail: None, fields: Vec::new(), cause: None }
    }
}

impl From<Invalid> for Refusal {
    fn from(Invalid(fields): Invalid) -> Self {
        Self { fields, ..Code::ValidationFailed.into() }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        let (code, cause) = match fault {
            Fault::Unavailable(cause) => (Code::Unavailable, Some(cause)),
            Fault::Busy => (Code::Busy, None),
            Fault::Repeated => (Code::Conflict, None),
            Fault::Bug(cause) => (Code::InternalError, Some(cause)),
        };
        Self { cause, ..code.into() }
    }
}
