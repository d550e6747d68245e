//! The rule for an owner who deletes their account. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::factors::AccountSecurity;
use crate::accounts::profile::{Reauthentication, ReauthenticationRefused};
use crate::act::Act;
use crate::audit::AuditEvent;
use crate::shared::Fault;

/// The account to delete, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeletionContext {
    pub account: AccountSecurity,
    pub pending: Option<Uuid>,
    pub other_admins: u64,
}

#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeletionPlan {
    pub at: OffsetDateTime,
    pub audit: Vec<AuditEvent>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeleteAccountError {
    #[error(transparent)]
    Reauthentication(#[from] ReauthenticationRefused),
    #[error("the last administrator cannot delete the account")]
    LastAdmin,
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Decides whether an account may be deleted.
///
/// # Errors
/// `Reauthentication`, then `LastAdmin`.
pub fn delete_account(
    context: &DeletionContext,
    proved: &Reauthentication,
    act: &Act,
) -> Result<DeletionPlan, DeleteAccountError> {
    let DeletionContext { account, pending, other_admins } = context;
    proved.check(account, act.now)?;
    if account.user.roles.is_admin() && *other_admins == 0 {
        return Err(DeleteAccountError::LastAdmin);
    }
    let user_id = account.user.id;
    let withdrawn = pending.map(|id| act.audit(Some(user_id), "application.withdrawn", ("application", id)));
    let audit = withdrawn.into_iter().chain([act.audit_own("user.deleted", user_id)]).collect();
    Ok(DeletionPlan { at: act.now, audit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::factors::testing::{USER, account, session};
    use crate::accounts::roles::{Role, Roles};
    use crate::mail::testing::act;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const ANA: Uuid = USER;

    fn context(role: Role, other_admins: u64, pending: Option<Uuid>) -> DeletionContext {
        let mut account = account("a@example.org", NOW);
        account.user.roles = Roles::from_iter([role]);
        account.sessions = vec![session(1, Vec::new(), NOW)];
        DeletionContext { account, pending, other_admins }
    }

    fn proved(hash: &str) -> Reauthentication {
        Reauthentication { session_id: Uuid::from_u128(1), password_hash: Some(hash.to_owned()) }
    }

    #[test]
    fn every_user_except_the_last_administrator_can_delete_their_account_with_the_password() {
        let wrong = || Err(ReauthenticationRefused::InvalidCredentials.into());
        let table = [
            (Role::Applicant, 0, "hash", Ok(())),
            (Role::Member, 0, "hash", Ok(())),
            (Role::Admin, 1, "hash", Ok(())),
            (Role::Admin, 0, "hash", Err(DeleteAccountError::LastAdmin)),
            (Role::Applicant, 0, "changed", wrong()),
            (Role::Admin, 0, "changed", wrong()),
        ];
        for (role, other_admins, hash, expected) in table {
            let plan = delete_account(&context(role, other_admins, None), &proved(hash), &act(NOW));
            assert_eq!(plan.map(drop), expected, "{role:?}, {other_admins} others, {hash}");
        }
    }

    #[test]
    fn the_deletion_and_a_withdrawn_application_are_audited() {
        let application = Uuid::from_u128(4);
        let recorded = |pending| {
            let plan = delete_account(&context(Role::Applicant, 0, pending), &proved("hash"), &act(NOW));
            let entries = plan.expect("an allowed deletion").audit.into_iter();
            entries.map(|entry| (entry.actor_id, entry.action, entry.target_id)).collect::<Vec<_>>()
        };
        let deleted = (Some(ANA), "user.deleted", ANA);
        assert_eq!(recorded(None), [deleted]);
        let withdrawn = (Some(ANA), "application.withdrawn", application);
        assert_eq!(recorded(Some(application)), [withdrawn, deleted]);
    }
}
