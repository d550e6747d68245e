//! Providers, signing in with their identity tokens, and one's own identities.

use std::sync::Arc;

use forum_domain::accounts::{
    self as domain, FLOW_LIFETIME, IdentityError, IdentityRefused, IdentitySignIn, IdentitySignInError,
    OwnIdentities, ProviderError,
};
use forum_domain::limits::RateLimit;
use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::{Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::answer::{Answer, Created, Done, Refused, Success, refusals};
use crate::auth::SignedIn;
use crate::code::Code;
use crate::device::device;
use crate::entry::Entered;
use crate::json::Json;
use crate::limits;
use crate::problem::Problem;
use crate::tag::Tag;
use crate::values::{Filled, IdKind, Nullable, Text};

/// Longest accepted identity token.
const ID_TOKEN_MAX: usize = 16 * 1024;
/// Longest accepted name of a provider.
const PROVIDER_MAX: usize = 40;

/// A provider of OpenID Connect, such as a school.
#[derive(Object)]
pub(crate) struct Provider {
    /// For `POST /auth/sessions/id_token`.
    name: String,
    /// For people.
    title: String,
}

/// The providers that the site is set up with.
#[derive(Object)]
pub(crate) struct Providers {
    items: Vec<Provider>,
}

/// For one identity token.
#[derive(Object)]
pub(crate) struct Nonce {
    nonce: Uuid,
    /// Seconds until it expires.
    expires_in: i64,
}

/// An identity token (OpenID Connect Core 1.0, section 2).
#[derive(Object)]
pub(crate) struct IdTokenSignInRequest {
    provider: Filled<PROVIDER_MAX>,
    /// Asked for with `nonce`, and issued to this site within the last ten minutes.
    id_token: Filled<ID_TOKEN_MAX>,
    /// From `POST /auth/nonces`.
    nonce: Text<IdKind>,
}

/// What proves that an identity is yours.
#[derive(Object)]
pub(crate) struct LinkIdentityRequest {
    /// Asked for with `nonce`, and issued to this site within the last ten minutes.
    id_token: Filled<ID_TOKEN_MAX>,
    /// From `POST /auth/nonces`.
    nonce: Text<IdKind>,
}

/// An account with a provider that signs in to yours.
#[derive(Object)]
pub(crate) struct Identity {
    id: Uuid,
    /// The provider's name.
    provider: String,
    /// The provider's id of you.
    subject: String,
    /// The address that the provider told when it was linked.
    email: Nullable<String>,
    linked_at: OffsetDateTime,
}

impl From<domain::Identity> for Identity {
    fn from(identity: domain::Identity) -> Self {
        let domain::Identity { id, provider, subject, email, linked_at, .. } = identity;
        Self { id, provider, subject, email: Nullable(email), linked_at }
    }
}

/// Your identities, oldest first.
#[derive(Object)]
pub(crate) struct Identities {
    items: Vec<Identity>,
}

refusals!(ProvidersCodes: []);
refusals!(NonceCodes: [UnknownProvider]);
refusals!(SignInCodes: [IdTokenInvalid, EmailNotVerified, AccountDisabled, UnknownProvider, AccountExists], BODY);
refusals!(ListCodes: [], SIGNED_IN);
refusals!(LinkCodes: [IdTokenInvalid, ReauthenticationRequired, UnknownProvider, IdentityTaken], SIGNED_IN, BODY);
refusals!(UnlinkCodes: [ReauthenticationRequired, NotFound, LastWayIn], SIGNED_IN);

pub(crate) struct IdentitiesApi {
    pub(crate) sign_in: Arc<IdentitySignIn>,
    pub(crate) own: Arc<OwnIdentities>,
}

#[OpenApi]
impl IdentitiesApi {
    /// List the providers
    ///
    /// Empty where the site is set up with none.
    #[oai(path = "/auth/providers", method = "get", operation_id = "list_providers", tag = "Tag::Sessions")]
    async fn list_providers(&self) -> Result<Success<Providers>, Refused<ProvidersCodes>> {
        let shown = |domain::Provider { name, title }: domain::Provider| Provider { name, title };
        Ok(Answer(Providers { items: self.sign_in.providers().into_iter().map(shown).collect() }))
    }

    /// Get a nonce
    ///
    /// For one identity token, within five minutes.
    #[oai(path = "/auth/nonces", method = "post", operation_id = "create_nonce", tag = "Tag::Sessions")]
    async fn create_nonce(&self, request: &Request) -> Result<Created<Nonce>, Refused<NonceCodes>> {
        limits::network(request, &RateLimit::SIGN_IN_FLOWS).await?;
        let nonce = self.sign_in.nonce().await?.id;
        Ok(Answer(Nonce { nonce, expires_in: FLOW_LIFETIME.whole_seconds() }))
    }

    /// Sign in with an identity token
    ///
    /// A new identity whose verified address has no account gets one. Where the address has an account, sign in to it and
    /// link the identity: an address alone never links anything.
    #[oai(
        path = "/auth/sessions/id_token",
        method = "post",
        operation_id = "create_session_by_id_token",
        tag = "Tag::Sessions"
    )]
    async fn create_session_by_id_token(
        &self,
        request: &Request,
        json: Json<IdTokenSignInRequest>,
    ) -> Result<Entered, Refused<SignInCodes>> {
        let IdTokenSignInRequest { provider, id_token, nonce } = json.body;
        let limits = limits::limits(request)?;
        let (provider, id_token) = (&provider.0, &id_token.0);
        let signing_in =
            limits.sign_in_by_id_token(&self.sign_in, provider, id_token, &nonce.0, device(request));
        Ok(signing_in.await?.try_into()?)
    }

    /// List your identities
    ///
    /// Oldest first.
    #[oai(
        path = "/users/me/identities",
        method = "get",
        operation_id = "list_identities",
        tag = "Tag::Users"
    )]
    async fn list_identities(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Result<Success<Identities>, Refused<ListCodes>> {
        let own = self.own.list(&caller).await?;
        Ok(Answer(Identities { items: own.into_iter().map(Identity::from).collect() }))
    }

    /// Link an identity
    ///
    /// It signs in to your account from then on. Needs a fresh session. You get a notice by email.
    #[oai(
        path = "/users/me/identities/:identity",
        method = "post",
        operation_id = "link_identity",
        tag = "Tag::Users"
    )]
    async fn link_identity(
        &self,
        SignedIn(caller): SignedIn,
        request: &Request,
        /// The name of the provider.
        identity: Path<String>,
        json: Json<LinkIdentityRequest>,
    ) -> Result<Created<Identity>, Refused<LinkCodes>> {
        let LinkIdentityRequest { id_token, nonce } = json.body;
        limits::network(request, &RateLimit::REDEMPTIONS).await?;
        Ok(Answer(self.own.link(&caller, &identity.0, &id_token.0, &nonce.0).await?.into()))
    }

    /// Unlink an identity
    ///
    /// Needs a fresh session, and a password, a passkey or another identity. You get a notice by email.
    #[oai(
        path = "/users/me/identities/:identity",
        method = "delete",
        operation_id = "unlink_identity",
        tag = "Tag::Users"
    )]
    async fn unlink_identity(
        &self,
        SignedIn(caller): SignedIn,
        /// The id of the identity.
        identity: Path<Uuid>,
    ) -> Result<Done, Refused<UnlinkCodes>> {
        self.own.unlink(&caller, identity.0).await?;
        Ok(Done)
    }
}

