//! The caller's own identities: listing, linking and unlinking them.

use uuid::Uuid;

use super::identity::{Identities, Identity};
use super::prove::{IdentityProof, VerifiedIdentity};
use crate::accounts::factors::{AccountSecurity, SecurityChange};
use crate::accounts::sessions::Caller;
use crate::idempotency::KeyedRequest;
use crate::mail::MailKind;
use crate::shared::{Code, Fault, Refusal};

impl Identities {
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Identity>, Fault> {
        self.store.of_user(caller.user.id).await
    }

    /// Links a proven identity of this provider or chain and returns it. The owner gets a notice. Linking an identity
    /// again changes nothing.
    ///
    /// # Errors
    /// In this order: `reauthentication_required`, errors of the proof, `identity_taken`.
    pub async fn link(
        &self,
        caller: &Caller,
        provider: &str,
        proof: &IdentityProof,
        request: Option<KeyedRequest<Identity>>,
    ) -> Result<Identity, Refusal> {
        // A refusal must not use up the code or the nonce of the proof.
        let now = self.sessions.acts.now();
        self.sessions.change_freshly(caller, now, |_| Ok(SecurityChange::default())).await?;
        let VerifiedIdentity { provider: of, identity: proven, .. } = self.verify(proof).await?;
        if of != provider {
            return Err(Code::UnknownProvider.into());
        }
        let (user_id, act) = (caller.user.id, self.sessions.acts.begin());
        let now = act.now;
        let identity = Identity {
            id: act.new_id(),
            user_id,
            provider: provider.to_owned(),
            subject: proven.subject.clone(),
            email: proven.email,
            linked_at: now,
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
        self.sessions.change_freshly(caller, now, step).await?;
        let mut own = self.list(caller).await?.into_iter();
        let linked = own.find(|own| own.provider == provider && own.subject == proven.subject);
        Ok(linked.ok_or(Code::NotFound)?)
    }

    /// Unlinks an identity. The owner gets a notice.
    ///
    /// # Errors
    /// In this order: `reauthentication_required`, `not_found`, `last_way_in`.
    pub async fn unlink(&self, caller: &Caller, id: Uuid) -> Result<(), Refusal> {
        let (user_id, act) = (caller.user.id, self.sessions.acts.begin());
        let now = act.now;
        let step = move |account: &AccountSecurity| {
            if account.identities.iter().all(|identity| identity.id != id) {
                return Err(Code::NotFound.into());
            }
            if !account.can_sign_in_without(&[id]) {
                return Err(Code::LastWayIn.into());
            }
            let user = &account.user;
            let mail = act.mail(MailKind::IdentitiesChanged, &user.email, &user.name);
            let audit = Some(act.audit_own("identity.unlinked", user_id));
            Ok(SecurityChange { unlink: vec![id], mails: vec![mail], audit, ..SecurityChange::default() })
        };
        self.sessions.change_freshly(caller, now, step).await
    }
}
