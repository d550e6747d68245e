//! Problem codes with status, default message and the texts of their pages. Responses, the pages below `/api/problems`, and
//! the published codes, descriptions and examples derive from this table. Below it are the codes of field errors.

use poem::http::StatusCode;
use poem_openapi::Enum;
use poem_openapi::types::ToJSON;
use serde_json::Value;

/// A row of the table.
struct Row {
    status: u16,
    sentence: &'static str,
    meaning: &'static str,
    advice: &'static str,
}

/// Each row has the code, its status, the default `detail`, and the two texts of its page.
macro_rules! codes {
    ($($code:ident: $status:literal $sentence:literal means $meaning:literal advice $advice:literal)*) => {
        /// Identifies a kind of problem. Stable: a code never changes its meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
        #[oai(rename = "ProblemCode", rename_all = "snake_case")]
        #[expect(clippy::enum_variant_names, reason = "the code is `code_invalid`")]
        pub(crate) enum Code {
            $($code,)*
        }

        impl Code {
            pub(crate) const ALL: &[Self] = &[$(Self::$code,)*];

            const fn row(self) -> Row {
                match self {
                    $(Self::$code => Row {
                        status: $status,
                        sentence: $sentence,
                        meaning: $meaning,
                        advice: $advice,
                    },)*
                }
            }
        }
    };
}

