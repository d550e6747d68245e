//! `POST /auth/verifications` and `/auth/verifications/resend`: proving that a mail reached its recipient.

use std::sync::Arc;

use forum_domain::accounts::{
    self as domain, AddressSide, CODE_LENGTH, EmailChanges, PresentedToken, Purpose, RedeemError, Redeemed,
    ResendError, SECRET_MAX, Verification,
};
use forum_domain::limits::{MailLimits, RateLimit};
use poem::Request;
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Enum, Object, OpenApi, Union};

use crate::api::accounts::sign_up::CheckEmail;
use crate::api::tag::Tag;
use crate::request::json::{Form, Json};
use crate::request::limits;
use crate::response::code::Code;
use crate::response::problem::Problem;
use crate::response::responses::{Accepted, Answer, ApiError, Success, error_codes};
use crate::response::schema_types::{Email, Filled, Kind, Nullable, Text};

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
    /// To confirm a change of address: both emails, each unless its address has confirmed the change. The address may be
    /// the present or the new one.
    ChangeEmail,
}

/// What the token or code did.
#[derive(Union)]
#[oai(one_of)]
pub(crate) enum VerificationResult {
    Address(AddressVerified),
    Recovery(RecoveryGranted),
    EmailChange(EmailChangeConfirmed),
    EmailRestored(EmailRestored),
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

/// Always `change_email`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ChangeEmailPurpose {
    ChangeEmail,
}

/// An address of a change: `old` is the one of the account.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "EmailChangeSide", rename_all = "snake_case", remote = "AddressSide")]
pub(crate) enum SideWord {
    Old,
    New,
}

/// One address of a change has confirmed it.
#[derive(Object)]
pub(crate) struct EmailChangeConfirmed {
    purpose: ChangeEmailPurpose,
    /// The address that has not confirmed it yet; null once the address is changed.
    pending: Nullable<SideWord>,
}

/// Always `restore_email`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum RestoreEmailPurpose {
    RestoreEmail,
}

/// The account has its earlier address again, and no session. It has no password until the user chooses one.
#[derive(Object)]
pub(crate) struct EmailRestored {
    purpose: RestoreEmailPurpose,
    /// Always true: the address is put back.
    verified: bool,
    /// The bearer token of `PUT /auth/recovery/password`.
    recovery_token: String,
    /// Seconds until the recovery token expires.
    expires_in: i64,
}

impl From<Redeemed> for VerificationResult {
    fn from(redeemed: Redeemed) -> Self {
        let expires_in = Purpose::RecoveryGrant.lifetime().whole_seconds();
        match redeemed {
            Redeemed::Address { recovery_token } => Self::Address(AddressVerified {
                purpose: VerifyEmailPurpose::VerifyEmail,
                verified: true,
                expires_in: recovery_token.is_some().then_some(expires_in),
                recovery_token,
            }),
            Redeemed::Recovery { recovery_token } => Self::Recovery(RecoveryGranted {
                purpose: RecoveryPurpose::Recovery,
                recovery_token,
                expires_in,
            }),
            Redeemed::EmailChange { pending } => Self::EmailChange(EmailChangeConfirmed {
                purpose: ChangeEmailPurpose::ChangeEmail,
                pending: Nullable(pending.map(Into::into)),
            }),
            Redeemed::EmailRestored { recovery_token } => Self::EmailRestored(EmailRestored {
                purpose: RestoreEmailPurpose::RestoreEmail,
                verified: true,
                recovery_token,
                expires_in,
            }),
        }
    }
}

/// Which email to send again.
#[derive(Object)]
pub(crate) struct ResendVerificationRequest {
    /// The address of the sign-up, or one of the change.
    email: Email,
    purpose: ResendPurpose,
}

error_codes!(RedeemCodes: [TokenInvalid], BODY);
error_codes!(ResendCodes: [], BODY, TEXT);

pub(crate) struct VerificationsApi {
    pub(crate) verification: Arc<Verification>,
    pub(crate) email_changes: Arc<EmailChanges>,
}

#[OpenApi(tag = "Tag::Accounts")]
impl VerificationsApi {
    /// Use the link or code of an email
    ///
    /// Takes the token of the link in an email, or the address and the code in the newest confirmation or recovery email. Each
    /// can be used once. `purpose` says what the link was for. This does not sign the user in.
    #[oai(path = "/auth/verifications", method = "post", operation_id = "redeem_verification")]
    async fn redeem_verification(
        &self,
        request: &Request,
        json: Json<RedeemVerificationRequest>,
    ) -> Result<Success<VerificationResult>, ApiError<RedeemCodes>> {
        limits::network(request, &RateLimit::REDEMPTIONS).await?;
        let presented = match json.body {
            RedeemVerificationRequest::Link(LinkToken { token }) => PresentedToken::Link(token.0),
            RedeemVerificationRequest::Code(TypedCode { email, code }) => {
                PresentedToken::Code { email: email.0, code: code.0 }
            }
        };
        Ok(Answer(self.verification.redeem(presented).await?.into()))
    }

    /// Send the confirmation emails again
    ///
    /// Of a sign-up or of a change of address. The response is the same for every address. Earlier links stay valid until one
    /// of them is used.
    #[oai(path = "/auth/verifications/resend", method = "post", operation_id = "resend_verification")]
    async fn resend_verification(
        &self,
        request: &Request,
        form: Form<ResendVerificationRequest>,
    ) -> Result<Accepted<CheckEmail>, ApiError<ResendCodes>> {
        let ResendVerificationRequest { email, purpose } = form.body;
        let again = async {
            match purpose {
                ResendPurpose::VerifyEmail => {
                    self.verification.resend(domain::ResendRequest { email: email.0.clone() }).await
                }
                ResendPurpose::ChangeEmail => self.email_changes.resend(&email.0).await,
            }
        };
        limits::mail(request, &MailLimits::CONFIRMATION, &email.0, again).await?;
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

impl From<RedeemError> for Problem {
    fn from(error: RedeemError) -> Self {
        match error {
            RedeemError::TokenInvalid => Code::TokenInvalid.into(),
            RedeemError::Fault(fault) => fault.into(),
        }
    }
}
