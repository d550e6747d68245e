//! Changing one's own password.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::reauthentication::prove;
use crate::accounts::{Account, Accounts, Caller, check_password, composed_password, same_password};
use crate::audit::AuditEvent;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, Refusal};

#[derive(Debug, Clone)]
pub struct PasswordChange {
    /// argon2id hash in PHC form.
    pub password_hash: String,
    pub at: OffsetDateTime,
    /// The only session that stays open.
    pub keep: Uuid,
    pub mail: OutgoingMail,
    pub audit: AuditEvent,
}

impl Accounts {
    /// Sets a new password, ends all other sessions and queues a notice to the owner.
    ///
    /// # Errors
    /// In this order: `invalid_credentials`, `weak_password`, `same_password`.
    pub async fn change_password(
        &self,
        caller: &Caller,
        current: &str,
        password: &str,
    ) -> Result<(), Refusal> {
        let user_id = caller.user.id;
        let proved = prove(&*self.store, &*self.hasher, user_id, current).await?;
        let Some(Account { user, password_hash: known }) = proved else {
            return Err(Code::InvalidCredentials.into());
        };
        check_password(password, &user.name, &user.email)?;
        // The hash of the current password matches exactly the inputs with the same composed form as `current`.
        if composed_password(password) == composed_password(current) {
            return Err(same_password().into());
        }
        let password_hash = self.hasher.hash(password).await?;
        let (act, keep) = (self.acts.begin(), caller.session_id);
        let step = Box::new(move |account: &Account| {
            // A concurrent request with the old password has won.
            if account.password_hash != known {
                return Err(Code::InvalidCredentials.into());
            }
            let mail = act.mail(MailKind::PasswordChanged, &account.user.email, &account.user.name);
            let audit = act.audit_own("user.password_changed", user_id);
            Ok(PasswordChange { password_hash, at: act.now, keep, mail, audit })
        });
        self.store.change_password(user_id, step).await
    }
}
