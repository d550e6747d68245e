//! Sign-in with an identity: an OpenID Connect provider account or a wallet.

use std::sync::Arc;

use forum_domain::accounts::{
    FLOW_LIFETIME, Identities, IdentityKind as Kind, IdentityProof, SECRET_MAX, SignInOutcome,
};
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::{Enum, Object, OpenApi};
use uuid::Uuid;

use crate::api::identities::{ID_TOKEN_MAX, MESSAGE_MAX, PROVIDER_MAX, SIGNATURE_MAX, VERIFIER_MAX};
use crate::api::sessions::session::{SignInResponse, device};
use crate::api::tag::Tag;
use crate::request::json::Json;
use crate::request::limits;
use crate::request::list::CompleteList;
use crate::request::network::client_network;
use crate::response::api_error::{ApiError, Codes, error_codes};
use crate::response::responses::{Created, JsonResponse, Success};
use crate::response::schema_types::{Filled, IdKind, Text};

/// How an identity is proved.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ProviderKind {
    /// A provider of OpenID Connect, such as a school.
    Openid,
    /// A chain whose wallets sign messages.
    Wallet,
}

/// A provider or wallet chain for sign-in.
#[derive(Object)]
pub(crate) struct Provider {
    /// The name that operations take.
    name: String,
    /// The display name.
    title: String,
    kind: ProviderKind,
}

impl From<Kind> for Provider {
    fn from(Kind { name, title, is_wallet }: Kind) -> Self {
        Self { name, title, kind: if is_wallet { ProviderKind::Wallet } else { ProviderKind::Openid } }
    }
}

/// The configured providers and wallet chains.
#[derive(Object)]
pub(crate) struct Providers {
    #[oai(flatten)]
    list: CompleteList<Provider>,
}

/// The nonce of one identity token.
#[derive(Object)]
pub(crate) struct Nonce {
    /// Send it to the provider and with the identity token.
    nonce: Uuid,
    /// Seconds until the nonce expires.
    expires_in: i64,
}

/// The nonce of one message.
#[derive(Object)]
pub(crate) struct WalletNonce {
    /// 32 hexadecimal digits.
    nonce: String,
    /// Seconds until the nonce expires.
    expires_in: i64,
}

/// An identity token (OpenID Connect Core 1.0, section 2).
#[derive(Object)]
pub(crate) struct IdTokenSignInRequest {
    /// The `name` of the provider that issued the token.
    provider: Filled<PROVIDER_MAX>,
    /// Requested with `nonce` and issued to this site within the last ten minutes.
    id_token: Filled<ID_TOKEN_MAX>,
    /// From `POST /auth/nonces`.
    nonce: Text<IdKind>,
}

/// The code from a provider's redirect.
#[derive(Object)]
pub(crate) struct PkceSignInRequest {
    /// From the fragment of `/auth/finish`.
    auth_code: Filled<SECRET_MAX>,
    /// The verifier of the `code_challenge` (RFC 7636).
    code_verifier: Filled<VERIFIER_MAX>,
}

/// A signed message.
#[derive(Object)]
pub(crate) struct WalletSignInRequest {
    /// `ethereum` or `solana`, if configured.
    chain: Filled<PROVIDER_MAX>,
    /// ERC-4361 ("Sign-In with Ethereum"; for Solana the same with its name and `Chain ID: mainnet`): `domain` and `URI` are
    /// the site, `Chain ID` is the main network, `Nonce` from `POST /auth/web3/nonces`; without request id and resources.
    message: Filled<MESSAGE_MAX>,
    /// Of the whole message. Ethereum: `personal_sign` (EIP-191), `0x` and 130 hexadecimal digits. Solana: Ed25519,
    /// base64url without padding.
    signature: Filled<SIGNATURE_MAX>,
}

error_codes!(ProvidersCodes: []);
error_codes!(NonceCodes: [UnknownProvider]);
error_codes!(IdTokenCodes: [IdTokenInvalid, EmailNotVerified, AccountDisabled, UnknownProvider, AccountExists], BODY);
error_codes!(PkceCodes: [
    FlowStateNotFound, FlowStateExpired, BadCodeVerifier, EmailNotVerified, AccountDisabled, AccountExists,
], BODY);
error_codes!(WalletCodes: [
    MessageInvalid, SignatureInvalid, WalletNotLinked, AccountDisabled, UnknownProvider, UnsupportedWallet,
], BODY);

