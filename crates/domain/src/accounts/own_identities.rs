//! One's own identities: listing, linking and unlinking them.

use std::sync::Arc;

use uuid::Uuid;

use super::access::Caller;
use super::factors::is_fresh;
use super::identities::{
    AccountIdentities, Identity, IdentityChange, IdentityError, IdentityRefused, IdentityStore,
    ProviderError, check_unlink,
};
use super::identity_verifier::{IdentityProof, IdentityVerifier, ProofError, VerifiedIdentity};
use super::own_account::changed;
use crate::mail::{MailKind, MailQueue};
use crate::shared::{Clock, Fault, IdSource};

/// The ports of [`OwnIdentities`].
pub struct OwnIdentitiesPorts {
    /// Stores identities.
    pub identities: Arc<dyn IdentityStore>,
    /// Checks what proves them.
    pub verifier: Arc<IdentityVerifier>,
    /// Current time.
    pub clock: Arc<dyn Clock>,
    /// Ids of new rows.
    pub ids: Arc<dyn IdSource>,
    /// Creates notices to the owner.
    pub mails: MailQueue,
}

/// Why an identity was not linked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkIdentityError {
    /// A rule or the store refused it.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// It was not proven.
    #[error(transparent)]
    Proof(#[from] ProofError),
}

impl From<IdentityRefused> for LinkIdentityError {
    fn from(refused: IdentityRefused) -> Self {
        Self::Identity(refused.into())
    }
}

impl From<Fault> for LinkIdentityError {
    fn from(fault: Fault) -> Self {
        Self::Identity(fault.into())
    }
}

/// One's own identities.
pub struct OwnIdentities(OwnIdentitiesPorts);

impl OwnIdentities {
    /// Creates the use cases from their ports.
    pub fn new(ports: OwnIdentitiesPorts) -> Self {
        Self(ports)
    }

    /// The caller's identities, oldest first.
    ///
    /// # Errors
    /// Faults.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Identity>, Fault> {
        self.0.identities.of_user(caller.user.id).await
    }

    /// Links the identity of this provider or chain that was proven, and returns it. The owner gets a notice. Linking one's own identity again
    /// changes nothing.
    ///
    /// # Errors
    /// In this order: `NotFresh`, those of the proof, `Taken`; faults.
    pub async fn link(
        &self,
        caller: &Caller,
        provider: &str,
        proof: &IdentityProof,
    ) -> Result<Identity, LinkIdentityError> {
        self.fresh(caller)?;
        let VerifiedIdentity { provider: of, identity: proven, .. } = self.0.verifier.verify(proof).await?;
        if of != provider {
            return Err(ProofError::Provider(ProviderError::Unknown).into());
        }
        let (user_id, at, audit_id) = (caller.user.id, self.0.clock.now(), self.0.ids.new_id());
        let identity = Identity {
            id: self.0.ids.new_id(),
            user_id,
            provider: provider.to_owned(),
            subject: proven.subject.clone(),
            email: proven.email,
            linked_at: at,
        };
        let mails = self.0.mails.clone();
        let step = Box::new(move |account: &AccountIdentities| {
            let same = |own: &Identity| own.provider == identity.provider && own.subject == identity.subject;
            if account.identities.iter().any(same) {
                return Ok(IdentityChange::default());
            }
            let user = &account.user;
            let mail = mails.mail(MailKind::IdentitiesChanged, user.email.clone(), user.name.clone(), at);
            let audit = changed(audit_id, "identity.linked", user_id, at);
            Ok(IdentityChange { link: Some(identity), mail: Some(mail), audit: Some(audit), unlink: None })
        });
        self.0.identities.change(user_id, step).await?;
        let own = self.list(caller).await?;
        let linked = own.into_iter().find(|own| own.provider == provider && own.subject == proven.subject);
        Ok(linked.ok_or(IdentityRefused::NotFound)?)
    }

    /// Unlinks an identity. The owner gets a notice.
    ///
    /// # Errors
    /// In this order: `NotFresh`, `NotFound`, `LastWayIn`; faults.
    pub async fn unlink(&self, caller: &Caller, id: Uuid) -> Result<(), IdentityError> {
        self.fresh(caller)?;
        let (user_id, at, audit_id) = (caller.user.id, self.0.clock.now(), self.0.ids.new_id());
        let mails = self.0.mails.clone();
        let step = Box::new(move |account: &AccountIdentities| {
            check_unlink(account, id)?;
            let user = &account.user;
            let mail = mails.mail(MailKind::IdentitiesChanged, user.email.clone(), user.name.clone(), at);
            let audit = changed(audit_id, "identity.unlinked", user_id, at);
            Ok(IdentityChange { unlink: Some(id), mail: Some(mail), audit: Some(audit), link: None })
        });
        self.0.identities.change(user_id, step).await
    }

    fn fresh(&self, caller: &Caller) -> Result<(), IdentityRefused> {
        let fresh = is_fresh(&caller.proofs, self.0.clock.now());
        if fresh { Ok(()) } else { Err(IdentityRefused::NotFresh) }
    }
}
