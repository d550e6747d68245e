//! `/auth/recovery`: requesting a recovery mail, and setting a new password.

use std::sync::Arc;

use forum_domain::accounts::{Accounts, PASSWORD_MAX, PASSWORD_MIN};
use forum_domain::limits::MailLimits;
use poem::Request;
use poem_openapi::{Object, OpenApi};

use crate::api::accounts::sign_up::CheckEmail;
use crate::api::tag::Tag;
use crate::request::auth::Recovering;
use crate::request::idempotency::{Key, Recorded};
use crate::request::json::Form;
use crate::request::limits;
use crate::request::network::client_network;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{Accepted, NoContent};
use crate::response::schema_types::{Email, Length, Text};

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

error_codes!(RequestRecoveryCodes: [], BODY, TEXT, REPEATABLE);
error_codes!(
    SetRecoveryPasswordCodes: [AuthenticationRequired, RecoveryExpired, WeakPassword, SamePassword],
    BODY,
);

pub(crate) struct RecoveryApi {
    pub(crate) accounts: Arc<Accounts>,
}

#[OpenApi(tag = "Tag::Accounts")]
impl RecoveryApi {
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
        key: Key,
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
