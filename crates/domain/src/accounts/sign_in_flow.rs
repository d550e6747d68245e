//! Port for flows of signing in that begin before the site knows who somebody is.

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::shared::Fault;

/// How long a flow can be finished.
pub const FLOW_LIFETIME: Duration = Duration::minutes(5);

/// The ways to sign in that take a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlowKind {
    /// A passkey that its owner chooses.
    Passkey,
    /// The nonce of an identity token.
    IdToken,
}

impl FlowKind {
    /// Its name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Passkey => "passkey",
            Self::IdToken => "id_token",
        }
    }
}

/// A flow that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInFlow {
    /// Random id.
    pub id: Uuid,
    /// The way.
    pub kind: FlowKind,
    /// What the server has to remember until the flow ends.
    pub state: String,
    /// When it began.
    pub created_at: OffsetDateTime,
}

impl SignInFlow {
    /// Until when it can be finished.
    pub fn expires_at(&self) -> OffsetDateTime {
        self.created_at + FLOW_LIFETIME
    }
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
    /// callers, one MUST get `None`.
    ///
    /// # Errors
    /// Faults.
    async fn finish(
        &self,
        id: Uuid,
        kind: FlowKind,
        now: OffsetDateTime,
    ) -> Result<Option<SignInFlow>, Fault>;
}
