//! The caller's own identities: listing, linking and unlinking them.

use uuid::Uuid;

use crate::accounts::{AccountSecurity, Caller, Identities, Identity, IdentityProof, SecurityChange};
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
        let (of, proven, _) = self.verify(proof).await?;
        if of != provider {
            return Err(Code::UnknownProvider.into());
        }
        let (user_id, act) = (caller.user.id, self.sessions.acts.begin());
        let now = act.now;
        let subject = proven.subject.clone();
        let identity = Identity::new(&act, user_id, provider, proven);
        let step = move |account: &AccountSecurity| {
            let same = |own: &&Identity| own.is_of(&identity.provider, &identity.subject);
            let record = |linked: &Identity| request.map(|request| request.answered(linked, None));
            if let Some(own) = account.identities.iter().find(same) {
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
        let linked = own.find(|own| own.is_of(provider, &subject));
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
