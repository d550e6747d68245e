//! Problem codes with status and default message. Responses and the published codes, descriptions and examples derive
//! from this table. Below it are the codes of field errors.

use poem::http::StatusCode;
use poem_openapi::Enum;
use poem_openapi::types::ToJSON;
use serde_json::Value;

macro_rules! codes {
    ($($code:ident: $status:literal $sentence:literal)*) => {
        /// Identifies a kind of problem. Stable: a code never changes its meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
        #[oai(rename = "ProblemCode", rename_all = "snake_case")]
        #[expect(clippy::enum_variant_names, reason = "the code is `code_invalid`")]
        pub(crate) enum Code {
            $($code,)*
        }

        impl Code {
            pub(crate) const ALL: &[Self] = &[$(Self::$code,)*];

            const fn row(self) -> (u16, &'static str) {
                match self {
                    $(Self::$code => ($status, $sentence),)*
                }
            }
        }
    };
}

codes! {
    MalformedRequest: 400 "The request could not be read."
    TokenInvalid: 400 "This link or code is wrong, was used before, or has expired."
    FlowStateNotFound: 400 "This sign-in was already used or was never started. Please start again."
    FlowStateExpired: 400 "This sign-in has expired. Please start again."
    BadCodeVerifier: 400 "This sign-in was started in another browser. Please start again."
    MessageInvalid: 400 "The signed message was not accepted. Please try again."
    ChallengeExpired: 400 "Too many attempts, or this step has expired. Please start again."
    AuthenticationRequired: 401 "Please sign in."
    InvalidToken: 401 "The access token is not valid."
    TokenExpired: 401 "The access token has expired."
    SessionRevoked: 401 "The session was ended. Please sign in again."
    SessionExpired: 401 "The session has expired. Please sign in again."
    InvalidCredentials: 401 "Invalid login credentials"
    RefreshTokenInvalid: 401 "The refresh token is not valid. Please sign in again."
    RefreshTokenReused: 401 "The session was ended for your safety. Please sign in again."
    RecoveryExpired: 401 "The link to choose a new password has expired. Please request a new one."
    CodeInvalid: 401 "This code is wrong, was used before, or has expired."
    CredentialInvalid: 401 "This passkey was not accepted."
    IdTokenInvalid: 401 "This identity token was not accepted."
    SignatureInvalid: 401 "The signature is not by the account in the message."
    Forbidden: 403 "You don't have permission to do this."
    NotApplicant: 403 "Only applicants can do this."
    EmailNotVerified: 403 "Email not confirmed"
    AccountDisabled: 403 "This account is disabled"
    WalletNotLinked: 403 "No account is linked to this wallet. Please sign in with another method and link the wallet in your account."
    SecondFactorRequired: 403 "Administrators need a second factor. Please set one up, or sign in with it."
    ReauthenticationRequired: 403 "Please enter your password or a code first."
    NotFound: 404 "There is nothing here."
    UnknownProvider: 404 "This provider is not available here."
    MethodNotAllowed: 405 "This method is not allowed here."
    RequestTimeout: 408 "The request took too long."
    AlreadyMember: 409 "You are already a member."
    ApplicationPendingExists: 409 "You already have a pending application."
    ApplicationAlreadyDecided: 409 "This application was already decided."
    OwnApplication: 409 "You cannot decide on your own application."
    OwnRoles: 409 "You cannot change your own roles."
    LastAdmin: 409 "This is the last administrator. Appoint another one first."
    TooManyFactors: 409 "An account can have ten factors. Please remove one first."
    AccountExists: 409 "An account with this address exists. Please sign in to it and link the identity there."
    IdentityTaken: 409 "This identity is linked to another account."
    LastWayIn: 409 "This is your only sign-in method. Please choose a password first."
    InUse: 409 "One of your applications shows this photo."
    Conflict: 409 "This is not possible in the current state."
    VersionConflict: 412 "This was changed by another administrator. Please reload it."
    PayloadTooLarge: 413 "The request is too large."
    UnsupportedMediaType: 415 "This media type or content encoding is not supported."
    UnsupportedImage: 415 "Please choose a JPEG, PNG or WebP image."
    ValidationFailed: 422 "Some fields are missing or not valid."
    UnknownField: 422 "This field is not known."
    UnknownParameter: 422 "This query parameter is not known."
    InvalidText: 422 "The text contains characters that are not allowed."
    InvalidCursor: 422 "This cursor does not belong to this list, filter or order."
    UnknownRole: 422 "There is no such role."
    UnsupportedWallet: 422 "This kind of wallet is not supported. Contract wallets cannot sign in here."
    InvalidScope: 422 "scope must be one of global, local, others."
    WeakPassword: 422 "The password is too weak."
    SamePassword: 422 "The new password is the current one. Please choose another."
    IdempotencyKeyReused: 422 "This Idempotency-Key was used with another request."
    ImageTooLarge: 422 "The image has too many pixels."
    ImageUnreadable: 422 "The image is damaged and cannot be read. Please choose another one."
    UnknownPlaceholder: 422 "There is no such placeholder."
    InvalidSubject: 422 "The subject must be a single line."
    HtmlRejected: 422 "The HTML contains something that is not allowed in a mail."
    PreconditionRequired: 428 "Send the version that you edited in If-Match."
    RateLimited: 429 "Too many requests. Please wait a moment and try again."
    InternalError: 500 "Something went wrong on our side."
    Busy: 503 "The server is busy. Please try again in a moment."
    Unavailable: 503 "The service is temporarily unavailable. Please try again in a moment."
}

/// Codes of field errors, and of parts of the program that are not ready.
pub(crate) const FIELD_CODES: &[&str] = &[
    "required",
    "invalid_type",
    "invalid_value",
    "invalid_choice",
    "invalid_text",
    "invalid_email",
    "invalid_date",
    "invalid_scope",
    "invalid_cursor",
    "too_long",
    "too_many",
    "out_of_range",
    "duplicate",
    "url_in_name",
    "weak_password",
    "same_password",
    "same_email",
    "unknown_headshot",
    "unknown_placeholder",
    "invalid_subject",
    "html_rejected",
    "unknown_field",
    "unknown_parameter",
    // Parts of the program:
    "closed",
    "unreachable",
    "read_only",
    "behind",
    "ahead",
    "unusable",
    "stalled",
    "late",
    "paused",
    "refused",
];

impl Code {
    pub(crate) fn status(self) -> StatusCode {
        StatusCode::from_u16(self.row().0).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The default `detail`.
    pub(crate) const fn sentence(self) -> &'static str {
        self.row().1
    }

    /// The code's name in responses.
    pub(crate) fn word(self) -> String {
        match self.to_json() {
            Some(Value::String(word)) => word,
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_a_client_or_server_error_and_they_are_listed_by_status() {
        let statuses: Vec<u16> = Code::ALL.iter().map(|code| code.row().0).collect();
        assert!(statuses.is_sorted(), "{statuses:?}");
        assert!(statuses.iter().all(|status| (400..600).contains(status)), "{statuses:?}");
        assert_eq!(Code::ApplicationAlreadyDecided.word(), "application_already_decided");
    }
}
