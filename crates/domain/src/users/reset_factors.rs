//! Removes all second factors of an account whose owner has lost their authenticator and recovery codes. Only the
//! command line may call it, because the operator verifies the owner's identity by other means. Recovery by mail never
//! removes factors.

use std::sync::Arc;

use uuid::Uuid;

use super::change::REASON;
use crate::accounts::{AccountSecurity, SecurityChange, SecurityQuery, SessionStore};
use crate::act::Acts;
use crate::mail::MailKind;
use crate::shared::Refusal;

pub struct FactorReset {
    pub sessions: Arc<dyn SessionStore>,
    pub acts: Acts,
}

impl FactorReset {
    /// Removes all factors and recovery codes of a user, ends the sessions that they proved, and notifies the owner.
    /// Returns the number of removed factors. Without factors and codes it records nothing.
    ///
    /// # Errors
    /// A field error at `/reason`; `not_found`.
    pub async fn reset(&self, user_id: Uuid, reason: &str) -> Result<usize, Refusal> {
        let reason = REASON.parse_required(reason)?;
        let act = self.acts.begin();
        let at = act.now;
        let before = self.sessions.security(user_id, at).await?;
        let step = Box::new(move |account: &AccountSecurity| {
            if account.factors.is_empty() && account.recovery.is_none() {
                return Ok(SecurityChange::default());
            }
            let user = &account.user;
            let audit = act.audit(None, "factors.reset", ("user", user.id)).with("reason", reason);
            let remove: Vec<Uuid> = account.factors.iter().map(|factor| factor.id).collect();
            Ok(SecurityChange {
                end: account.sessions_proved_only_by(&remove),
                remove,
                recovery: Some(None),
                mails: vec![act.mail(MailKind::FactorRemoved, &user.email, &user.name)],
                audit: Some(audit),
                ..SecurityChange::default()
            })
        });
        self.sessions.change(user_id, SecurityQuery::at(at), step).await?;
        Ok(before.factors.len())
    }
}
