//! Identities: accounts of users at OpenID Connect providers, such as their school, and wallets; and the flows that prove
//! one.

mod authorize;
mod own_identities;
mod prove;
mod sign_in_by_identity;
mod wallet_message;
mod wallet_signature;

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::{NewUser, Secrets, Sessions, User};
use crate::act::Act;
use crate::shared::{Fault, Refusal, words};

pub use authorize::{AuthorizationResponse, is_code_challenge, s256};
pub use prove::IdentityProof;
pub use wallet_message::Chain;

/// An account at a provider that is linked to a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub id: Uuid,
    pub user_id: Uuid,
    pub provider: String,
    pub subject: String,
    /// The verified address at the time of linking, by which the owner recognizes the identity.
    pub email: Option<String>,
    pub linked_at: OffsetDateTime,
}

impl Identity {
    fn new(act: &Act, user_id: Uuid, provider: &str, proven: ProvenIdentity) -> Self {
        let ProvenIdentity { subject, email, .. } = proven;
        let provider = provider.to_owned();
        Self { id: act.new_id(), user_id, provider, subject, email, linked_at: act.now }
    }

    fn is_of(&self, provider: &str, subject: &str) -> bool {
        self.provider == provider && self.subject == subject
    }

    pub fn describe(&self) -> String {
        format!("sign-in with {}", self.provider)
    }
}

pub struct Identities {
    pub store: Arc<dyn IdentityStore>,
    pub providers: Arc<dyn IdentityProviders>,
    pub chains: Vec<Chain>,
    pub sessions: Arc<Sessions>,
    /// The site for which wallets sign messages.
    pub origin: String,
    /// Where providers send users back to.
    pub redirect_uri: String,
}

/// Finds identities, creates users with them, and stores flows; `SessionStore` links and unlinks them. Provider and subject
/// are unique together.
#[async_trait]
pub trait IdentityStore: Send + Sync {
    async fn owner(&self, provider: &str, subject: &str) -> Result<Option<User>, Fault>;

    /// The identities of a user, oldest first.
    async fn of_user(&self, user_id: Uuid) -> Result<Vec<Identity>, Fault>;

    /// Creates a user with an identity and deletes the pending registrations for the address.
    ///
    /// # Errors
    /// `account_exists` for the address, `identity_taken`; then nothing is stored.
    async fn create_user(&self, user: NewUser, identity: Identity) -> Result<(), Refusal>;

    async fn begin_flow(&self, flow: &SignInFlow) -> Result<(), Fault>;

    /// Removes the flow of this kind with this id and returns it if it has not expired at `now`. Of two concurrent
    /// callers, one MUST get `flow_state_not_found`.
    ///
    /// # Errors
    /// `flow_state_not_found`, `flow_state_expired`; an expired flow is removed too.
    async fn finish_flow(&self, id: Uuid, kind: FlowKind, now: OffsetDateTime)
    -> Result<SignInFlow, Refusal>;
}

/// A provider or the wallets of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityKind {
    /// The name in URLs and in the database; never changes.
    pub name: String,
    pub title: String,
    /// `false` for an OpenID Connect provider.
    pub is_wallet: bool,
}

/// A user whom a provider has identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenIdentity {
    /// The provider's id for the user. Unlike the address, it never changes.
    pub subject: String,
    /// The address, if the provider has verified it.
    pub email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
}

/// The authorization request (OpenID Connect Core 1.0, section 3.1.2.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizationRequest {
    pub redirect_uri: String,
    pub state: String,
    pub nonce: String,
    /// S256 of the verifier that redeems the provider's code (RFC 7636).
    pub code_challenge: String,
}

/// The token request (OpenID Connect Core 1.0, section 3.1.3.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeRedemption {
    pub code: String,
    /// The issuer that the response names (RFC 9207), if any.
    pub issuer: Option<String>,
    pub redirect_uri: String,
    pub nonce: String,
    pub code_verifier: String,
}

