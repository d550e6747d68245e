//! The rules for roles and disabled accounts. Administrators cannot change their own roles, and one enabled
//! administrator always remains.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::roles::{Role, RoleChange, Roles};
use crate::accounts::sessions::User;
use crate::audit::{AuditEvent, FormerAdministrator};

/// Maximum length of a reason in code points.
pub const REASON_MAX: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserChange {
    Grant(Role),
    Revoke(Role),
    Disable,
    /// The user can sign in again.
    Enable,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserChangeRequest {
    pub change: UserChange,
    /// The administrator; `None` for the command line.
    pub actor: Option<Uuid>,
    pub reason: Option<String>,
    pub audit: Uuid,
    pub at: OffsetDateTime,
}

/// Read under lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserChangeContext {
    pub user: User,
    /// Ids of all administrators whose accounts are enabled.
    pub administrators: Vec<Uuid>,
}

#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserChanges {
    pub roles: RoleChange,
    /// The next value of [`User::disabled_at`].
    pub disabled_at: Option<OffsetDateTime>,
    /// When the user's sessions end; `None` if they continue.
    pub sessions_end_at: Option<OffsetDateTime>,
    pub audit: AuditEvent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UserRefusal {
    #[error("only administrators can change users")]
    NotAdministrator,
    #[error("administrators cannot change their own roles")]
    OwnRoles,
    #[error("this is the last administrator; appoint another one first")]
    LastAdmin,
}

/// Checks that a user may still act as an administrator. Stores read both values under the lock that the act takes.
///
/// # Errors
/// [`FormerAdministrator`] without the role, and for a disabled account.
pub fn check_actor(roles: &Roles, disabled_at: Option<OffsetDateTime>) -> Result<(), FormerAdministrator> {
    if roles.is_admin() && disabled_at.is_none() { Ok(()) } else { Err(FormerAdministrator) }
}

/// Decides what a change stores; `None` if it has no effect.
///
/// # Errors
/// In this order: `OwnRoles`, `LastAdmin`, `NotAdministrator`.
pub fn apply(seen: &UserChangeContext, act: UserChangeRequest) -> Result<Option<UserChanges>, UserRefusal> {
    let UserChangeContext { user, administrators } = seen;
    let UserChangeRequest { change, actor, reason, audit, at } = act;
    let of_roles = matches!(change, UserChange::Grant(_) | UserChange::Revoke(_));
    if of_roles && actor == Some(user.id) {
        return Err(UserRefusal::OwnRoles);
    }
    let removes_administrator = matches!(change, UserChange::Revoke(Role::Admin) | UserChange::Disable);
    if removes_administrator && *administrators == [user.id] {
        return Err(UserRefusal::LastAdmin);
    }
    // The actor was an administrator when the request arrived, and may have been demoted since.
    if actor.is_some_and(|id| !administrators.contains(&id)) {
        return Err(UserRefusal::NotAdministrator);
    }
    let is_unchanged = match change {
        UserChange::Grant(role) => user.roles.has(role),
        UserChange::Revoke(role) => !user.roles.has(role),
        UserChange::Disable => user.is_disabled(),
        UserChange::Enable => !user.is_disabled(),
    };
    if is_unchanged {
        return Ok(None);
    }
    let (action, role) = match change {
        UserChange::Grant(role) => ("role.granted", Some(role)),
        UserChange::Revoke(role) => ("role.revoked", Some(role)),
        UserChange::Disable => ("user.disabled", None),
        UserChange::Enable => ("user.enabled", None),
    };
    let mut event = AuditEvent::new(audit, at, actor, action, ("user", user.id));
    if let Some(role) = role {
        event = event.with("role", role.as_str());
    }
    if let Some(reason) = reason {
        event = event.with("reason", reason);
    }
    Ok(Some(UserChanges {
        roles: match change {
            UserChange::Grant(role) => RoleChange { grant: vec![role], revoke: Vec::new() },
            UserChange::Revoke(role) => RoleChange { grant: Vec::new(), revoke: vec![role] },
            UserChange::Disable | UserChange::Enable => RoleChange::default(),
        },
        disabled_at: match change {
            UserChange::Disable => Some(at),
            UserChange::Enable => None,
            UserChange::Grant(_) | UserChange::Revoke(_) => user.disabled_at,
        },
        // Enabling also ends sessions, so that no earlier session becomes valid again.
        sessions_end_at: matches!(change, UserChange::Disable | UserChange::Enable).then_some(at),
        audit: event,
    }))
}

#[cfg(test)]
mod tests;
