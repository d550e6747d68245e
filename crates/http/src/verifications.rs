//! `POST /auth/verifications` and `/auth/verifications/resend`: proving that a mail reached its recipient.

use std::sync::Arc;

use forum_domain::accounts::{
    self as domain, CODE_LENGTH, Presented, ResendError, SECRET_MAX, Verification, VerifyError,
};
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Enum, Object, OpenApi, Union};

use crate::answer::{Accepted, Answer, Refused, Success, refusals};
use crate::code::Code;
use crate::json::{Form, Json};
use crate::limits;
use crate::problem::Problem;
use crate::signup::CheckEmail;
use crate::tag::Tag;
use crate::values::{Email, Filled, Kind, Text};

/// What an email holds: the token of its link, or the code to type.
#[derive(Union)]
#[oai(one_of)]
pub(crate) enum RedeemVerificationRequest {
    Link(LinkToken),
    Code(TypedCode),
}

/// The token of a link.
#[derive(Object)]
pub(crate) struct LinkToken {
    /// What follows `#token=` in the link.
    token: Filled<SECRET_MAX>,
}

/// A code to type.
#[derive(Object)]
pub(crate) struct TypedCode {
    /// The address that the email was sent to.
    email: Email,
    /// The code in the email.
    code: Text<CodeKind>,
}

pub(crate) struct CodeKind;

impl Kind for CodeKind {
    fn schema() -> MetaSchema {
        MetaSchema { pattern: Some(format!("^[0-9]{{{CODE_LENGTH}}}$")), ..MetaSchema::new("string") }
    }
}

/// What an email was sent for.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum VerificationPurpose {
    /// To confirm the address of a sign-up.
    VerifyEmail,
}

/// What the token or code did.
#[derive(Object)]
pub(crate) struct VerificationResult {
    purpose: VerificationPurpose,
    /// Always true: the address is confirmed.
    verified: bool,
}

/// Which email to send again.
#[derive(Object)]
pub(crate) struct ResendVerificationRequest {
    /// The address of the sign-up.
    email: Email,
    purpose: VerificationPurpose,
}

refusals!(RedeemCodes: [TokenInvalid], BODY);
refusals!(ResendCodes: [], BODY, TEXT);

pub(crate) struct VerificationsApi {
    pub(crate) verification: Arc<Verification>,
}

#[OpenApi(tag = "Tag::Accounts")]
impl VerificationsApi {
    /// Confirm an email address
    ///
    /// Takes the token of the link in a confirmation email, or the address and the code in it. Either can be used once.
    /// This does not sign the user in.
    #[oai(path = "/auth/verifications", method = "post", operation_id = "redeem_verification")]
    async fn redeem_verification(
        &self,
        request: &Request,
        json: Json<RedeemVerificationRequest>,
    ) -> Result<Success<VerificationResult>, Refused<RedeemCodes>> {
        limits::network(request, &RateLimit::REDEMPTIONS).await?;
        self.verification
            .verify(match json.body {
                RedeemVerificationRequest::Link(LinkToken { token }) => Presented::Link(token.0),
                RedeemVerificationRequest::Code(TypedCode { email, code }) => {
                    Presented::Code { email: email.0, code: code.0 }
                }
            })
            .await?;
        Ok(Answer(VerificationResult { purpose: VerificationPurpose::VerifyEmail, verified: true }))
    }

    /// Send the confirmation email again
    ///
    /// The response is the same for every address. Earlier links stay valid until one of them is used.
    #[oai(path = "/auth/verifications/resend", method = "post", operation_id = "resend_verification")]
    async fn resend_verification(
        &self,
        request: &Request,
        form: Form<ResendVerificationRequest>,
    ) -> Result<Accepted<CheckEmail>, Refused<ResendCodes>> {
        let VerificationPurpose::VerifyEmail = form.body.purpose;
        limits::mail(request, &RateLimit::RESENDS, &form.body.email.0).await?;
        self.verification.resend(domain::ResendRequest { email: form.body.email.0 }).await?;
        Ok(CheckEmail::answer())
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
            VerifyError::TokenInvalid => Code::TokenInvalid.into(),
            VerifyError::Fault(fault) => fault.into(),
        }
    }
}
