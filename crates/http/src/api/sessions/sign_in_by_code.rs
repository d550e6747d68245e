//! `/auth/codes` and `/auth/sessions/code`: sign-in with a mailed code.

use std::sync::Arc;

use forum_domain::accounts::{Sessions, SignInOutcome};
use forum_domain::limits::MailLimits;
use poem::Request;
use poem_openapi::{Object, OpenApi};

use crate::api::accounts::sign_up::CheckEmail;
use crate::api::accounts::verifications::CodeKind;
use crate::api::sessions::session::{SignInResponse, device};
use crate::api::tag::Tag;
use crate::request::idempotency::{Key, Recorded};
use crate::request::json::{Form, Json};
use crate::request::limits;
use crate::request::network::client_network;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::Accepted;
use crate::response::schema_types::{Email, Text};

/// Where to send the code.
#[derive(Object)]
pub(crate) struct RequestSignInCodeRequest {
    /// The confirmed email address.
    email: Email,
}

/// A sign-in code.
#[derive(Object)]
pub(crate) struct SignInCodeRequest {
    /// The address that the email was sent to.
    email: Email,
    /// The code in the newest email.
    code: Text<CodeKind>,
}

error_codes!(RequestCodeCodes: [], BODY, TEXT, REPEATABLE);
error_codes!(SignInByCodeCodes: [CodeInvalid], BODY);

pub(crate) struct SignInCodesApi {
    pub(crate) sessions: Arc<Sessions>,
}

#[OpenApi(tag = "Tag::SignIn")]
impl SignInCodesApi {
    /// Request a sign-in code
    ///
    /// The response is the same for every address. The code is valid for ten minutes. After five wrong codes for an
    /// address, no code is accepted for a day.
    #[oai(path = "/auth/codes", method = "post", operation_id = "request_sign_in_code")]
    async fn request_sign_in_code(
        &self,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: Key,
        form: Form<RequestSignInCodeRequest>,
    ) -> Result<Recorded<Accepted<CheckEmail>>, ApiError<RequestCodeCodes>> {
        let email = &form.body.email.0;
        let work = |record| self.sessions.request_code(email, record);
        Ok(limits::mail(request, &key, &MailLimits::CODE, (email, &form.raw), work).await?)
    }

    /// Sign in with a code
    ///
    /// Opens a session, or asks for the second factor if the account has one (200). Every refused code gets the same
    /// response.
    #[oai(path = "/auth/sessions/code", method = "post", operation_id = "create_session_by_code")]
    async fn create_session_by_code(
        &self,
        request: &Request,
        json: Json<SignInCodeRequest>,
    ) -> Result<SignInResponse, ApiError<SignInByCodeCodes>> {
        let SignInCodeRequest { email, code } = json.body;
        let (limits, network) = (limits::limits(request)?, client_network(request));
        let signing_in = self.sessions.sign_in_by_code(&email.0, &code.0, device(request));
        Ok(limits.redeem(network.as_deref(), signing_in, SignInOutcome::address).await?.try_into()?)
    }
}
