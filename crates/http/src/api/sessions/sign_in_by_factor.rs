//! `/auth/sessions/factor` and `/auth/sessions/reauthentication`, and sign-in with a passkey alone:
//! `/auth/passkeys/challenges` and `/auth/sessions/passkey`.

use std::sync::Arc;

use forum_domain::accounts::{FactorAnswer, PASSWORD_MAX, SECRET_MAX, Sessions};
use forum_domain::limits::RateLimit;
use forum_domain::shared::FieldError;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;

use crate::api::accounts::by_email::CodeKind;
use crate::api::factors::web_authn::{Dictionary, OptionalDictionary};
use crate::api::sessions::session::{SessionView, device};
use crate::api::tag::Tag;
use crate::request::auth::SignedIn;
use crate::request::json::Json;
use crate::request::limits;
use crate::request::network::client_network;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Created, JsonResponse, NoContent};
use crate::response::schema_types::{Filled, IdKind, Length, Optional, Text};

/// Longest accepted recovery code, with spaces and hyphens.
const RECOVERY_CODE_MAX: usize = 40;

/// The second step of a sign-in: `factor_id` and `code`, `credential` alone, or `recovery_code` alone.
#[derive(Object)]
pub(crate) struct FactorSignInRequest {
    /// The token of the first step.
    challenge_token: Filled<SECRET_MAX>,
    /// The factor that the code belongs to.
    factor_id: Optional<IdKind>,
    /// The code that the app shows.
    code: Optional<CodeKind>,
    /// The JSON of the `PublicKeyCredential` that the browser returned for the `options` of the first step.
    credential: OptionalDictionary,
    /// One of the unused codes.
    recovery_code: Optional<Length<1, RECOVERY_CODE_MAX>>,
}

/// Proof of identity: `password` alone, `factor_id` and `code`, or `credential` alone.
#[derive(Object)]
pub(crate) struct ReauthenticationRequest {
    /// The password of the account.
    password: Optional<Length<1, PASSWORD_MAX>>,
    /// The factor that the code belongs to.
    factor_id: Optional<IdKind>,
    /// The code that the app shows.
    code: Optional<CodeKind>,
    /// The JSON of the `PublicKeyCredential` that the browser returned for a challenge to one of your passkeys.
    credential: OptionalDictionary,
}

/// A challenge for any passkey of this site.
#[derive(Object)]
pub(crate) struct PasskeyChallenge {
    /// For `navigator.credentials.get`: `PublicKeyCredentialRequestOptionsJSON` (Web Authentication, level 3).
    options: Dictionary,
    /// When the challenge expires.
    expires_at: OffsetDateTime,
}

/// The answer to a challenge.
#[derive(Object)]
pub(crate) struct PasskeySignInRequest {
    /// The JSON of the `PublicKeyCredential` that the browser returned.
    credential: Dictionary,
}

error_codes!(SignInCodes: [ChallengeExpired, CodeInvalid, CredentialInvalid, AccountDisabled], BODY);
error_codes!(ReauthenticationCodes: [InvalidCredentials, CodeInvalid, CredentialInvalid], SIGNED_IN, BODY);
error_codes!(ChallengeCodes: []);
error_codes!(PasskeySignInCodes: [CredentialInvalid, AccountDisabled], BODY);

pub(crate) struct FactorSessionsApi {
    pub(crate) sessions: Arc<Sessions>,
}

