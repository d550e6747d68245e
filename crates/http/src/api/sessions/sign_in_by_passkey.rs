//! `/auth/passkeys/challenges` and `/auth/sessions/passkey`: sign-in with a passkey alone.

use std::sync::Arc;

use forum_domain::accounts::Sessions;
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;

use crate::api::factors::web_authn::Dictionary;
use crate::api::sessions::session::{SessionView, device};
use crate::api::tag::Tag;
use crate::request::json::Json;
use crate::request::limits;
use crate::request::network::client_network;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::responses::{Created, JsonResponse};

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

error_codes!(ChallengeCodes: []);
error_codes!(SignInCodes: [CredentialInvalid, AccountDisabled], BODY);

pub(crate) struct PasskeysApi {
    pub(crate) sessions: Arc<Sessions>,
}

#[OpenApi(tag = "Tag::Passkeys")]
impl PasskeysApi {
    /// Request a passkey challenge
    ///
    /// The challenge is single-use and expires after five minutes.
    #[oai(path = "/auth/passkeys/challenges", method = "post", operation_id = "challenge_passkey")]
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
    #[oai(path = "/auth/sessions/passkey", method = "post", operation_id = "create_session_by_passkey")]
    async fn create_session_by_passkey(
        &self,
        request: &Request,
        json: Json<PasskeySignInRequest>,
    ) -> Result<Created<SessionView>, ApiError<SignInCodes>> {
        let credential = json.body.credential.text();
        let (device, network) = (device(request), client_network(request));
        let signing_in = self.sessions.sign_in_by_passkey(&credential, device);
        let limits = limits::limits(request)?;
        let signed_in =
            limits.redeem(network.as_deref(), signing_in, |signed_in| Some(&signed_in.user.email));
        Ok(JsonResponse(signed_in.await?.into()))
    }
}
