#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// JSON pointer (RFC 6901) to the field in the request, such as `/subjects_taught/2`.
    pub field: String,
    /// Stable machine-readable code, such as `required` or `too_long`.
    pub code: &'static str,
    pub detail: String,
}

impl FieldError {
    /// An error at `field` (a JSON pointer).
    pub fn new(field: impl Into<String>, code: &'static str, detail: impl Into<String>) -> Self {
        Self { field: field.into(), code, detail: detail.into() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the request has {} invalid field(s)", .0.len())]
pub struct Invalid(pub Vec<FieldError>);

impl Invalid {
    pub fn one(field: impl Into<String>, code: &'static str, detail: impl Into<String>) -> Self {
        Self(vec![FieldError::new(field, code, detail)])
    }

    /// `Ok` if there are no errors.
    pub fn unless_empty(errors: Vec<FieldError>) -> Result<(), Self> {
        if errors.is_empty() { Ok(()) } else { Err(Self(errors)) }
    }
}
