//! `/auth/signup`, `/auth/verifications` and `/auth/recovery`: signing up, redeeming mailed links and codes, and recovery.

use std::sync::Arc;

use forum_domain::accounts::{
    self as domain, Accounts, AddressSide, CODE_LENGTH, PASSWORD_MAX, PASSWORD_MIN, PresentedToken, Purpose,
    Redeemed, SECRET_MAX, WeakPassword, WeakReason, check_sign_up,
};
use forum_domain::limits::{MailLimits, RateLimit};
use forum_domain::shared::NAME_MAX;
use poem::Request;
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Enum, Object, OpenApi, Union};

use crate::api::tag::Tag;
use crate::request::auth::Recovering;
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::json::{Form, Json};
use crate::request::limits;
use crate::request::network::client_network;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Accepted, CheckEmail, JsonResponse, NoContent, Success};
use crate::response::schema_types::{Email, Filled, Kind, Length, Nullable, Text};
use crate::response::words::Word;

/// A new account.
#[derive(Object)]
pub(crate) struct SignUpRequest {
    /// The address to confirm.
    email: Email,
    /// Must meet four of the five rules of `PasswordRules`.
    password: Text<Length<PASSWORD_MIN, PASSWORD_MAX>>,
    /// The given name.
    first_name: Filled<NAME_MAX>,
    /// The family name.
    last_name: Filled<NAME_MAX>,
}

/// The contents of an email: the token of its link, or its code.
#[derive(Union)]
#[oai(one_of)]
pub(crate) enum RedeemVerificationRequest {
    Link(LinkToken),
    Code(TypedCode),
}

/// Redeems a mailed link.
#[derive(Object)]
pub(crate) struct LinkToken {
    /// The fragment after `#token=` in the link.
    pub(crate) token: Filled<SECRET_MAX>,
}

/// Redeems a mailed code.
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

/// The kinds of email that can be resent.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ResendPurpose {
    /// To confirm the address of a sign-up.
    VerifyEmail,
    /// To confirm a change of address: both emails, each unless its address has confirmed the change. The address may be
    /// the present or the new one.
    ChangeEmail,
}

/// The result of redeeming a token or code.
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
    /// The confirmed address.
    email: Email,
    /// The bearer token of `PUT /auth/recovery/password`. Present if several sign-ups used the address, so that the
    /// user must choose a password before signing in.
    #[oai(skip_serializing_if_is_none)]
    recovery_token: Option<String>,
    /// Seconds until the recovery token expires. Present with `recovery_token`.
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

/// One address of a change has confirmed it.
#[derive(Object)]
pub(crate) struct EmailChangeConfirmed {
    purpose: ChangeEmailPurpose,
    /// The address that has not yet confirmed. Null once the address is changed.
    pending: Nullable<Word<AddressSide>>,
}

/// Always `restore_email`.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum RestoreEmailPurpose {
    RestoreEmail,
}

