//! Why an act was refused or failed: one type from the rule to the response.

use std::borrow::Cow;
use std::fmt;

use time::Duration;

use super::words;
use crate::accounts::WeakPassword;
use crate::applications::Status;

words! {
    /// The codes of the API. The HTTP layer has their statuses and sentences. A code never changes its meaning.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Code {
        MalformedRequest = "malformed_request",
        TokenInvalid = "token_invalid",
        FlowStateNotFound = "flow_state_not_found",
        FlowStateExpired = "flow_state_expired",
        BadCodeVerifier = "bad_code_verifier",
        MessageInvalid = "message_invalid",
        ChallengeExpired = "challenge_expired",
        AuthenticationRequired = "authentication_required",
        InvalidToken = "invalid_token",
        TokenExpired = "token_expired",
        SessionRevoked = "session_revoked",
        SessionExpired = "session_expired",
        InvalidCredentials = "invalid_credentials",
        RefreshTokenInvalid = "refresh_token_invalid",
        RefreshTokenReused = "refresh_token_reused",
        RecoveryExpired = "recovery_expired",
        CodeInvalid = "code_invalid",
        CredentialInvalid = "credential_invalid",
        IdTokenInvalid = "id_token_invalid",
        SignatureInvalid = "signature_invalid",
        Forbidden = "forbidden",
        NotApplicant = "not_applicant",
        EmailNotVerified = "email_not_verified",
        AccountDisabled = "account_disabled",
        WalletNotLinked = "wallet_not_linked",
        SecondFactorRequired = "second_factor_required",
        ReauthenticationRequired = "reauthentication_required",
        NotFound = "not_found",
        UnknownProvider = "unknown_provider",
        MethodNotAllowed = "method_not_allowed",
        RequestTimeout = "request_timeout",
        AlreadyMember = "already_member",
        ApplicationPendingExists = "application_pending_exists",
        SeasonClosed = "season_closed",
        ApplicationAlreadyDecided = "application_already_decided",
        OwnApplication = "own_application",
        ChangeRequestOpen = "change_request_open",
        TooManyEdits = "too_many_edits",
        NotEditable = "not_editable",
        UndoExpired = "undo_expired",
        AppliedAgain = "applied_again",
        OwnRoles = "own_roles",
        LastAdmin = "last_admin",
        TooManyFactors = "too_many_factors",
        TooManyNotes = "too_many_notes",
        AccountExists = "account_exists",
        IdentityTaken = "identity_taken",
        LastWayIn = "last_way_in",
        InUse = "in_use",
        Conflict = "conflict",
        VersionConflict = "version_conflict",
        PayloadTooLarge = "payload_too_large",
        UnsupportedMediaType = "unsupported_media_type",
        UnsupportedImage = "unsupported_image",
        ValidationFailed = "validation_failed",
        UnknownField = "unknown_field",
        UnknownParameter = "unknown_parameter",
        InvalidText = "invalid_text",
        InvalidCursor = "invalid_cursor",
        UnknownRole = "unknown_role",
        UnsupportedWallet = "unsupported_wallet",
        InvalidScope = "invalid_scope",
        WeakPassword = "weak_password",
        SamePassword = "same_password",
        IdempotencyKeyReused = "idempotency_key_reused",
        ImageTooLarge = "image_too_large",
        ImageUnreadable = "image_unreadable",
        UnknownPlaceholder = "unknown_placeholder",
        InvalidSubject = "invalid_subject",
        HtmlRejected = "html_rejected",
        PreconditionRequired = "precondition_required",
        RateLimited = "rate_limited",
        InternalError = "internal_error",
        Busy = "busy",
        Unavailable = "unavailable",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// JSON pointer (RFC 6901) to the field in the request, such as `/subjects_taught/2`.
    pub field: String,
    /// Stable machine-readable code, such as `required` or `too_long`.
    pub code: &'static str,
    pub detail: String,
}

