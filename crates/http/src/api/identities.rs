//! `/users/me/identities`: the caller's identities, and nonces to prove them.

pub(crate) mod authorize;
pub(crate) mod sign_in_by_identity;

use std::sync::Arc;

use forum_domain::accounts::{self as domain, IdentityProof, SECRET_MAX};
use forum_domain::limits::{Bucket, RateLimit};
use forum_domain::shared::FieldError;
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::api::tag::Tag;
use crate::request::auth::SignedIn;
use crate::request::idempotency::{IdempotencyKey, Recorded};
use crate::request::json::Json;
use crate::request::limits;
use crate::request::list::CompleteList;
use crate::request::network::client_network;
use crate::response::api_error::{ApiError, error_codes};
use crate::response::problem::Problem;
use crate::response::responses::{Created, JsonResponse, NoContent, Success};
use crate::response::schema_types::{Filled, IdKind, Length, Nullable, Optional, Text};

pub(crate) const ID_TOKEN_MAX: usize = 16 * 1024;
/// Longest accepted name of a provider or chain.
pub(crate) const PROVIDER_MAX: usize = 40;
/// Longest accepted code verifier (RFC 7636, section 4.1).
pub(crate) const VERIFIER_MAX: usize = 128;
pub(crate) const MESSAGE_MAX: usize = 2048;
/// Longest accepted wallet signature. Contract signatures are long and get a specific error.
pub(crate) const SIGNATURE_MAX: usize = 8192;

/// An identity to link, and its proof.
#[derive(Object)]
pub(crate) struct LinkIdentityRequest {
    /// The name of the provider or chain.
    provider: Filled<PROVIDER_MAX>,
    #[oai(flatten)]
    proof: IdentityProofRequest,
}

/// Proof of an identity: `auth_code` and `code_verifier`, `id_token` and `nonce`, or `message` and `signature`.
#[derive(Object)]
pub(crate) struct IdentityProofRequest {
    /// The code of the provider's redirect.
    auth_code: Optional<Length<1, SECRET_MAX>>,
    /// The verifier of the `code_challenge`.
    code_verifier: Optional<Length<1, VERIFIER_MAX>>,
    /// Requested with `nonce` and issued to this site within the last ten minutes.
    id_token: Optional<Length<1, ID_TOKEN_MAX>>,
    /// From `POST /auth/nonces`.
    nonce: Optional<IdKind>,
    /// The ERC-4361 message, as for `POST /auth/sessions/web3`.
    message: Optional<Length<1, MESSAGE_MAX>>,
    /// The wallet's signature of the message.
    signature: Optional<Length<1, SIGNATURE_MAX>>,
}

impl IdentityProofRequest {
    fn proof(self, provider: &str) -> Result<IdentityProof, FieldError> {
        let Self { auth_code, code_verifier, id_token, nonce, message, signature } = self;
        let code = Text::given(auth_code).zip(Text::given(code_verifier));
        let token = Text::given(id_token).zip(Text::given(nonce));
        let signed = Text::given(message).zip(Text::given(signature));
        let provider = provider.to_owned();
        match (code, token, signed) {
            (Some((auth_code, code_verifier)), None, None) => {
                Ok(IdentityProof::AuthCode { auth_code, code_verifier })
            }
            (None, Some((id_token, nonce)), None) => Ok(IdentityProof::IdToken { provider, id_token, nonce }),
            (None, None, Some((message, signature))) => {
                Ok(IdentityProof::Wallet { chain: provider, message, signature })
            }
            _ => {
                let detail =
                    "Send auth_code and code_verifier, id_token and nonce, or message and signature.";
                Err(FieldError::new("/auth_code", "required", detail))
            }
        }
    }
}

/// A provider account or wallet that can sign in to your account.
#[derive(Object)]
pub(crate) struct Identity {
    /// Identifies the identity.
    id: Uuid,
    /// The name of the provider or chain.
    provider: String,
    /// The provider's subject identifier, or the wallet's account.
    subject: String,
    /// The address that the provider reported when the identity was linked.
    email: Nullable<String>,
    /// When the identity was linked to your account.
    created_at: OffsetDateTime,
}

impl From<domain::Identity> for Identity {
    fn from(identity: domain::Identity) -> Self {
        let domain::Identity { id, provider, subject, email, linked_at, .. } = identity;
        Self { id, provider, subject, email: Nullable(email), created_at: linked_at }
    }
}

/// Your identities, oldest first.
#[derive(Object)]
pub(crate) struct Identities {
    #[oai(flatten)]
    list: CompleteList<Identity>,
}

error_codes!(ListCodes: [], SIGNED_IN);
error_codes!(LinkCodes: [
    FlowStateNotFound, FlowStateExpired, BadCodeVerifier, MessageInvalid, IdTokenInvalid, SignatureInvalid,
    ReauthenticationRequired, UnknownProvider, IdentityTaken, UnsupportedWallet,
], SIGNED_IN, BODY, REPEATABLE);
error_codes!(UnlinkCodes: [ReauthenticationRequired, NotFound, LastWayIn], SIGNED_IN);

pub(crate) struct IdentitiesApi {
    pub(crate) identities: Arc<domain::Identities>,
}

#[OpenApi(tag = "Tag::Users")]
impl IdentitiesApi {
    /// List your identities
    ///
    /// Oldest first.
    #[oai(path = "/users/me/identities", method = "get", operation_id = "list_identities")]
    async fn list_identities(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Result<Success<Identities>, ApiError<ListCodes>> {
        let own = self.identities.list(&caller).await?;
        Ok(JsonResponse(Identities { list: own.into_iter().map(Identity::from).collect() }))
    }

    /// Link an identity
    ///
    /// The identity can then sign in to your account. Requires recent authentication. You are notified by email.
    #[oai(path = "/users/me/identities", method = "post", operation_id = "link_identity")]
    async fn link_identity(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        /// Makes the request idempotent.
        #[oai(name = "Idempotency-Key")]
        key: IdempotencyKey,
        json: Json<LinkIdentityRequest>,
    ) -> Result<Recorded<Created<Identity>>, ApiError<LinkCodes>> {
        let Json { body: LinkIdentityRequest { provider, proof }, raw } = json;
        let (provider, proof) = (&provider.0, proof.proof(&provider.0)?);
        let (network, user_id) = (client_network(request), caller.user.id);
        let act = |keyed| async {
            let buckets = [
                Bucket::of_user(&RateLimit::SECURITY_CHANGES, user_id),
                Bucket::of_network(&RateLimit::REDEMPTIONS, network.as_deref()),
            ];
            limits::limits(request)?.count(buckets).await?;
            self.identities.link(&caller, provider, &proof, keyed).await.map_err(Problem::of_own_account)
        };
        let created = |linked: &domain::Identity| JsonResponse(linked.clone().into());
        Ok(key.once(user_id, &raw, created, act).await?)
    }

    /// Unlink an identity
    ///
    /// Requires recent authentication and another sign-in method: a password, a passkey or another identity. You are
    /// notified by email.
    #[oai(path = "/users/me/identities/:identity", method = "delete", operation_id = "unlink_identity")]
    async fn unlink_identity(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        /// The id of the identity.
        identity: Path<Uuid>,
    ) -> Result<NoContent, ApiError<UnlinkCodes>> {
        limits::user(request, &RateLimit::SECURITY_CHANGES, caller.user.id).await?;
        self.identities.unlink(&caller, identity.0).await?;
        Ok(NoContent)
    }
}
