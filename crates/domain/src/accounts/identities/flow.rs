use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::identities::ProvenIdentity;
use crate::shared::{Fault, words};

pub const FLOW_LIFETIME: Duration = Duration::minutes(5);

/// Time limit for the user at the provider, including a password reset there.
pub const AUTHORIZATION_LIFETIME: Duration = Duration::minutes(15);

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

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FlowError {
    #[error("there is no such flow")]
    NotFound,
    #[error("the flow has expired")]
    Expired,
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[async_trait]
pub trait SignInFlows: Send + Sync {
    async fn begin(&self, flow: &SignInFlow) -> Result<(), Fault>;

    /// Removes the flow of this kind with this id and returns it if it has not expired at `now`. Of two concurrent
    /// callers, one MUST get `NotFound`.
    ///
    /// # Errors
    /// See [`FlowError`]; an expired flow is removed too.
    async fn finish(&self, id: Uuid, kind: FlowKind, now: OffsetDateTime) -> Result<SignInFlow, FlowError>;
}
