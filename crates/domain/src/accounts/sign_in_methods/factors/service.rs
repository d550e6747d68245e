//! The caller's own factors: listing, renaming and removing them, and new recovery codes.

use std::sync::Arc;

use derive_more::Constructor;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::factors::{
    AccountSecurity, AccountSecurityStore, FACTOR_NAME_MAX, Factor, FactorVerifier, Passkeys, RecoveryCodes,
    SecurityChange, SecurityError, SecurityQuery, SecurityRefused, when_fresh,
};
use crate::accounts::passwords::PasswordHasher;
use crate::accounts::profile::ProfileStore;
use crate::accounts::sessions::Caller;
use crate::accounts::sign_in::Sessions;
use crate::act::Acts;
use crate::mail::MailKind;
use crate::shared::TextRule;

#[derive(Constructor)]
pub struct OwnFactors {
    pub(super) security: Arc<dyn AccountSecurityStore>,
    pub(super) profiles: Arc<dyn ProfileStore>,
    pub(super) hasher: Arc<dyn PasswordHasher>,
    pub(super) passkeys: Arc<dyn Passkeys>,
    pub(super) verifier: FactorVerifier,
    pub(super) sessions: Arc<Sessions>,
    pub(super) acts: Acts,
}

pub(super) const NAME: TextRule =
    TextRule { field: "/friendly_name", label: "Name", limit: FACTOR_NAME_MAX, multiline: false };

impl OwnFactors {
    /// The factors and the recovery codes of the caller.
    ///
    /// # Errors
    /// `NotFound` if the account has been deleted; faults.
    pub async fn list(&self, caller: &Caller) -> Result<AccountSecurity, SecurityError> {
        let account = self.security.of_user(caller.user.id, self.acts.now()).await?;
        Ok(account.ok_or(SecurityRefused::NotFound)?)
    }

    pub(super) async fn change_freshly(
        &self,
        caller: &Caller,
        now: OffsetDateTime,
        step: impl FnOnce(&AccountSecurity) -> Result<SecurityChange, SecurityError> + Send + 'static,
    ) -> Result<(), SecurityError> {
        let step = when_fresh(caller.session_id, now, step);
        self.security.change(caller.user.id, SecurityQuery::at(now), step).await
    }

    /// Renames a factor and returns it.
    ///
    /// # Errors
    /// Field errors at `/friendly_name`; `NotFresh`, `NotFound`; faults.
    pub async fn rename(
        &self,
        caller: &Caller,
        factor_id: Uuid,
        name: &str,
    ) -> Result<Factor, SecurityError> {
        let name = NAME.parse_required(name)?;
        let step = move |account: &AccountSecurity| {
            let factor = account.factor(factor_id).ok_or(SecurityRefused::NotFound)?;
            Ok(SecurityChange::from(Factor { friendly_name: name, ..factor.clone() }))
        };
        self.change_freshly(caller, self.acts.now(), step).await?;
        Ok(self.list(caller).await?.factor(factor_id).cloned().ok_or(SecurityRefused::NotFound)?)
    }

    /// Removes a factor. Removing the last verified one also removes the recovery codes. Sessions that only this factor
    /// proved end, including the caller's. The owner gets a notice.
    ///
    /// # Errors
    /// `NotFresh`, `NotFound`, `LastSignInMethod`; faults.
    pub async fn remove(&self, caller: &Caller, factor_id: Uuid) -> Result<(), SecurityError> {
        let act = self.acts.begin();
        let now = act.now;
        let step = move |account: &AccountSecurity| {
            let factor = account.factor(factor_id).ok_or(SecurityRefused::NotFound)?;
            let remove = vec![factor_id];
            if !factor.is_verified() {
                return Ok(SecurityChange { remove, ..SecurityChange::default() });
            }
            if !account.can_sign_in_without(&remove) {
                return Err(SecurityRefused::LastSignInMethod.into());
            }
            let user = &account.user;
            let others = account.verified().any(|other| other.id != factor_id);
            Ok(SecurityChange {
                end: account.sessions_proved_only_by(&remove),
                recovery: (!others).then_some(None),
                mails: vec![act.mail(MailKind::FactorRemoved, &user.email, &user.name)],
                audit: Some(act.audit_own("factor.removed", user.id)),
                remove,
                ..SecurityChange::default()
            })
        };
        self.change_freshly(caller, now, step).await
    }

    /// Creates ten new recovery codes and invalidates the earlier ones.
    ///
    /// # Errors
    /// `NotFresh`; `NotFound` without a verified factor; faults.
    pub async fn create_recovery_codes(&self, caller: &Caller) -> Result<Vec<String>, SecurityError> {
        let act = self.acts.begin();
        let (now, set_id) = (act.now, act.new_id());
        let step = move |account: &AccountSecurity| {
            if !account.has_verified() {
                return Err(SecurityRefused::NotFound.into());
            }
            let audit = act.audit_own("recovery_codes.replaced", account.user.id);
            let recovery = Some(Some(RecoveryCodes::new(set_id, now)));
            Ok(SecurityChange { recovery, audit: Some(audit), ..SecurityChange::default() })
        };
        self.change_freshly(caller, now, step).await?;
        Ok(self.verifier.recovery_codes(set_id))
    }
}
