use uuid::Uuid;

use crate::accounts::{Purpose, requested_mail};
use crate::idempotency::KeyedRequest;
use crate::shared::{Code, Refusal};
use crate::users::{Actor, UserAdministration};

impl UserAdministration {
    /// Queues another confirmation mail to the address of a sign-up.
    ///
    /// # Errors
    /// `reauthentication_required`; `not_found`; `conflict` if the address is confirmed.
    pub async fn resend_confirmation(
        &self,
        actor: Actor<'_>,
        id: Uuid,
        key: Option<KeyedRequest<()>>,
    ) -> Result<(), Refusal> {
        self.check_fresh(actor).await?;
        let seen = self.read(actor, id).await?.summary;
        if seen.is_verified {
            return Err(Code::Conflict.into());
        }
        let act = self.acts.begin();
        let (now, address) = (act.now, seen.user.email.clone());
        let record = key.map(|key| key.answered(&(), None));
        let audit = Some(act.audit(actor.id(), "verification.resent", ("registration", id)));
        let step = Box::new(move |owner| {
            let mut draft = requested_mail(owner, Purpose::VerifyEmail, address, record, &act);
            draft.audit = audit;
            draft
        });
        self.accounts.issue(seen.user.email, now, step).await
    }
}