codes! {
    MalformedRequest: 400 "The request could not be read."
        means "The request is not valid HTTP or its body is not valid JSON."
        advice "Correct the request. Check that it has one `Host` header and that the body can be parsed."
    TokenInvalid: 400 "This link or code is wrong, was used before, or has expired."
        means "The token of a mailed link, or a mailed code, is wrong, was used before, or has expired. The response does not say which."
        advice "Ask the user to request a new mail."
    FlowStateNotFound: 400 "This sign-in was already used or was never started. Please start again."
        means "The authorization code of a provider sign-in is unknown or was used before. A code is single-use."
        advice "Start the sign-in again at `/auth/authorize`."
    FlowStateExpired: 400 "This sign-in has expired. Please start again."
        means "The provider sign-in took longer than ten minutes."
        advice "Start the sign-in again at `/auth/authorize`."
    BadCodeVerifier: 400 "This sign-in was started in another browser. Please start again."
        means "The `code_verifier` does not match the `code_challenge` with which the sign-in began."
        advice "Start the sign-in again, and keep the verifier in the browser that began it."
    MessageInvalid: 400 "The signed message was not accepted. Please try again."
        means "The signed message has another format, domain or chain, or its nonce is unknown, used or expired."
        advice "Request a new nonce, build the message again, and let the wallet sign it."
    ChallengeExpired: 400 "Too many attempts, or this step has expired. Please start again."
        means "The challenge is unknown, was used before, has expired, or had too many wrong answers."
        advice "Begin this step again to get a new challenge."
    AuthenticationRequired: 401 "Please sign in."
        means "The operation requires an access token, and the request has none."
        advice "Sign in and send the token as `Authorization: Bearer <access_token>`."
    InvalidToken: 401 "The access token is not valid."
        means "The access token was not issued by this site or is damaged."
        advice "Discard the token and let the user sign in again."
    TokenExpired: 401 "The access token has expired."
        means "The access token has expired after 15 minutes."
        advice "Refresh the session, then repeat the request with the new access token."
    SessionRevoked: 401 "The session was ended. Please sign in again."
        means "The session of the token was ended: by a sign-out, a password change or an administrator."
        advice "Discard both tokens and let the user sign in again."
    SessionExpired: 401 "The session has expired. Please sign in again."
        means "The session was not refreshed for 30 days, or is 90 days old."
        advice "Discard both tokens and let the user sign in again."
    InvalidCredentials: 401 "Invalid login credentials"
        means "The address and the password do not match. An unknown address gets the same response."
        advice "Let the user enter both again. When a signed-in user proves a password, the session is still open."
    RefreshTokenInvalid: 401 "The refresh token is not valid. Please sign in again."
        means "The refresh token was not issued by this site or is damaged."
        advice "Discard both tokens and let the user sign in again."
    RefreshTokenReused: 401 "The session was ended for your safety. Please sign in again."
        means "A refresh token was sent again more than ten seconds after its replacement, whose tokens are in use. The session is ended because the token may be stolen."
        advice "Let the user sign in again. Store each new refresh token and never refresh concurrently."
    RecoveryExpired: 401 "The link to choose a new password has expired. Please request a new one."
        means "The recovery token is wrong, was used before, or has expired after ten minutes."
        advice "Let the user request a new recovery mail."
    CodeInvalid: 401 "This code is wrong, was used before, or has expired."
        means "The code is wrong, was used before, or has expired. The response does not say which."
        advice "Let the user enter the newest code, or request a new one."
    CredentialInvalid: 401 "This passkey was not accepted."
        means "The response of the passkey does not answer the challenge, or the passkey is unknown."
        advice "Request a new challenge and let the user try again."
    IdTokenInvalid: 401 "This identity token was not accepted."
        means "The identity token has a wrong signature, issuer, audience or nonce, or was issued more than ten minutes ago."
        advice "Request a new nonce and a new token from the provider."
    SignatureInvalid: 401 "The signature is not by the account in the message."
        means "The signature was not made by the account that the message names."
        advice "Let the wallet sign the message again with that account."
    Forbidden: 403 "You don't have permission to do this."
        means "The user is signed in but does not have the role that the operation requires, or is not the author of the note."
        advice "Do not repeat the request. Offer the operation only to users who may use it."
    NotApplicant: 403 "Only applicants can do this."
        means "The operation is for users with the role `applicant`."
        advice "Do not repeat the request. Read the roles of the user first."
    EmailNotVerified: 403 "Email not confirmed"
        means "The password is correct, but the address has not been confirmed."
        advice "Let the user follow the link in the confirmation mail, or request another one."
    AccountDisabled: 403 "This account is disabled"
        means "An administrator has disabled the account."
        advice "Do not repeat the request. The user must contact an administrator."
    WalletNotLinked: 403 "No account is linked to this wallet. Please sign in with another method and link the wallet in your account."
        means "The signature is valid, but the wallet belongs to no account."
        advice "Let the user sign in with another method and link the wallet."
    SecondFactorRequired: 403 "Administrators need a second factor. Please set one up, or sign in with it."
        means "The site requires a second factor from administrators, and the session was opened without one."
        advice "Let the administrator sign in with a second factor, or add one first."
    ReauthenticationRequired: 403 "Please enter your password or a code first."
        means "The operation requires a password, passkey or code that was entered within the last ten minutes."
        advice "Re-authenticate at `/auth/sessions/reauthentication`, then repeat the request."
    NotFound: 404 "There is nothing here."
        means "There is no such path or resource, or the caller is not allowed to know that it exists."
        advice "Check the address. Do not repeat the request."
    UnknownProvider: 404 "This provider is not available here."
        means "This site does not offer sign-in with the provider or chain."
        advice "Choose one of `/auth/providers`."
    MethodNotAllowed: 405 "This method is not allowed here."
        means "The path exists, but not with this method."
        advice "Use one of the methods in the response header `Allow`."
    RequestTimeout: 408 "The request took too long."
        means "The client did not send the whole request in time."
        advice "Send the request again, over a faster connection if it is large."
    AlreadyMember: 409 "You are already a member."
        means "The user is a member, and members do not apply."
        advice "Do not repeat the request. Show the membership instead."
    ApplicationPendingExists: 409 "You already have a pending application."
        means "The user has an application that is not decided yet."
        advice "Show the pending application. A new one is possible after a rejection."
    ApplicationAlreadyDecided: 409 "This application was already decided."
        means "An administrator has already decided on the application. `current_status` has the decision."
        advice "Read the application again. Only the administrator who decided can undo the decision."
    OwnApplication: 409 "You cannot decide on your own application."
        means "Administrators cannot decide on their own application, ask for changes to it, or see its notes, viewers and earlier answers."
        advice "Leave the application to another administrator."
    ChangeRequestOpen: 409 "A request for changes is already open."
        means "An administrator has asked the applicant for changes, and the applicant has not edited the application yet."
        advice "Wait for the edit, or take the open request back first."
    TooManyEdits: 409 "An applicant can edit an application 20 times at most."
        means "The applicant has edited the application 20 times, which is the maximum."
        advice "Decide on the application."
    NotEditable: 409 "This application cannot be edited."
        means "No administrator has asked for changes, or the request was closed."
        advice "Read the application again. It can be edited while `change_request` is not null."
    UndoExpired: 409 "This decision can no longer be undone."
        means "The time for undoing the decision is over, or the mail to the applicant is being sent."
        advice "Read the application again. The decision is final."
    AppliedAgain: 409 "The applicant has submitted another application."
        means "The applicant applied again after the rejection, and can have only one pending application."
        advice "Decide on the new application instead."
    OwnRoles: 409 "You cannot change your own roles."
        means "Administrators cannot change their own roles."
        advice "Leave the change to another administrator."
    LastAdmin: 409 "This is the last administrator. Appoint another one first."
        means "The site would have no administrator left."
        advice "Appoint another administrator first."
    TooManyFactors: 409 "An account can have ten factors. Please remove one first."
        means "The account has ten second factors, which is the maximum."
        advice "Let the user remove a factor first."
    TooManyNotes: 409 "An application can have 100 notes at most."
        means "The application has 100 notes, which is the maximum."
        advice "Add the text to a note of the administrator, or delete one first."
    AccountExists: 409 "An account with this address exists. Please sign in to it and link the identity there."
        means "The provider reports an address that belongs to an account to which the identity is not linked."
        advice "Let the user sign in to that account with another method and link the identity."
    IdentityTaken: 409 "This identity is linked to another account."
        means "The identity signs in to another account."
        advice "Let the user unlink it there first."
    LastWayIn: 409 "This is your only sign-in method. Please choose a password first."
        means "The account would have no sign-in method left."
        advice "Let the user set a password or add another method first."
    InUse: 409 "One of your applications shows this photo."
        means "One of the user's applications shows the photo."
        advice "Keep the photo, or replace it in the application."
    Conflict: 409 "This is not possible in the current state."
        means "The state of the resource does not allow the operation. `detail` has the state."
        advice "Read the resource again and decide whether the operation is still needed."
    VersionConflict: 412 "This has changed in the meantime. Please reload it."
        means "The resource has changed since the version in `If-Match` was read."
        advice "Read the resource again, apply the edit to it, and send the new version."
    PayloadTooLarge: 413 "The request is too large."
        means "The body of the request exceeds the limit of the operation."
        advice "Send a smaller body, for example a photo that was scaled down."
    UnsupportedMediaType: 415 "This media type or content encoding is not supported."
        means "The operation does not accept the `Content-Type` or the `Content-Encoding` of the body."
        advice "Send the media type that the operation documents, without a content encoding."
    UnsupportedImage: 415 "Please choose a JPEG, PNG or WebP image."
        means "The content of the file is not a JPEG, PNG or WebP image, whatever its name."
        advice "Let the user choose another file."
    ValidationFailed: 422 "Some fields are missing or not valid."
        means "One or more members of the body, or parameters, are missing or not valid. `errors` lists them."
        advice "Show each error beside its field and let the user correct it."
    UnknownField: 422 "This field is not known."
        means "The body has a member that the operation does not know."
        advice "Remove the member or correct its name. `errors` has its JSON pointer."
    UnknownParameter: 422 "This query parameter is not known."
        means "The query has a parameter that the operation does not know."
        advice "Remove the parameter or correct its name."
    InvalidText: 422 "The text contains characters that are not allowed."
        means "A text contains a control character or another character that is not allowed."
        advice "Remove these characters from the text. `errors` names the field."
    InvalidCursor: 422 "This cursor does not belong to this list, filter or order."
        means "The cursor is damaged, or belongs to another list, filter or order."
        advice "Request the first page again without a cursor."
    UnknownRole: 422 "There is no such role."
        means "There is no role with this name."
        advice "Use one of the documented roles."
    UnsupportedWallet: 422 "This kind of wallet is not supported. Contract wallets cannot sign in here."
        means "The signature was made by a contract wallet, or by another kind of wallet that the site does not support."
        advice "Let the user sign with a wallet that has a private key, or use another sign-in method."
    InvalidScope: 422 "scope must be one of global, local, others."
        means "The parameter `scope` has an unknown value."
        advice "Send `global`, `local` or `others`."
    WeakPassword: 422 "The password is too weak."
        means "The password does not meet the rules, is well known, or contains a word of the user's name or address or the site's name. `reasons` says why."
        advice "Show the rules and let the user choose another password."
    SamePassword: 422 "The new password is the current one. Please choose another."
        means "The new password is the current one."
        advice "Let the user choose another password."
    IdempotencyKeyReused: 422 "This Idempotency-Key was used with another request."
        means "The `Idempotency-Key` was used within 24 hours for a request with another path or body. Bodies are compared byte for byte, so JSON members in another order are another body."
        advice "Choose a new key for each act, and repeat a request with the stored bytes of its body."
    ImageTooLarge: 422 "The image has too many pixels."
        means "The image has more than 50 megapixels, or a side longer than 10,000 pixels."
        advice "Scale the image down before the upload."
    ImageUnreadable: 422 "The image is damaged and cannot be read. Please choose another one."
        means "The file looks like an image but cannot be decoded."
        advice "Let the user choose another file."
    UnknownPlaceholder: 422 "There is no such placeholder."
        means "A template contains a placeholder that the site does not know."
        advice "Use one of the `placeholders` of the template."
    InvalidSubject: 422 "The subject must be a single line."
        means "The subject of a template is longer than one line."
        advice "Remove the line breaks."
    HtmlRejected: 422 "The HTML contains something that is not allowed in an email."
        means "The HTML of a template contains an element, attribute or address that is not allowed. `detail` names it."
        advice "Remove it. The operation's description lists what is allowed."
    PreconditionRequired: 428 "Send the version that you edited in If-Match."
        means "The operation requires the header `If-Match` to prevent lost updates."
        advice "Read the resource and send its `version` as `If-Match`."
    RateLimited: 429 "Too many requests. Please wait a moment and try again."
        means "The network, address or user has sent too many requests of this kind."
        advice "Wait for the seconds in `Retry-After`, then send the request again. `RateLimit` shows how many requests are left."
    InternalError: 500 "Something went wrong on our side."
        means "The program has a fault. The request may or may not have been processed."
        advice "Do not repeat the request automatically. Report the fault with the `X-Request-Id`."
    Busy: 503 "The server is busy. Please try again in a moment."
        means "Too many requests that need much memory or processor time are waiting."
        advice "Wait for the seconds in `Retry-After`, then send the request again."
    Unavailable: 503 "The service is temporarily unavailable. Please try again in a moment."
        means "The program is starting, or its database, photo store or another service does not respond."
        advice "Wait for the seconds in `Retry-After`, then send the request again."
}

