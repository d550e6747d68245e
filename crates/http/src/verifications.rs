//! `POST /auth/verifications` and `/auth/verifications/resend`: proving that a mail reached its recipient.

use std::sync::Arc;

use forum_domain::accounts::{
    self as domain, CODE_LENGTH, Presented, Purpose, ResendError, SECRET_MAX, Verification, Verified,
    VerifyError,
};
use forum_domain::shared::EmailAddress;
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Enum, Object, OpenApi, Union};

use crate::answer::{Accepted, Answer, Refused, Success, refusals};
use crate::code::Code;
use crate::json::{Form, Json};
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

/// Which email can be sent again.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ResendPurpose {
    /// To confirm the address of a sign-up.
    VerifyEmail,
    /// To confirm another address. No address can be changed yet, so no email is sent.
    ChangeEmail,
}

/// What the token or code did.
#[derive(Union)]
#[oai(one_of)]
pub(crate) enum VerificationResult {
    Address(AddressVerified),
    Recovery(RecoveryGranted),
}

/// Always `verify_email`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum VerifyEmailPurpose {
    VerifyEmail,
}

/// The address is confirmed.
#[derive(Object)]
pub(crate) struct AddressVerified {
    purpose: VerifyEmailPurpose,
    /// Always true: the address is confirmed.
    verified: bool,
    /// Present if the user has to choose a password before they can sign in, because there were several sign-ups with
    /// the address: the bearer token of `PUT /auth/recovery/password`.
    #[oai(skip_serializing_if_is_none)]
    recovery_token: Option<String>,
    /// Seconds until the recovery token expires; present if that is.
    #[oai(skip_serializing_if_is_none)]
    expires_in: Option<i64>,
}

/// Always `recovery`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum RecoveryPurpose {
    Recovery,
}

/// The user may choose a new password.
#[derive(Object)]
pub(crate) struct RecoveryGranted {
    purpose: RecoveryPurpose,
    /// The bearer token of `PUT /auth/recovery/password`.
    recovery_token: String,
    /// Seconds until the recovery token expires.
    expires_in: i64,
}

impl From<Verified> for VerificationResult {
    fn from(verified: Verified) -> Self {
        let expires_in = Purpose::RecoveryGrant.lifetime().whole_seconds();
        match verified {
            Verified::Address { recovery_token } => Self::Address(AddressVerified {
                purpose: VerifyEmailPurpose::VerifyEmail,
                verified: true,
                expires_in: recovery_token.is_some().then_some(expires_in),
                recovery_token,
            }),
            Verified::Recovery { recovery_token } => Self::Recovery(RecoveryGranted {
                purpose: RecoveryPurpose::Recovery,
                recovery_token,
                expires_in,
            }),
        }
    }
}

/// Which email to send again.
#[derive(Object)]
pub(crate) struct ResendVerificationRequest {
    /// The address of the sign-up.
    email: Email,
    purpose: ResendPurpose,
}

refusals!(RedeemCodes: [TokenInvalid], BODY);
refusals!(ResendCodes: [], BODY, TEXT);

pub(crate) struct VerificationsApi {
    pub(crate) verification: Arc<Verification>,
}

#[OpenApi(tag = "Tag::Accounts")]
impl VerificationsApi {
    /// Use the link or code of an email
    ///
    /// Takes the token of the link in a confirmation or recovery email, or the address and the code in a confirmation
    /// email. Each can be used once. This does not sign the user in.
    #[oai(path = "/auth/verifications", method = "post", operation_id = "redeem_verification")]
    async fn redeem_verification(
        &self,
        json: Json<RedeemVerificationRequest>,
    ) -> Result<Success<VerificationResult>, Refused<RedeemCodes>> {
        let presented = match json.body {
            RedeemVerificationRequest::Link(LinkToken { token }) => Presented::Link(token.0),
            RedeemVerificationRequest::Code(TypedCode { email, code }) => {
                Presented::Code { email: email.0, code: code.0 }
            }
        };
        Ok(Answer(self.verification.verify(presented).await?.into()))
    }

    /// Send the confirmation email again
    ///
    /// The response is the same for every address. Earlier links stay valid until one of them is used.
    #[oai(path = "/auth/verifications/resend", method = "post", operation_id = "resend_verification")]
    async fn resend_verification(
        &self,
        form: Form<ResendVerificationRequest>,
    ) -> Result<Accepted<CheckEmail>, Refused<ResendCodes>> {
        let ResendVerificationRequest { email, purpose } = form.body;
        match purpose {
            ResendPurpose::VerifyEmail => {
                self.verification.resend(domain::ResendRequest { email: email.0 }).await?;
            }
            ResendPurpose::ChangeEmail => {
                EmailAddress::parse(&email.0, "/email")?;
            }
        }
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