pub(crate) struct IdentitySessionsApi {
    pub(crate) identities: Arc<Identities>,
}

impl IdentitySessionsApi {
    async fn sign_in_with<C: Codes>(
        &self,
        request: &Request,
        proof: IdentityProof,
    ) -> Result<SignInResponse, ApiError<C>> {
        let (limits, network) = (limits::limits(request)?, client_network(request));
        let signing_in = self.identities.sign_in_by_identity(&proof, device(request));
        Ok(limits.redeem(network.as_deref(), signing_in, SignInOutcome::address).await?.try_into()?)
    }
}

#[OpenApi(tag = "Tag::Providers")]
impl IdentitySessionsApi {
    /// List the providers and wallets
    ///
    /// Empty if none is configured.
    #[oai(path = "/auth/providers", method = "get", operation_id = "list_providers")]
    async fn list_providers(&self) -> Result<Success<Providers>, ApiError<ProvidersCodes>> {
        Ok(JsonResponse(Providers {
            list: self.identities.kinds().into_iter().map(Provider::from).collect(),
        }))
    }

    /// Get a nonce for an identity token
    ///
    /// Valid for one identity token and five minutes.
    #[oai(path = "/auth/nonces", method = "post", operation_id = "create_nonce")]
    async fn create_nonce(&self, request: &Request) -> Result<Created<Nonce>, ApiError<NonceCodes>> {
        limits::network(request, &RateLimit::SIGN_IN_FLOWS).await?;
        let nonce = self.identities.nonce().await?.id;
        Ok(JsonResponse(Nonce { nonce, expires_in: FLOW_LIFETIME.whole_seconds() }))
    }

    /// Sign in with an identity token
    ///
    /// A new identity whose verified address has no account gets one. If the address has an account, sign in to it and
    /// link the identity. An address alone never links an identity.
    #[oai(path = "/auth/sessions/id_token", method = "post", operation_id = "create_session_by_id_token")]
    async fn create_session_by_id_token(
        &self,
        request: &Request,
        json: Json<IdTokenSignInRequest>,
    ) -> Result<SignInResponse, ApiError<IdTokenCodes>> {
        let IdTokenSignInRequest { provider, id_token, nonce } = json.body;
        let (provider, id_token, nonce) = (provider.0, id_token.0, nonce.0);
        self.sign_in_with(request, IdentityProof::IdToken { provider, id_token, nonce }).await
    }

    /// Sign in with a code from a provider's redirect
    ///
    /// Exchanges the code in the fragment of `/auth/finish`. The code is single-use and expires after five minutes.
    /// Accounts are found and created as for an identity token.
    #[oai(path = "/auth/sessions/pkce", method = "post", operation_id = "create_session_by_pkce")]
    async fn create_session_by_pkce(
        &self,
        request: &Request,
        json: Json<PkceSignInRequest>,
    ) -> Result<SignInResponse, ApiError<PkceCodes>> {
        let PkceSignInRequest { auth_code, code_verifier } = json.body;
        let (auth_code, code_verifier) = (auth_code.0, code_verifier.0);
        self.sign_in_with(request, IdentityProof::AuthCode { auth_code, code_verifier }).await
    }

    /// Get a nonce for a message
    ///
    /// Valid for one wallet message and five minutes.
    #[oai(path = "/auth/web3/nonces", method = "post", operation_id = "create_wallet_nonce")]
    async fn create_wallet_nonce(
        &self,
        request: &Request,
    ) -> Result<Created<WalletNonce>, ApiError<NonceCodes>> {
        limits::network(request, &RateLimit::SIGN_IN_FLOWS).await?;
        let nonce = self.identities.wallet_nonce().await?.id.simple().to_string();
        Ok(JsonResponse(WalletNonce { nonce, expires_in: FLOW_LIFETIME.whole_seconds() }))
    }

    /// Sign in with a wallet
    ///
    /// The wallet must be linked to an account: sign in with another method and link it there. Contract wallets are not
    /// supported.
    #[oai(path = "/auth/sessions/web3", method = "post", operation_id = "create_session_by_wallet")]
    async fn create_session_by_wallet(
        &self,
        request: &Request,
        json: Json<WalletSignInRequest>,
    ) -> Result<SignInResponse, ApiError<WalletCodes>> {
        let WalletSignInRequest { chain, message, signature } = json.body;
        let (chain, message, signature) = (chain.0, message.0, signature.0);
        self.sign_in_with(request, IdentityProof::Wallet { chain, message, signature }).await
    }
}
