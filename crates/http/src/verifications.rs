//! `POST /auth/verifications` and `/auth/verifications/resend`: proving that a mail reached its reader.

use std::sync::Arc;

use forum_domain::accounts::{self as domain, Presented, ResendError, Verification, VerifyError};
use forum_domain::shared::FieldError;
use poem::http::StatusCode;
use poem_openapi::{Enum, Object, OpenApi};

use crate::answer::{Accepted, Answer, Refused, Success, refusals};
use crate::api::Tag;
use crate::json::{Form, Json};
use crate::problem::Problem;
use crate::signup::CheckEmail;

/// The secret of a mail: the link's token, or the address and the typed code.
#[derive(Object)]
pub(crate) struct RedeemVerificationRequest {
    /// What follows `#token=` in the link.
    token: Option<String>,
    /// The address the mail went to, with a typed code.
    email: Option<String>,
    /// The six digits of the mail.
    code: Option<String>,
}

/// What a mail was sent for.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum VerificationPurpose {
    /// It confirms the address of a sign-up.
    VerifyEmail,
}

/// What a redeemed token did.
#[derive(Object)]
pub(crate) struct VerificationResult {
    purpose: VerificationPurpose,
    /// Always true: the address is confirmed.
    verified: bool,
}

/// Who asks for another mail.
#[derive(Object)]
pub(crate) struct ResendVerificationRequest {
    /// The address.
    email: String,
    purpose: VerificationPurpose,
}

refusals!(RedeemStatuses: [
    (400, "`token_invalid` (wrong, used and expired alike) or `malformed_request`"),
], SECRETS, BODY);
refusals!(ResendStatuses: [], BODY);

/// The operations.
pub(crate) struct VerificationsApi {
    pub(crate) verification: Arc<Verification>,
}

#[OpenApi(tag = "Tag::Accounts")]
impl VerificationsApi {
    /// Redeem the secret of a mail
    ///
    /// Confirms the address. Nobody is signed in by it.
    #[oai(path = "/auth/verifications", method = "post", operation_id = "redeem_verification")]
    async fn redeem_verification(
        &self,
        json: Json<RedeemVerificationRequest>,
    ) -> Result<Success<VerificationResult>, Refused<RedeemStatuses>> {
        self.verification.verify(presented(json.body)?).await?;
        Ok(Answer(VerificationResult { purpose: VerificationPurpose::VerifyEmail, verified: true }))
    }

    /// Ask for another confirmation mail
    ///
    /// Every address is answered alike.
    #[oai(path = "/auth/verifications/resend", method = "post", operation_id = "resend_verification")]
    async fn resend_verification(
        &self,
        form: Form<ResendVerificationRequest>,
    ) -> Result<Accepted<CheckEmail>, Refused<ResendStatuses>> {
        let VerificationPurpose::VerifyEmail = form.body.purpose;
        self.verification.resend(domain::ResendRequest { email: form.body.email }).await?;
        Ok(CheckEmail::answer())
    }
}

/// Either the token alone or the address with the code.
fn presented(request: RedeemVerificationRequest) -> Result<Presented, FieldError> {
    let required = |field: &str| FieldError::new(field, "required", "Send either token, or email and code.");
    match (request.token, request.email, request.code) {
        (Some(token), None, None) => Ok(Presented::Link(token)),
        (None, Some(email), Some(code)) => Ok(Presented::Code { email, code }),
        (None, None, None) => Err(required("/token")),
        (None, Some(_), None) => Err(required("/code")),
        (None, None, Some(_)) => Err(required("/email")),
        (Some(_), _, _) => {
            Err(FieldError::new("/token", "ambiguous", "Send either token, or email and code, not both."))
        }
    }
}

impl From<ResendError> for Problem {
    fn from(error: ResendError) -> Self {
        match error {
            ResendError::Invalid(invalid) => invalid.into(),
            ResendError::Fault(fault) => fault.into(),
        }
    }
}

impl From<VerifyError> for Problem {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::TokenInvalid => {
                let detail = "This link or code is wrong, was used before, or has expired.";
                Self::new(StatusCode::BAD_REQUEST, "token_invalid", detail)
            }
            VerifyError::Fault(fault) => fault.into(),
        }
    }
}
