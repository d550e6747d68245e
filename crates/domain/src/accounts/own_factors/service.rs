//! The use cases of somebody's own factors, and their upkeep: renaming, removing, new recovery codes.

use std::sync::Arc;

use uuid::Uuid;

use crate::accounts::access::Caller;
use crate::accounts::factors::{
    AccountFactors, Answers, FACTOR_NAME_MAX, Factor, FactorChange, FactorError, FactorRefused, FactorStore,
    Passkeys, RecoveryCodes, TotpCodes, is_fresh,
};
use crate::accounts::own_account::changed;
use crate::accounts::password_hasher::PasswordHasher;
use crate::accounts::profile_store::ProfileStore;
use crate::accounts::secret_deriver::SecretDeriver;
use crate::accounts::sign_in::Sessions;
use crate::mail::{MailKind, MailQueue};
use crate::shared::{Clock, IdSource, Invalid, Text, TextRule};

/// The ports of [`OwnFactors`].
pub struct OwnFactorsPorts {
    /// Stores factors.
    pub factors: Arc<dyn FactorStore>,
    /// Reads passwords.
    pub profiles: Arc<dyn ProfileStore>,
    /// Checks passwords.
    pub hasher: Arc<dyn PasswordHasher>,
    /// Derives secrets and codes.
    pub secrets: Arc<dyn SecretDeriver>,
    /// Computes the codes of apps.
    pub totp: Arc<dyn TotpCodes>,
    /// Checks passkeys.
    pub passkeys: Arc<dyn Passkeys>,
    /// Issues tokens of the session that a factor was used in.
    pub sessions: Arc<Sessions>,
    /// Current time.
    pub clock: Arc<dyn Clock>,
    /// Ids of new rows.
    pub ids: Arc<dyn IdSource>,
    /// Creates notices to the owner.
    pub mails: MailQueue,
}

/// One's own factors.
pub struct OwnFactors {
    pub(super) ports: OwnFactorsPorts,
    pub(super) answers: Answers,
}

pub(super) const NAME: TextRule =
    TextRule { field: "/friendly_name", label: "Name", limit: FACTOR_NAME_MAX, multiline: false };

impl OwnFactors {
    /// Creates the use cases from their ports.
    pub fn new(ports: OwnFactorsPorts) -> Self {
        let answers = Answers::new(ports.secrets.clone(), ports.totp.clone(), ports.passkeys.clone());
        Self { ports, answers }
    }

    /// The factors and the recovery codes of the caller.
    ///
    /// # Errors
    /// `NotFound` if the account was deleted meanwhile; faults.
    pub async fn list(&self, caller: &Caller) -> Result<AccountFactors, FactorError> {
        Ok(self.ports.factors.of_user(caller.user.id).await?.ok_or(FactorRefused::NotFound)?)
    }

    /// Renames a factor and returns it.
    ///
    /// # Errors
    /// Field errors at `/friendly_name`; `NotFresh`, `NotFound`; faults.
    pub async fn rename(&self, caller: &Caller, factor_id: Uuid, name: &str) -> Result<Factor, FactorError> {
        let mut errors = Vec::new();
        let name = Text::required(name, NAME, &mut errors);
        Invalid::unless_empty(errors)?;
        self.fresh(caller)?;
        let step = Box::new(move |account: &AccountFactors| match account.factor(factor_id) {
            Some(factor) => {
                let renamed = Factor { friendly_name: name, ..factor.clone() };
                FactorChange::from(renamed).into()
            }
            None => FactorRefused::NotFound.into(),
        });
        self.ports.factors.change(caller.user.id, None, step).await?;
        Ok(self.list(caller).await?.factor(factor_id).cloned().ok_or(FactorRefused::NotFound)?)
    }

    /// Removes a factor, and with the last one that signing in asks for, the recovery codes. The owner gets a notice.
    ///
    /// # Errors
    /// `NotFresh`, `NotFound`; faults.
    pub async fn remove(&self, caller: &Caller, factor_id: Uuid) -> Result<(), FactorError> {
        self.fresh(caller)?;
        let now = self.ports.clock.now();
        let (mails, audit_id) = (self.ports.mails.clone(), self.ports.ids.new_id());
        let step = Box::new(move |account: &AccountFactors| {
            let Some(factor) = account.factor(factor_id) else { return FactorRefused::NotFound.into() };
            let mut change = FactorChange { remove: vec![factor_id], ..FactorChange::default() };
            if factor.is_verified() {
                let others = account.verified().any(|other| other.id != factor_id);
                change.recovery = (!others).then_some(None);
                let user = &account.user;
                let mail = mails.mail(MailKind::FactorRemoved, user.email.clone(), user.name.clone(), now);
                change.mail = Some(mail);
                change.audit = Some(changed(audit_id, "factor.removed", user.id, now));
            }
            change.into()
        });
        self.ports.factors.change(caller.user.id, None, step).await
    }

    /// Makes ten new recovery codes; the earlier ones stop working.
    ///
    /// # Errors
    /// `NotFresh`; `NotFound` without a verified factor; faults.
    pub async fn new_recovery_codes(&self, caller: &Caller) -> Result<Vec<String>, FactorError> {
        self.fresh(caller)?;
        let now = self.ports.clock.now();
        let (set_id, audit_id) = (self.ports.ids.new_id(), self.ports.ids.new_id());
        let step = Box::new(move |account: &AccountFactors| {
            if !account.has_verified() {
                return FactorRefused::NotFound.into();
            }
            let audit = changed(audit_id, "recovery_codes.replaced", account.user.id, now);
            let recovery = Some(Some(RecoveryCodes::new(set_id, now)));
            FactorChange { recovery, audit: Some(audit), ..FactorChange::default() }.into()
        });
        self.ports.factors.change(caller.user.id, None, step).await?;
        Ok(self.answers.recovery_codes(set_id))
    }

    pub(super) fn fresh(&self, caller: &Caller) -> Result<(), FactorRefused> {
        let fresh = is_fresh(&caller.proofs, self.ports.clock.now());
        if fresh { Ok(()) } else { Err(FactorRefused::NotFresh) }
    }
}