/// The earlier address is restored and all sessions have ended. The account has no password until the user chooses one.
#[derive(Object)]
pub(crate) struct EmailRestored {
    purpose: RestoreEmailPurpose,
    /// Always true: the address is restored.
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
            Redeemed::Address { email, recovery_token } => Self::Address(AddressVerified {
                email: Email::from(&email),
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

/// The kind of email to resend.
#[derive(Object)]
pub(crate) struct ResendVerificationRequest {
    /// The address of the sign-up, or an address of the change.
    email: Email,
    purpose: ResendPurpose,
}

/// A request for a recovery email.
#[derive(Object)]
pub(crate) struct RequestRecoveryRequest {
    /// The address of the account.
    email: Email,
}

/// A new password.
#[derive(Object)]
pub(crate) struct SetRecoveryPasswordRequest {
    /// Must meet four of the five rules of `PasswordRules`.
    password: Text<Length<PASSWORD_MIN, PASSWORD_MAX>>,
}

error_codes!(SignUpCodes: [WeakPassword], BODY, TEXT, REPEATABLE);
error_codes!(RedeemCodes: [TokenInvalid], BODY);
error_codes!(ResendCodes: [], BODY, TEXT, REPEATABLE);
error_codes!(RequestRecoveryCodes: [], BODY, TEXT, REPEATABLE);
error_codes!(
    SetRecoveryPasswordCodes: [AuthenticationRequired, RecoveryExpired, WeakPassword, SamePassword],
    BODY,
);

pub(crate) struct AccountsApi {
    pub(crate) accounts: Arc<Accounts>,
}

#[OpenApi(tag = "Tag::Accounts")]
impl AccountsApi {
    /// Sign up
    ///
    /// Sends a confirmation email. The response is the same for new, unconfirmed and taken addresses. The user can sign
    /// in once the address is confirmed.
    #[oai(path = "/auth/signup", method = "post", operation_id = "sign_up")]
    async fn sign_up(
        &self,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        form: Form<SignUpRequest>,
    ) -> Result<Recorded<Accepted<CheckEmail>>, ApiError<SignUpCodes>> {
        let SignUpRequest { email, password, first_name, last_name } = form.body;
        let wanted = domain::NewAccount {
            email: email.0,
            password: password.0,
            first_name: first_name.0,
            last_name: last_name.0,
        };
        check_sign_up(&wanted)?;
        let email = wanted.email.clone();
        let mail = (email.as_str(), form.raw.as_slice());
        let work = |record| self.accounts.sign_up(wanted, record);
        Ok(limits::mail(request, &key, &MailLimits::SIGN_UP, mail, work).await?)
    }

    /// Redeem the link or code of an email
    ///
    /// Takes the token of an emailed link, or the address and the code of the newest confirmation or recovery email.
    /// Both are single-use. `purpose` says what the link was for. This does not sign the user in.
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
        Ok(JsonResponse(self.accounts.redeem_verification(presented).await?.into()))
    }

    /// Send the confirmation emails again
    ///
    /// For a sign-up or an address change. The response is the same for every address. Earlier links stay valid until
    /// one is used.
    #[oai(path = "/auth/verifications/resend", method = "post", operation_id = "resend_verification")]
    async fn resend_verification(
        &self,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        form: Form<ResendVerificationRequest>,
    ) -> Result<Recorded<Accepted<CheckEmail>>, ApiError<ResendCodes>> {
        let ResendVerificationRequest { email, purpose } = form.body;
        let email = &email.0;
        let again = async |record| match purpose {
            ResendPurpose::VerifyEmail => self.accounts.resend_verification(email, record).await,
            ResendPurpose::ChangeEmail => self.accounts.resend_email_change(email, record).await,
        };
        Ok(limits::mail(request, &key, &MailLimits::CONFIRMATION, (email, &form.raw), again).await?)
    }

    /// Request a recovery email
    ///
    /// The response is the same for every address. The link in the email works for an hour; exchange its token at
    /// `POST /auth/verifications`.
    #[oai(path = "/auth/recovery", method = "post", operation_id = "request_recovery")]
    async fn request_recovery(
        &self,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        form: Form<RequestRecoveryRequest>,
    ) -> Result<Recorded<Accepted<CheckEmail>>, ApiError<RequestRecoveryCodes>> {
        let email = &form.body.email.0;
        let work = |record| self.accounts.request_recovery(email, record);
        Ok(limits::mail(request, &key, &MailLimits::RECOVERY, (email, &form.raw), work).await?)
    }

    /// Choose a new password
    ///
    /// Takes the `recovery_token` of a verification as bearer token. The token is single-use and valid for ten minutes.
    /// Ends all sessions of the user and confirms an unconfirmed address. This does not sign the user in.
    #[oai(path = "/auth/recovery/password", method = "put", operation_id = "set_recovery_password")]
    async fn set_recovery_password(
        &self,
        request: &Request,
        Recovering(grant): Recovering,
        form: Form<SetRecoveryPasswordRequest>,
    ) -> Result<NoContent, ApiError<SetRecoveryPasswordCodes>> {
        let (limits, network) = (limits::limits(request)?, client_network(request));
        let setting = self.accounts.set_recovery_password(grant, &form.body.password.0);
        limits.redeem(network.as_deref(), setting, |email| Some(email)).await?;
        Ok(NoContent)
    }
}

/// Adds the reasons and the rules.
pub(crate) fn weak_password(problem: Problem, weak: &WeakPassword) -> Problem {
    let domain::PasswordRules { lowercase, uppercase, number, symbol, length } = weak.rules;
    let reasons: Vec<Word<WeakReason>> = weak.reasons.iter().copied().map(Word::from).collect();
    let rules = PasswordRules { lowercase, uppercase, number, symbol, length };
    problem.with("reasons", &reasons).with("rules", &rules)
}

/// Which of the five password rules are met.
#[derive(Debug, Clone, Object)]
pub(crate) struct PasswordRules {
    /// A lowercase letter.
    lowercase: bool,
    /// An uppercase letter.
    uppercase: bool,
    /// A digit.
    number: bool,
    /// One of the symbols `!@#$%^&*(),.?":{}|<>`.
    symbol: bool,
    /// At least 8 characters.
    length: bool,
}
