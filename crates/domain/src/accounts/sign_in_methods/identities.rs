//! The caller's own identities: listing, linking and unlinking them.

use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use crate::accounts::factors::{
    AccountSecurity, AccountSecurityStore, SecurityChange, SecurityError, SecurityQuery, SecurityRefused,
    when_fresh,
};
use crate::accounts::identities::{Identity, IdentityStore, ProviderError};
use crate::accounts::sessions::Caller;
use crate::accounts::sign_in::{IdentityProof, IdentityVerifier, ProofError, VerifiedIdentity};
use crate::act::Acts;
use crate::idempotency::KeyedRequest;
use crate::mail::MailKind;
use crate::shared::Fault;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkIdentityError {
    #[error(transparent)]
    Security(#[from] SecurityError),
    #[error(transparent)]
    Proof(#[from] ProofError),
}

#[derive(Constructor)]
pub struct OwnIdentities {
    identities: Arc<dyn IdentityStore>,
    security: Arc<dyn AccountSecurityStore>,
    verifier: Arc<IdentityVerifier>,
    acts: Acts,
}

impl OwnIdentities {
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Identity>, Fault> {
        self.identities.of_user(caller.user.id).await
    }

    /// Links a proven identity of this provider or chain and returns it. The owner gets a notice. Linking an identity
    /// again changes nothing.
    ///
    /// # Errors
    /// In this order: `NotFresh`, errors of the proof, `IdentityTaken`; faults.
    pub async fn link(
        &self,
        caller: &Caller,
        provider: &str,
        proof: &IdentityProof,
        request: Option<KeyedRequest<Identity>>,
    ) -> Result<Identity, LinkIdentityError> {
        // A refusal must not use up the code or the nonce of the proof.
        self.change(caller, |_| Ok(SecurityChange::default())).await?;
        let VerifiedIdentity { provider: of, identity: proven, .. } = self.verifier.verify(proof).await?;
        if of != provider {
            return Err(ProofError::Provider(ProviderError::Unknown).into());
        }
        let (user_id, act) = (caller.user.id, self.acts.begin());
        let identity = Identity {
            id: act.new_id(),
            user_id,
            provider: provider.to_owned(),
            subject: proven.subject.clone(),
            email: proven.email,
            linked_at: act.now,
        };
        let step = move |account: &AccountSecurity| {
            let same = |own: &Identity| own.provider == identity.provider && own.subject == identity.subject;
            let record = |linked: &Identity| request.map(|request| request.answered(linked, None));
            if let Some(own) = account.identities.iter().find(|own| same(own)) {
                return Ok(SecurityChange { record: record(own), ..SecurityChange::default() });
            }
            let user = &account.user;
            let mail = act.mail(MailKind::IdentitiesChanged, &user.email, &user.name);
            let audit = Some(act.audit_own("identity.linked", user_id));
            Ok(SecurityChange {
                record: record(&identity),
                link: Some(identity),
                mails: vec![mail],
                audit,
                ..SecurityChange::default()
            })
        };
        self.change(caller, step).await?;
        let own = self.list(caller).await.map_err(SecurityError::from)?;
        let linked = own.into_iter().find(|own| own.provider == provider && own.subject == proven.subject);
        Ok(linked.ok_or(SecurityError::from(SecurityRefused::NotFound))?)
    }

    /// Unlinks an identity. The owner gets a notice.
    ///
    /// # Errors
    /// In this order: `NotFresh`, `NotFound`, `LastSignInMethod`; faults.
    pub async fn unlink(&self, caller: &Caller, id: Uuid) -> Result<(), SecurityError> {
        let (user_id, act) = (caller.user.id, self.acts.begin());
        let step = move |account: &AccountSecurity| {
            if account.identities.iter().all(|identity| identity.id != id) {
                return Err(SecurityRefused::NotFound.into());
            }
            if !account.can_sign_in_without(&[id]) {
                return Err(SecurityRefused::LastSignInMethod.into());
            }
            let user = &account.user;
            let mail = act.mail(MailKind::IdentitiesChanged, &user.email, &user.name);
            let audit = Some(act.audit_own("identity.unlinked", user_id));
            Ok(SecurityChange { unlink: vec![id], mails: vec![mail], audit, ..SecurityChange::default() })
        };
        self.change(caller, step).await
    }

    async fn change(
        &self,
        caller: &Caller,
        step: impl FnOnce(&AccountSecurity) -> Result<SecurityChange, SecurityError> + Send + 'static,
    ) -> Result<(), SecurityError> {
        let now = self.acts.now();
        let step = when_fresh(caller.session_id, now, step);
        self.security.change(caller.user.id, SecurityQuery::at(now), step).await
    }
}
