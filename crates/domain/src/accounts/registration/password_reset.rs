//! The rule for a recovery grant: the owner of its address sets a new password. An unconfirmed address becomes
//! confirmed.

use time::OffsetDateTime;
use uuid::Uuid;

use super::sign_in_record::SignInRecord;
use crate::accounts::identities::Identity;
use crate::accounts::new_user::NewUser;
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::act::Act;
use crate::audit::AuditEvent;
use crate::mail::{MailKind, OutgoingMail};

/// Read under the lock on the address.
#[derive(Debug, Clone)]
pub struct ResetContext {
    pub grant: OneTimeToken,
    /// The current owner of its address, if any.
    pub record: Option<SignInRecord>,
    pub identities: Vec<Identity>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PasswordReset {
    /// Set the password of a user, end all their sessions, and delete unverified factors.
    Change(Box<ChosenPassword>),
    /// Create the user and delete the pending registrations for the address.
    Create(Box<NewUser>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenPassword {
    pub user_id: Uuid,
    /// argon2id hash in PHC form.
    pub password_hash: String,
    pub at: OffsetDateTime,
    /// The notice to the owner; `None` for a first password.
    pub mail: Option<OutgoingMail>,
    pub audit: AuditEvent,
}

/// Returns `None` if the grant is not accepted.
pub fn set_recovery_password(seen: &ResetContext, password_hash: String, act: &Act) -> Option<PasswordReset> {
    let ResetContext { grant, record, identities } = seen;
    let record = record.as_ref()?;
    if grant.purpose != Purpose::RecoveryGrant || !grant.is_live(act.now) {
        return None;
    }
    Some(match record {
        SignInRecord::User { user, password_hash: earlier, .. } => {
            let mail = || OutgoingMail {
                items: identities.iter().map(Identity::describe).collect(),
                ..act.mail(MailKind::PasswordChanged, &user.email, &user.name)
            };
            let audit = act.audit_own("password.reset", user.id);
            let mail = earlier.is_some().then(mail);
            let change = ChosenPassword { user_id: user.id, password_hash, at: act.now, mail, audit };
            PasswordReset::Change(Box::new(change))
        }
        SignInRecord::Unverified { registration } => {
            let user = registration.confirmed(Some(password_hash), act);
            PasswordReset::Create(Box::new(user))
        }
    })
}

#[cfg(test)]
mod tests;