#[OpenApi]
impl FactorSessionsApi {
    /// Finish signing in with a factor
    ///
    /// Opens a session with `aal2`. A challenge expires after five minutes or five wrong answers. After ten wrong codes
    /// for an account within 15 minutes, codes are refused for a while.
    #[oai(
        path = "/auth/sessions/factor",
        method = "post",
        operation_id = "create_session_by_factor",
        tag = "Tag::SignIn"
    )]
    async fn create_session_by_factor(
        &self,
        request: &Request,
        json: Json<FactorSignInRequest>,
    ) -> Result<Created<SessionView>, ApiError<SignInCodes>> {
        let FactorSignInRequest { challenge_token, factor_id, code, credential, recovery_code } = json.body;
        let answer =
            match (factor_id, Text::given(code), Dictionary::given(credential), Text::given(recovery_code)) {
                (Some(id), Some(code), None, None) => FactorAnswer::Code { factor_id: id.id(), code },
                (_, None, Some(credential), None) => FactorAnswer::Credential(credential),
                (None, None, None, Some(code)) => FactorAnswer::RecoveryCode(code),
                _ => {
                    let detail = "Send factor_id and code, credential, or recovery_code.";
                    return Err(FieldError::new("/code", "required", detail).into());
                }
            };
        let limits = limits::limits(request)?;
        let (token, device) = (&challenge_token.0, device(request));
        Ok(JsonResponse(limits.sign_in_by_factor(&self.sessions, token, answer, device).await?.into()))
    }

    /// Re-authenticate
    ///
    /// Changes to factors require re-authentication within the last ten minutes.
    #[oai(
        path = "/auth/sessions/reauthentication",
        method = "post",
        operation_id = "reauthenticate_session",
        tag = "Tag::Sessions"
    )]
    async fn reauthenticate_session(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        json: Json<ReauthenticationRequest>,
    ) -> Result<NoContent, ApiError<ReauthenticationCodes>> {
        let ReauthenticationRequest { password, factor_id, code, credential } = json.body;
        let answer =
            match (Text::given(password), factor_id, Text::given(code), Dictionary::given(credential)) {
                (Some(password), None, None, None) => {
                    limits::user(request, &RateLimit::PASSWORDS_OF_USER, caller.user.id).await?;
                    let proved = self.sessions.reauthenticate_by_password(&caller, &password).await;
                    proved.map_err(Problem::of_own_account)?;
                    return Ok(NoContent);
                }
                (None, Some(id), Some(code), None) => FactorAnswer::Code { factor_id: id.id(), code },
                (None, _, None, Some(credential)) => FactorAnswer::Credential(credential),
                _ => {
                    let detail = "Send password, factor_id and code, or credential.";
                    return Err(FieldError::new("/password", "required", detail).into());
                }
            };
        let guessable = answer.can_be_guessed();
        let proving = self.sessions.reauthenticate_by_factor(&caller, answer);
        let limits = limits::limits(request)?;
        let proved = limits.count_wrong_codes(caller.user.id, guessable, None, proving).await;
        proved.map_err(Problem::of_own_account)?;
        Ok(NoContent)
    }

    /// Request a passkey challenge
    ///
    /// The challenge is single-use and expires after five minutes.
    #[oai(
        path = "/auth/passkeys/challenges",
        method = "post",
        operation_id = "challenge_passkey",
        tag = "Tag::Passkeys"
    )]
    async fn challenge_passkey(
        &self,
        request: &Request,
    ) -> Result<Created<PasskeyChallenge>, ApiError<ChallengeCodes>> {
        limits::network(request, &RateLimit::SIGN_IN_FLOWS).await?;
        let (flow, options) = self.sessions.challenge_passkey().await?;
        Ok(JsonResponse(PasskeyChallenge {
            options: Dictionary::read(&options)?,
            expires_at: flow.expires_at(),
        }))
    }

    /// Sign in with a passkey
    ///
    /// Opens a session with `aal2`, without a second step. Credentials are refused if they are for another site or
    /// challenge, if the authenticator has not verified its user, or if the passkey's counter has not grown, which
    /// suggests a copy.
    #[oai(
        path = "/auth/sessions/passkey",
        method = "post",
        operation_id = "create_session_by_passkey",
        tag = "Tag::Passkeys"
    )]
    async fn create_session_by_passkey(
        &self,
        request: &Request,
        json: Json<PasskeySignInRequest>,
    ) -> Result<Created<SessionView>, ApiError<PasskeySignInCodes>> {
        let credential = json.body.credential.text();
        let (device, network) = (device(request), client_network(request));
        let signing_in = self.sessions.sign_in_by_passkey(&credential, device);
        let limits = limits::limits(request)?;
        let signed_in =
            limits.redeem(network.as_deref(), signing_in, |signed_in| Some(&signed_in.user.email));
        Ok(JsonResponse(signed_in.await?.into()))
    }
}