impl FieldError {
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

    pub fn unless_empty(errors: Vec<FieldError>) -> Result<(), Self> {
        if errors.is_empty() { Ok(()) } else { Err(Self(errors)) }
    }
}

/// A failure below a port. Only adapters produce it, never rules; the HTTP layer turns it into 503 or 500.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Transient failure (connection lost, pool exhausted): the same call may succeed shortly. HTTP 503.
    #[error("temporarily unavailable: {0}")]
    Unavailable(String),
    /// Too many callers already wait for a scarce resource (password hashing, images, archives). HTTP 503 `busy`.
    #[error("too many requests of this kind at once")]
    Busy,
    /// A concurrent request with the same idempotency key was faster, whose response is replayed
    /// (`Key::once` of the HTTP layer).
    #[error("this request was repeated concurrently")]
    Repeated,
    /// Only a bug can cause it. HTTP 500.
    #[error("unexpected failure: {0}")]
    Bug(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub code: Code,
    /// A sentence for the user; `None` is the one of the code.
    pub detail: Option<Cow<'static, str>>,
    pub fields: Vec<FieldError>,
    pub extension: Option<Box<Extension>>,
    /// What failed, for the log alone.
    pub cause: Option<String>,
}

/// What a client gets beside code and sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extension {
    /// The decision of an application that is not pending any more.
    CurrentStatus(Status),
    WeakPassword(WeakPassword),
    /// The limit that is used up, and how long until it allows one more.
    Limited {
        limit: &'static str,
        wait: Duration,
    },
}

/// Decides under lock. What it returns is stored in the same transaction.
pub type Step<Seen, Stored> = Box<dyn FnOnce(&Seen) -> Result<Stored, Refusal> + Send>;

impl Refusal {
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { detail: Some(detail.into()), ..code.into() }
    }

    pub fn already_decided(status: Status) -> Self {
        let detail = format!("This application was already {}.", status.as_str());
        Self::new(Code::ApplicationAlreadyDecided, detail).with(Extension::CurrentStatus(status))
    }

    #[must_use]
    pub fn with(self, extension: Extension) -> Self {
        Self { extension: Some(Box::new(extension)), ..self }
    }

    /// `shown` in place of these codes, which the client must not learn.
    pub(crate) fn shown_as(self, shown: Code, hidden: &[Code]) -> Self {
        if hidden.contains(&self.code) { shown.into() } else { self }
    }

    /// Whether something failed, rather than a rule refused.
    pub fn is_fault(&self) -> bool {
        matches!(self.code, Code::Unavailable | Code::InternalError)
    }
}

/// For logs and the command line.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let details: Vec<&str> = self.fields.iter().map(|error| error.detail.as_str()).collect();
        match self.cause.as_deref().or(self.detail.as_deref()) {
            Some(cause) if self.code == Code::Unavailable => write!(f, "temporarily unavailable: {cause}"),
            Some(cause) if self.code == Code::InternalError => write!(f, "unexpected failure: {cause}"),
            Some(sentence) => f.write_str(sentence),
            None if self.code == Code::Busy => f.write_str("too many requests of this kind at once"),
            None if details.is_empty() => f.write_str(&self.code.as_str().replace('_', " ")),
            None => f.write_str(&details.join(" ")),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self { code, detail: None, fields: Vec::new(), extension: None, cause: None }
    }
}

impl From<Invalid> for Refusal {
    fn from(Invalid(fields): Invalid) -> Self {
        Self { fields, ..Code::ValidationFailed.into() }
    }
}

impl From<FieldError> for Refusal {
    fn from(error: FieldError) -> Self {
        Invalid(vec![error]).into()
    }
}

impl From<WeakPassword> for Refusal {
    fn from(weak: WeakPassword) -> Self {
        let error = FieldError::new("/password", "weak_password", weak.sentence());
        Self::from(Invalid(vec![error])).with(Extension::WeakPassword(weak))
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
