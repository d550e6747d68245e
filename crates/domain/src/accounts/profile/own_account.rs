use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::store::{Account, ChangePasswordError, PasswordChange, ProfileStore, Renaming};
use crate::accounts::passwords::{PasswordHasher, check_password, composed_password};
use crate::accounts::sessions::{Caller, User};
use crate::act::Acts;
use crate::mail::MailKind;
use crate::shared::{Fault, Invalid, PersonName};

/// New names, not validated; `None` keeps the current one.
#[derive(Clone, Default)]
pub struct NewNames {
    pub first: Option<String>,
    pub last: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenameError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error("the account no longer exists")]
    Gone,
    #[error(transparent)]
    Fault(#[from] Fault),
}

#[derive(Constructor)]
pub struct OwnAccount {
    profiles: Arc<dyn ProfileStore>,
    hasher: Arc<dyn PasswordHasher>,
    acts: Acts,
}

impl OwnAccount {
    /// Changes one or both names and returns the user as stored. Unchanged names record nothing.
    ///
    /// # Errors
    /// Field errors as at sign-up; see [`RenameError`].
    pub async fn rename(&self, caller: &Caller, names: NewNames) -> Result<User, RenameError> {
        let mut errors = Vec::new();
        let first = names.first.map(|first| PersonName::parse_first(&first, &mut errors));
        let last = names.last.map(|last| PersonName::parse_last(&last, &mut errors));
        Invalid::unless_empty(errors)?;
        let user_id = caller.user.id;
        let audit = self.acts.begin().audit_own("user.renamed", user_id);
        let step = Box::new(move |user: &User| {
            let PersonName { first: old_first, last: old_last } = user.name.clone();
            let name = PersonName { first: first.unwrap_or(old_first), last: last.unwrap_or(old_last) };
            (name != user.name).then_some(Renaming { name, audit })
        });
        self.profiles.rename(user_id, step).await?.ok_or(RenameError::Gone)
    }

    /// Sets a new password, ends all other sessions and queues a notice to the owner.
    ///
    /// # Errors
    /// In this order: `InvalidCredentials`, `WeakPassword`, `SamePassword`; see [`ChangePasswordError`].
    pub async fn change_password(
        &self,
        caller: &Caller,
        current: &str,
        password: &str,
    ) -> Result<(), ChangePasswordError> {
        let user_id = caller.user.id;
        let proved = prove(&*self.profiles, &*self.hasher, user_id, current).await?;
        let Some(Account { user, password_hash: known }) = proved else {
            return Err(ChangePasswordError::InvalidCredentials);
        };
        check_password(password, &user.name, &user.email).map_err(ChangePasswordError::WeakPassword)?;
        // The hash of the current password matches exactly the inputs with the same composed form as `current`.
        if composed_password(password) == composed_password(current) {
            return Err(ChangePasswordError::SamePassword);
        }
        let password_hash = self.hasher.hash(password).await?;
        let (act, keep) = (self.acts.begin(), caller.session_id);
        let step = Box::new(move |account: &Account| {
            // A concurrent request with the old password has won.
            if account.password_hash != known {
                return Err(ChangePasswordError::InvalidCredentials);
            }
            let mail = act.mail(MailKind::PasswordChanged, &account.user.email, &account.user.name);
            let audit = act.audit_own("user.password_changed", user_id);
            Ok(PasswordChange { password_hash, at: act.now, keep, mail, audit })
        });
        self.profiles.change_password(user_id, step).await
    }
}

/// The account, if the password is the user's current one. Always computes one hash.
pub async fn prove(
    profiles: &dyn ProfileStore,
    hasher: &dyn PasswordHasher,
    user_id: Uuid,
    password: &str,
) -> Result<Option<Account>, Fault> {
    let account = profiles.account(user_id).await?;
    let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
    let is_correct = hasher.verify(password, hash).await?;
    Ok(account.filter(|_| is_correct))
}
