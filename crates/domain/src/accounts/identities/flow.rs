//! Port for flows of signing in that begin before the site knows who somebody is.

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::accounts::identities::ProvenIdentity;
use crate::shared::Fault;

/// How long a flow can be finished.
pub const FLOW_LIFETIME: Duration = Duration::minutes(5);

/// How long somebody may take at a provider: a forgotten password is looked for there too.
pub const AUTHORIZATION_LIFETIME: Duration = Duration::minutes(15);

/// The kinds of flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlowKind {
    /// A passkey that its owner chooses.
    Passkey,
    /// The nonce of an identity token.
    IdToken,
    /// Somebody is at a provider and comes back with its code.
    Authorization,
    /// They are back, and their browser exchanges a code of this site.
    AuthCode,
    /// The nonce of a message that a wallet signs.
    Wallet,
}

impl FlowKind {
    /// Its name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Passkey => "passkey",
            Self::IdToken => "id_token",
            Self::Authorization => "authorization",
            Self::AuthCode => "auth_code",
            Self::Wallet => "wallet",
        }
    }

    /// How long such a flow can be finished.
    pub const fn lifetime(self) -> Duration {
        match self {
            Self::Authorization => AUTHORIZATION_LIFETIME,
            Self::Passkey | Self::IdToken | Self::AuthCode | Self::Wallet => FLOW_LIFETIME,
        }
    }
}

/// What the server has to remember until a flow ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FlowState {
    /// The state of the ceremony, as [`Passkeys`](crate::accounts::factors::Passkeys) wrote it.
    Passkey(String),
    /// Nothing but the nonce, which is the id of the flow.
    IdToken,
    /// Who was asked, and for which browser.
    Authorization {
        /// The provider.
        provider: String,
        /// What only the browser that began can answer (RFC 7636).
        code_challenge: String,
    },
    /// What the provider answered.
    AuthCode {
        /// The provider.
        provider: String,
        /// As before.
        code_challenge: String,
        /// Who somebody is to it.
        identity: ProvenIdentity,
    },
    /// Nothing but the nonce, which is the id of the flow.
    Wallet,
}

impl FlowState {
    /// The kind of flow that has such a state.
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

/// A flow that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInFlow {
    /// Random id.
    pub id: Uuid,
    /// What is remembered.
    pub state: FlowState,
    /// When it began.
    pub created_at: OffsetDateTime,
}

impl SignInFlow {
    /// Until when it can be finished.
    pub fn expires_at(&self) -> OffsetDateTime {
        self.created_at + self.state.kind().lifetime()
    }
}

/// Why a flow cannot be finished.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FlowError {
    /// There is no such flow of this kind, or it has been finished.
    #[error("there is no such flow")]
    NotFound,
    /// It has expired.
    #[error("the flow has expired")]
    Expired,
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Stores flows.
#[async_trait]
pub trait SignInFlows: Send + Sync {
    /// Stores a flow.
    ///
    /// # Errors
    /// Faults.
    async fn begin(&self, flow: &SignInFlow) -> Result<(), Fault>;

    /// Removes the flow of this kind with this id and returns it if it can be finished at `now`. Of two concurrent
    /// callers, one MUST get `NotFound`.
    ///
    /// # Errors
    /// See [`FlowError`]; an expired flow is removed too.
    async fn finish(&self, id: Uuid, kind: FlowKind, now: OffsetDateTime) -> Result<SignInFlow, FlowError>;
}
