//! What is wrong with one field of a request, in words a form can show.

/// One complaint about one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// JSON pointer (RFC 6901) to the field in the request, such as `/subjects_taught/2`.
    pub field: String,
    /// Stable machine-readable code, such as `required` or `too_long`.
    pub code: &'static str,
    /// The sentence a form may show beside the field.
    pub detail: String,
}

impl FieldError {
    /// Builds a complaint about the field at `field` (a JSON pointer).
    pub fn new(field: impl Into<String>, code: &'static str, detail: impl Into<String>) -> Self {
        Self { field: field.into(), code, detail: detail.into() }
    }
}

/// All complaints about a request, at least one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the request breaks {} rule(s)", .0.len())]
pub struct Invalid(pub Vec<FieldError>);

impl Invalid {
    /// A request with exactly one complaint.
    pub fn one(field: impl Into<String>, code: &'static str, detail: impl Into<String>) -> Self {
        Self(vec![FieldError::new(field, code, detail)])
    }

    /// `Ok` when nothing was collected.
    pub fn unless_empty(errors: Vec<FieldError>) -> Result<(), Self> {
        if errors.is_empty() { Ok(()) } else { Err(Self(errors)) }
    }
}