impl From<ProviderError> for Problem {
    fn from(error: ProviderError) -> Self {
        match error {
            ProviderError::Unknown => Code::UnknownProvider.into(),
            ProviderError::Refused(_) => Code::IdTokenInvalid.into(),
            ProviderError::Fault(fault) => fault.into(),
        }
    }
}

impl From<IdentitySignInError> for Problem {
    fn from(error: IdentitySignInError) -> Self {
        match error {
            IdentitySignInError::Provider(error) => error.into(),
            IdentitySignInError::EmailNotVerified => Code::EmailNotVerified.into(),
            IdentitySignInError::AccountExists => Code::AccountExists.into(),
            IdentitySignInError::AccountDisabled => Code::AccountDisabled.into(),
            IdentitySignInError::Fault(fault) => fault.into(),
        }
    }
}

impl From<IdentityError> for Problem {
    fn from(error: IdentityError) -> Self {
        match error {
            IdentityError::Refused(refused) => match refused {
                IdentityRefused::Taken => Code::IdentityTaken,
                IdentityRefused::LastWayIn => Code::LastWayIn,
                IdentityRefused::NotFresh => Code::ReauthenticationRequired,
                IdentityRefused::NotFound => Code::NotFound,
            }
            .into(),
            IdentityError::Provider(error) => error.into(),
            IdentityError::Fault(fault) => fault.into(),
        }
    }
}
