use std::sync::Arc;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    Chain, FlowKind, IdentityProviders, NewUser, ProvenIdentity, Sessions, SignInFlow, User, WalletSignatures,
};
use crate::act::Act;
use crate::shared::{Fault, Refusal};

/// An account at a provider that is linked to a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub id: Uuid,
    pub user_id: Uuid,
    pub provider: String,
    pub subject: String,
    /// The verified address at the time of linking, by which the owner recognises the identity.
    pub email: Option<String>,
    pub linked_at: OffsetDateTime,
}

impl Identity {
    pub(super) fn new(act: &Act, user_id: Uuid, provider: &str, proven: ProvenIdentity) -> Self {
        let ProvenIdentity { subject, email, .. } = proven;
        let provider = provider.to_owned();
        Self { id: act.new_id(), user_id, provider, subject, email, linked_at: act.now }
    }

    pub(super) fn is_of(&self, provider: &str, subject: &str) -> bool {
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
    pub signatures: Arc<dyn WalletSignatures>,
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