/// Path of the pages about problem types.
pub(crate) const PROBLEMS: &str = "/api/problems";

/// Codes of field errors.
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

impl Code {
    /// The row of a refusal's code.
    pub(crate) fn of(refusal: forum_domain::shared::Code) -> Self {
        let row = Self::ALL.iter().find(|code| code.word() == refusal.as_str());
        row.copied().unwrap_or(Self::InternalError)
    }

    pub(crate) fn status(self) -> StatusCode {
        StatusCode::from_u16(self.row().status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The default `detail`.
    pub(crate) const fn sentence(self) -> &'static str {
        self.row().sentence
    }

    /// What the problem means, for developers of clients. Names are in backquotes.
    pub(crate) const fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// What a client should do.
    pub(crate) const fn advice(self) -> &'static str {
        self.row().advice
    }

    /// The type of the problem (RFC 9457): the path of its page. It is the same on every site, and proxies can return it.
    pub(crate) fn type_url(self) -> String {
        format!("{PROBLEMS}/{}", self.word())
    }

    /// The code in words, such as "Version conflict".
    pub(crate) fn title(self) -> String {
        let words = self.word().replace('_', " ");
        let (first, rest) = words.split_at(words.len().min(1));
        let title = format!("{}{rest}", first.to_uppercase());
        title.replace("Html ", "HTML ").replace("Id token", "ID token").replace("way in", "sign-in method")
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
    fn the_code_of_every_refusal_has_a_row() {
        for code in forum_domain::shared::Code::ALL {
            assert_eq!(Code::of(code).word(), code.as_str());
        }
    }

    #[test]
    fn every_code_is_a_client_or_server_error_and_they_are_listed_by_status() {
        let statuses: Vec<u16> = Code::ALL.iter().map(|code| code.row().status).collect();
        assert!(statuses.is_sorted(), "{statuses:?}");
        assert!(statuses.iter().all(|status| (400..600).contains(status)), "{statuses:?}");
        assert_eq!(Code::ApplicationAlreadyDecided.word(), "application_already_decided");
    }

    #[test]
    fn each_code_has_a_title_and_two_texts_that_are_sentences() {
        for code in Code::ALL {
            assert!(code.title().starts_with(|first: char| first.is_ascii_uppercase()), "{code:?}");
            for text in [code.meaning(), code.advice()] {
                assert!(text.len() > 20 && text.ends_with('.') && !text.contains('\n'), "{code:?}: {text}");
                assert_eq!(text.matches('`').count() % 2, 0, "{code:?}: {text}");
            }
        }
        assert_eq!(Code::IdTokenInvalid.title(), "ID token invalid");
        assert_eq!(Code::VersionConflict.type_url(), "/api/problems/version_conflict");
    }
}
