//! The caller's own factors: listing, renaming and removing them, and new recovery codes.

use time::OffsetDateTime;
use uuid::Uuid;

use super::recovery_codes::recovery_codes;
use crate::accounts::{
    AccountSecurity, Caller, FACTOR_NAME_MAX, Factor, RecoveryCodes, SecurityChange, SecurityQuery, Sessions,
    fresh_session,
};
use crate::mail::MailKind;
use crate::shared::{Code, Refusal, TextRule};

pub(super) const NAME: TextRule =
    TextRule { field: "/friendly_name", label: "Name", limit: FACTOR_NAME_MAX, multiline: false };

impl Sessions {
    pub async fn list_factors(&self, caller: &Caller) -> Result<AccountSecurity, Refusal> {
        self.store.security(caller.user.id, self.acts.now()).await
    }

    pub async fn rename_factor(
        &self,
        caller: &Caller,
        factor_id: Uuid,
        name: &str,
    ) -> Result<Factor, Refusal> {
        let name = NAME.parse_required(name)?;
        let step = move |account: &AccountSecurity| {
            let factor = account.factor(factor_id).ok_or(Code::NotFound)?;
            Ok(SecurityChange::from(Factor { friendly_name: name, ..factor.clone() }))
        };
        self.change_freshly(caller, self.acts.now(), step).await?;
        Ok(self.list_factors(caller).await?.factor(factor_id).cloned().ok_or(Code::NotFound)?)
    }

    /// Removes a factor. Removing the last verified one also removes the recovery codes. Sessions that only this factor
    /// proved end, including the caller's. The owner gets a notice.
    pub async fn remove_factor(&self, caller: &Caller, factor_id: Uuid) -> Result<(), Refusal> {
        let act = self.acts.begin();
        let now = act.now;
        let step = move |account: &AccountSecurity| {
            let factor = account.factor(factor_id).ok_or(Code::NotFound)?;
            let remove = vec![factor_id];
            if !factor.is_verified() {
                return Ok(SecurityChange { remove, ..SecurityChange::default() });
            }
            if !account.can_sign_in_without(&remove) {
                return Err(Code::LastWayIn.into());
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
    /// `reauthentication_required`; `not_found` without a verified factor.
    pub async fn create_recovery_codes(&self, caller: &Caller) -> Result<Vec<String>, Refusal> {
        let act = self.acts.begin();
        let (now, set_id) = (act.now, act.new_id());
        let step = move |account: &AccountSecurity| {
            if !account.has_verified() {
                return Err(Code::NotFound.into());
            }
            let audit = act.audit_own("recovery_codes.replaced", account.user.id);
            let recovery = Some(Some(RecoveryCodes::new(set_id, now)));
            Ok(SecurityChange { recovery, audit: Some(audit), ..SecurityChange::default() })
        };
        self.change_freshly(caller, now, step).await?;
        Ok(recovery_codes(set_id, &self.secrets))
    }

    /// Changes the caller's sign-in methods in a fresh session.
    pub(in crate::accounts) async fn change_freshly(
        &self,
        caller: &Caller,
        now: OffsetDateTime,
        step: impl FnOnce(&AccountSecurity) -> Result<SecurityChange, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        let session_id = caller.session_id;
        let step = Box::new(move |account: &AccountSecurity| {
            fresh_session(account, session_id, now)?;
            step(account)
        });
        self.store.change(caller.user.id, SecurityQuery::at(now), step).await
    }
}