#[async_trait]
pub trait IdentityProviders: Send + Sync {
    /// All providers in the order of the settings.
    fn list(&self) -> Vec<IdentityKind>;

    /// The identity in an identity token that was requested with this nonce.
    ///
    /// # Errors
    /// `unknown_provider`, `id_token_invalid`.
    async fn identity(
        &self,
        provider: &str,
        id_token: &str,
        nonce: &str,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal>;

    /// The URL at the provider to which the browser is redirected.
    ///
    /// # Errors
    /// `unknown_provider`.
    async fn authorization_url(
        &self,
        provider: &str,
        request: &AuthorizationRequest,
        now: OffsetDateTime,
    ) -> Result<String, Refusal>;

    /// # Errors
    /// `unknown_provider`, `id_token_invalid`; `token_invalid` if the provider refuses its code.
    async fn redeem(
        &self,
        provider: &str,
        redemption: &CodeRedemption,
        now: OffsetDateTime,
    ) -> Result<ProvenIdentity, Refusal>;
}

pub const FLOW_LIFETIME: Duration = Duration::minutes(5);

/// Time limit for the user at the provider, including a password reset there.
const AUTHORIZATION_LIFETIME: Duration = Duration::minutes(15);

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FlowKind {
        Passkey = "passkey",
        IdToken = "id_token",
        Authorization = "authorization",
        /// The user has returned from the provider, and the browser exchanges a code from this site.
        AuthCode = "auth_code",
        Wallet = "wallet",
    }
}

impl FlowKind {
    pub const fn lifetime(self) -> Duration {
        match self {
            Self::Authorization => AUTHORIZATION_LIFETIME,
            Self::Passkey | Self::IdToken | Self::AuthCode | Self::Wallet => FLOW_LIFETIME,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FlowState {
    /// The state of the ceremony ([`Ceremony::state`](crate::accounts::factors::Ceremony::state)).
    Passkey(String),
    IdToken,
    Authorization {
        provider: String,
        /// Binds the flow to the browser that began it (RFC 7636).
        code_challenge: String,
    },
    AuthCode {
        provider: String,
        code_challenge: String,
        identity: ProvenIdentity,
    },
    Wallet,
}

impl FlowState {
    pub const fn kind(&self) -> FlowKind {
        match self {
            Self::Passkey(_) => FlowKind::Passkey,
            Self::IdToken => FlowKind::IdToken,
            Self::Authorization { .. } => FlowKind::Authorization,
            Self::AuthCode { .. } => FlowKind::AuthCode,
            Self::Wallet => FlowKind::Wallet,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInFlow {
    pub id: Uuid,
    pub state: FlowState,
    pub created_at: OffsetDateTime,
}

impl SignInFlow {
    pub fn expires_at(&self) -> OffsetDateTime {
        self.created_at + self.state.kind().lifetime()
    }
}

const FLOW: &str = "sign-in flow";

/// The token of a flow outside the server, which cannot be forged with the contents of the database: `base64url(id ‖ MAC)`.
fn flow_token(kind: FlowKind, id: Uuid, secrets: &Secrets) -> String {
    secrets.seal(FLOW, kind.as_str().as_bytes(), id, b"")
}

/// The id of the flow, if the token belongs to a flow of this kind.
fn read_flow_token(kind: FlowKind, token: &str, secrets: &Secrets) -> Option<Uuid> {
    secrets.unseal::<0>(FLOW, kind.as_str().as_bytes(), token).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_accepted_only_for_its_kind_of_flow() {
        let (secrets, id) = (&Secrets::new(&[1; 32]), Uuid::from_u128(7));
        for kind in FlowKind::ALL {
            for read_as in FlowKind::ALL {
                let read = read_flow_token(read_as, &flow_token(kind, id, secrets), secrets);
                assert_eq!(read, (kind == read_as).then_some(id), "{kind:?} as {read_as:?}");
            }
        }
    }
}
