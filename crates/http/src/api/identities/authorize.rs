//! `/auth/authorize` and `/auth/callback`: the redirects to a provider and back.

use std::sync::Arc;

use forum_domain::accounts::{AuthorizationResponse, Identities, is_code_challenge};
use forum_domain::limits::RateLimit;
use forum_domain::shared::{FieldError, Refusal};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::registry::MetaSchema;
use poem_openapi::{Enum, OpenApi};

use crate::api::identities::PROVIDER_MAX;
use crate::api::tag::Tag;
use crate::request::limits;
use crate::response::api_error::{ApiError, Codes, LIMITED, error_codes};
use crate::response::code::Code;
use crate::response::responses::SeeOther;
use crate::response::schema_types::{Filled, Kind, Text};

pub const CALLBACK: &str = "/api/auth/callback";
const FINISH: &str = "/auth/finish";

/// How `code_challenge` derives from the verifier (RFC 7636, section 4.2). Always `S256`.
#[derive(Debug, Clone, Copy, Enum)]
pub(crate) enum ChallengeMethod {
    S256,
}

struct ChallengeKind;

impl Kind for ChallengeKind {
    fn schema() -> MetaSchema {
        let pattern = Some("^[A-Za-z0-9_-]{43}$".to_owned());
        MetaSchema { pattern, ..MetaSchema::new("string") }
    }
}

error_codes!(AuthorizeCodes: [UnknownProvider], QUERY);

/// All but `unknown_parameter`, because providers add parameters.
pub(crate) struct CallbackCodes;

impl Codes for CallbackCodes {
    fn groups() -> &'static [&'static [Code]] {
        &[LIMITED, &[Code::MalformedRequest, Code::InternalError, Code::Busy, Code::Unavailable]]
    }
}

pub(crate) struct AuthorizeApi {
    pub(crate) identities: Arc<Identities>,
}

#[OpenApi(tag = "Tag::Providers")]
impl AuthorizeApi {
    /// Redirect to a provider
    ///
    /// Send the browser here. The redirect back ends at `/auth/finish`, with `#code=` for `POST /auth/sessions/pkce` or
    /// `POST /users/me/identities`, or with `#error=`: `access_denied`, `provider_refused`,
    /// `id_token_invalid`, `flow_state_not_found`, `flow_state_expired`, `unavailable`.
    #[oai(path = "/auth/authorize", method = "get", operation_id = "begin_authorization")]
    async fn begin_authorization(
        &self,
        request: &Request,
        /// The name of the provider.
        provider: Query<Filled<PROVIDER_MAX>>,
        /// The S256 challenge of a verifier that only this browser knows (RFC 7636, section 4.2).
        code_challenge: Query<Text<ChallengeKind>>,
        /// Always `S256`.
        code_challenge_method: Query<ChallengeMethod>,
    ) -> Result<SeeOther, ApiError<AuthorizeCodes>> {
        let Query(ChallengeMethod::S256) = code_challenge_method;
        if !is_code_challenge(&code_challenge.0.0) {
            let detail = "code_challenge must be 43 characters of base64url.";
            return Err(FieldError::new("/code_challenge", "invalid_value", detail).into());
        }
        limits::network(request, &RateLimit::SIGN_IN_FLOWS).await?;
        match self.identities.begin_authorization(&provider.0.0, &code_challenge.0.0).await {
            Ok(url) => Ok(SeeOther(url)),
            Err(refusal) if refusal.code == Code::UnknownProvider => Err(refusal.into()),
            // The client is a browser that navigates, so faults are redirects and not problem documents.
            Err(fault) => {
                tracing::warn!(provider = provider.0.0, cause = %fault, "a provider cannot be reached for sign-in");
                Ok(failed(&fault))
            }
        }
    }

    /// Receive the redirect from a provider
    ///
    /// The redirect URI for providers. A state is single-use and expires after 15 minutes.
    #[oai(path = "/auth/callback", method = "get", operation_id = "finish_authorization")]
    async fn finish_authorization(
        &self,
        request: &Request,
        /// The state of the redirect to the provider.
        state: Query<Option<String>>,
        /// The provider's code.
        code: Query<Option<String>>,
        /// The provider's error (RFC 6749, section 4.1.2.1).
        error: Query<Option<String>>,
        /// The issuer that the provider names (RFC 9207).
        iss: Query<Option<String>>,
    ) -> Result<SeeOther, ApiError<CallbackCodes>> {
        limits::network(request, &RateLimit::REDEMPTIONS).await?;
        let answer = match (code.0, error.0) {
            (Some(code), None) => AuthorizationResponse::Code(code, iss.0),
            (_, error) => AuthorizationResponse::Error(error.unwrap_or_default()),
        };
        match self.identities.finish_authorization(&state.0.unwrap_or_default(), answer).await {
            Ok(code) => Ok(SeeOther(format!("{FINISH}#code={code}"))),
            Err(error) => {
                tracing::info!(cause = %error, "sign-in at a provider failed");
                Ok(failed(&error))
            }
        }
    }
}

fn failed(refusal: &Refusal) -> SeeOther {
    let word = match refusal.code {
        code @ (Code::FlowStateNotFound | Code::FlowStateExpired | Code::IdTokenInvalid) => code.as_str(),
        Code::Forbidden => "access_denied",
        Code::TokenInvalid | Code::UnknownProvider => "provider_refused",
        _ => "unavailable",
    };
    SeeOther(format!("{FINISH}#error={word}"))
}
