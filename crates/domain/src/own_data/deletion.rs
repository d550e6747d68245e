//! The rule for deleting one's own account: pure, on what was read under lock.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{Account, HashError};
use crate::audit::AuditEvent;
use crate::shared::Fault;

/// Somebody who wants to delete their account, read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    /// The account.
    pub account: Account,
    /// The pending application.
    pub pending: Option<Uuid>,
    /// How many other administrators can sign in.
    pub other_admins: u64,
}

/// What a deletion records, besides what every deletion erases.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    /// When it happened.
    pub at: OffsetDateTime,
    /// Entries to write.
    pub audit: Vec<AuditEvent>,
}

/// Why the account was not deleted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeleteAccountError {
    /// The current password is wrong, or was changed meanwhile.
    #[error("Invalid login credentials")]
    InvalidCredentials,
    /// Nobody else could administer the site.
    #[error("the last administrator cannot leave")]
    LastAdmin,
    /// Too many password hashes at once.
    #[error("too many password checks at once")]
    Busy,
    /// A port failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<HashError> for DeleteAccountError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::Busy,
            HashError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// New ids for one deletion.
#[derive(Debug, Clone, Copy)]
pub struct DepartureIds {
    /// The entry about the account.
    pub user: Uuid,
    /// The entry about the pending application.
    pub application: Uuid,
}

/// Lets a person leave whose password was checked against `proved`, their hash at that time.
///
/// # Errors
/// `InvalidCredentials`, then `LastAdmin`.
pub fn leave(
    leaving: &Leaving,
    proved: Option<&str>,
    ids: DepartureIds,
    at: OffsetDateTime,
) -> Result<Departure, DeleteAccountError> {
    let Leaving { account, pending, other_admins } = leaving;
    if account.password_hash.as_deref() != proved {
        return Err(DeleteAccountError::InvalidCredentials);
    }
    if account.user.roles.is_admin() && *other_admins == 0 {
        return Err(DeleteAccountError::LastAdmin);
    }
    let user_id = account.user.id;
    let entry = |id, action, target_type, target_id| AuditEvent {
        id,
        at,
        actor_id: Some(user_id),
        action,
        target_type,
        target_id,
        detail: Vec::new(),
    };
    let withdrawn = pending.map(|id| entry(ids.application, "application.withdrawn", "application", id));
    let audit = withdrawn.into_iter().chain([entry(ids.user, "user.deleted", "user", user_id)]).collect();
    Ok(Departure { at, audit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::{Role, Roles, User};
    use crate::shared::{EmailAddress, PersonName};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const ANA: Uuid = Uuid::from_u128(1);
    const IDS: DepartureIds = DepartureIds { user: Uuid::from_u128(2), application: Uuid::from_u128(3) };

    fn leaving(role: Role, other_admins: u64, pending: Option<Uuid>) -> Leaving {
        let user = User {
            id: ANA,
            email: EmailAddress::stored("a@example.org".into()),
            name: PersonName { first: "Ana".into(), last: "Li".into() },
            roles: Roles::from_iter([role]),
            created_at: NOW,
            disabled_at: None,
        };
        Leaving { account: Account { user, password_hash: Some("hash".into()) }, pending, other_admins }
    }

    #[test]
    fn everybody_may_leave_with_the_current_password_but_the_last_administrator() {
        use DeleteAccountError::{InvalidCredentials, LastAdmin};
        let table = [
            (Role::Applicant, 0, Some("hash"), Ok(())),
            (Role::Member, 0, Some("hash"), Ok(())),
            (Role::Admin, 1, Some("hash"), Ok(())),
            (Role::Admin, 0, Some("hash"), Err(LastAdmin)),
            (Role::Applicant, 0, Some("changed"), Err(InvalidCredentials)),
            (Role::Applicant, 0, None, Err(InvalidCredentials)),
            (Role::Admin, 0, Some("changed"), Err(InvalidCredentials)),
        ];
        for (role, other_admins, proved, expected) in table {
            let left = leave(&leaving(role, other_admins, None), proved, IDS, NOW);
            assert_eq!(left.map(drop), expected, "{role:?}, {other_admins} others, {proved:?}");
        }
    }

    #[test]
    fn the_deletion_and_a_withdrawn_application_are_recorded() {
        let application = Uuid::from_u128(4);
        let recorded = |pending| {
            let departure = leave(&leaving(Role::Applicant, 0, pending), Some("hash"), IDS, NOW);
            let entries = departure.expect("they may leave").audit.into_iter();
            entries.map(|entry| (entry.id, entry.actor_id, entry.action, entry.target_id)).collect::<Vec<_>>()
        };
        let deleted = (IDS.user, Some(ANA), "user.deleted", ANA);
        assert_eq!(recorded(None), [deleted]);
        let withdrawn = (IDS.application, Some(ANA), "application.withdrawn", application);
        assert_eq!(recorded(Some(application)), [withdrawn, deleted]);
    }
}
