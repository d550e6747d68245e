//! Problem codes with status and default message. Responses, the published codes, descriptions and examples, and the
//! table in the guide derive from this list. Below it are the codes of field errors.

pub(crate) use forum_domain::shared::Code;
use poem::http::StatusCode;

/// Each row has the code, its status and the default `detail`.
macro_rules! codes {
    ($($code:ident: $status:literal $sentence:literal)*) => {
        const fn row(code: Code) -> (u16, &'static str) {
            match code {
                $(Code::$code => ($status, $sentence),)*
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
    SeasonClosed: 409 "Applications are closed for this season."
    ApplicationAlreadyDecided: 409 "This application was already decided."
    OwnApplication: 409 "You cannot decide on your own application."
    ChangeRequestOpen: 409 "A request for changes is already open."
    TooManyEdits: 409 "An applicant can edit an application 20 times at most."
    NotEditable: 409 "This application cannot be edited."
    UndoExpired: 409 "This decision can no longer be undone."
    AppliedAgain: 409 "The applicant has submitted another application."
    OwnRoles: 409 "You cannot change your own roles."
    LastAdmin: 409 "This is the last administrator. Appoint another one first."
    TooManyFactors: 409 "An account can have ten factors. Please remove one first."
    TooManyNotes: 409 "An application can have 100 notes at most."
    AccountExists: 409 "An account with this address exists. Please sign in to it and link the identity there."
    IdentityTaken: 409 "This identity is linked to another account."
    LastWayIn: 409 "This is your only sign-in method. Please choose a password first."
    InUse: 409 "One of your applications shows this photo."
    Conflict: 409 "This is not possible in the current state."
    VersionConflict: 412 "This has changed in the meantime. Please reload it."
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
    HtmlRejected: 422 "The HTML contains something that is not allowed in an email."
    PreconditionRequired: 428 "Send the version that you edited in If-Match."
    RateLimited: 429 "Too many requests. Please wait a moment and try again."
    InternalError: 500 "Something went wrong on our side."
    Busy: 503 "The server is busy. Please try again in a moment."
    Unavailable: 503 "The service is temporarily unavailable. Please try again in a moment."
}

/// The types of problems (RFC 9457) are paths below this one, which lead to the guide. A path is the same on every site,
/// so that proxies can return it.
pub(crate) const PROBLEMS: &str = "/api/problems";

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
    "not_requested",
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
];

pub(crate) trait ApiCode {
    fn status(self) -> StatusCode;

    fn sentence(self) -> &'static str;
}

impl ApiCode for Code {
    fn status(self) -> StatusCode {
        StatusCode::from_u16(row(self).0).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn sentence(self) -> &'static str {
        row(self).1
    }
}

/// The code in words, such as "Version conflict".
pub(crate) fn title(code: Code) -> String {
    let words = code.as_str().replace('_', " ");
    let (first, rest) = words.split_at(words.len().min(1));
    let title = format!("{}{rest}", first.to_uppercase());
    title.replace("Html ", "HTML ").replace("Id token", "ID token").replace("way in", "sign-in method")
}

/// All codes as a table in Markdown, for the guide.
pub(crate) fn table() -> String {
    let row = |code: Code| format!("| `{}` | {} | {} |\n", code.as_str(), row(code).0, row(code).1);
    let rows: String = Code::ALL.into_iter().map(row).collect();
    format!("| Code | Status | Usual `detail` |\n|---|---|---|\n{rows}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_a_client_or_server_error_and_they_are_listed_by_status() {
        let statuses: Vec<u16> = Code::ALL.into_iter().map(|code| row(code).0).collect();
        assert!(statuses.is_sorted(), "{statuses:?}");
        assert!(statuses.iter().all(|status| (400..600).contains(status)), "{statuses:?}");
    }
}
