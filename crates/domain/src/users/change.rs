//! The rules for roles, disabled accounts, sessions and lost factors. Administrators cannot change their own roles, and
//! one enabled administrator always remains. The user is told of each change by mail.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{Role, RoleChange, Roles, User};
use crate::act::Act;
use crate::audit::AuditEvent;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, Refusal, TextRule};
use crate::users::{Actor, UserAdministration, UserSummary};

/// Maximum length of a reason in code points.
pub const REASON_MAX: usize = 500;

pub(super) const REASON: TextRule =
    TextRule { field: "/reason", label: "Reason", limit: REASON_MAX, multiline: false };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserChange {
    Grant(Role),
    Revoke(Role),
    Disable,
    /// The user can sign in again.
    Enable,
    EndSessions,
    /// Removes all second factors and recovery codes of a user who has lost them. The administrator or operator verifies
    /// the user's identity by other means. Recovery by mail never removes factors.
    RemoveFactors,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserChangeContext {
    pub user: User,
    /// Ids of all administrators whose accounts are enabled.
    pub administrators: Vec<Uuid>,
    pub has_sessions: bool,
    /// Whether there are factors, verified or not, or recovery codes.
    pub has_factors: bool,
}

/// Which sessions of the user end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedSessions {
    None,
    /// Those that a second factor proved.
    ByFactor,
    All,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserChangePlan {
    pub roles: RoleChange,
    /// The next value of [`User::disabled_at`].
    pub disabled_at: Option<OffsetDateTime>,
    pub sessions: EndedSessions,
    pub removes_factors: bool,
    pub mail: OutgoingMail,
    pub audit: AuditEvent,
}

impl UserAdministration {
    /// Changes a user and records the actor and the reason in the audit log. Does nothing if the change has no effect.
    /// Returns the user after the change.
    ///
    /// # Errors
    /// `reauthentication_required`; a field error at `/reason`: too long, or missing where the change disables or removes
    /// factors; `not_found`; those of [`change_user`].
    pub async fn change(
        &self,
        actor: Actor<'_>,
        id: Uuid,
        change: UserChange,
        reason: Option<&str>,
    ) -> Result<UserSummary, Refusal> {
        self.check_fresh(actor).await?;
        let reason = match change {
            UserChange::Disable | UserChange::RemoveFactors => {
                Some(REASON.parse_required(reason.unwrap_or_default())?)
            }
            _ => REASON.parse_optional(reason)?,
        };
        let (actor, act) = (actor.id(), self.acts.begin());
        let step = Box::new(move |seen: &_| change_user(seen, change, actor, reason, &act));
        self.users.change(id, step).await
    }
}

/// Checks that a user may still act as an administrator. Stores read both values under the lock that the act takes.
///
/// # Errors
/// `forbidden` without the role, and for a disabled account.
pub fn check_actor(roles: &Roles, disabled_at: Option<OffsetDateTime>) -> Result<(), Code> {
    if roles.is_admin() && disabled_at.is_none() { Ok(()) } else { Err(Code::Forbidden) }
}

/// Decides what a change stores; `None` if it has no effect.
///
/// # Errors
/// In this order: `own_roles`, `last_admin`, `forbidden`.
pub fn change_user(
    seen: &UserChangeContext,
    change: UserChange,
    actor: Option<Uuid>,
    reason: Option<String>,
    act: &Act,
) -> Result<Option<UserChangePlan>, Refusal> {
    let UserChangeContext { user, administrators, has_sessions, has_factors } = seen;
    let of_roles = matches!(change, UserChange::Grant(_) | UserChange::Revoke(_));
    if of_roles && actor == Some(user.id) {
        return Err(Code::OwnRoles.into());
    }
    let removes_administrator = matches!(change, UserChange::Revoke(Role::Admin) | UserChange::Disable);
    if removes_administrator && *administrators == [user.id] {
        return Err(Code::LastAdmin.into());
    }
    // The actor was an administrator when the request arrived, and may have been demoted since.
    if actor.is_some_and(|id| !administrators.contains(&id)) {
        return Err(Code::Forbidden.into());
    }
    let is_unchanged = match change {
        UserChange::Grant(role) => user.roles.has(role),
        UserChange::Revoke(role) => !user.roles.has(role),
        UserChange::Disable => user.is_disabled(),
        UserChange::Enable => !user.is_disabled(),
        UserChange::EndSessions => !has_sessions,
        UserChange::RemoveFactors => !has_factors,
    };
    if is_unchanged {
        return Ok(None);
    }
    let (grant, revoke) = (|role| (vec![role], Vec::new()), |role| (Vec::new(), vec![role]));
    let (action, (grant, revoke), disabled_at) = match change {
        UserChange::Grant(role) => ("role.granted", grant(role), user.disabled_at),
        UserChange::Revoke(role) => ("role.revoked", revoke(role), user.disabled_at),
        UserChange::Disable => ("user.disabled", Default::default(), Some(act.now)),
        UserChange::Enable => ("user.enabled", Default::default(), None),
        UserChange::EndSessions => ("user.signed_out", Default::default(), user.disabled_at),
        UserChange::RemoveFactors => ("factors.reset", Default::default(), user.disabled_at),
    };
    let mut audit = act.audit(actor, action, ("user", user.id));
    if let UserChange::Grant(role) | UserChange::Revoke(role) = change {
        audit = audit.with("role", role.as_str());
    }
    if let Some(reason) = reason {
        audit = audit.with("reason", reason);
    }
    let mail = match told(change) {
        Some(what) => {
            let mail = act.mail(MailKind::AccountChanged, &user.email, &user.name);
            OutgoingMail { items: vec![what], ..mail }
        }
        None => act.mail(MailKind::FactorRemoved, &user.email, &user.name),
    };
    Ok(Some(UserChangePlan {
        roles: RoleChange { grant, revoke },
        disabled_at,
        sessions: match change {
            UserChange::Grant(_) | UserChange::Revoke(_) => EndedSessions::None,
            UserChange::RemoveFactors => EndedSessions::ByFactor,
            // Enabling also ends sessions, so that no earlier session becomes valid again.
            UserChange::Disable | UserChange::Enable | UserChange::EndSessions => EndedSessions::All,
        },
        removes_factors: change == UserChange::RemoveFactors,
        mail,
        audit,
    }))
}

/// What the mail to the user says. The removal of factors has a mail of its own.
fn told(change: UserChange) -> Option<String> {
    let name = |role: Role| if role == Role::Admin { "administrator" } else { role.as_str() };
    Some(match change {
        UserChange::Grant(role) => format!("You now have the role of {}.", name(role)),
        UserChange::Revoke(role) => format!("You no longer have the role of {}.", name(role)),
        UserChange::Disable => "Your account is disabled, and you cannot sign in.".to_owned(),
        UserChange::Enable => "Your account is enabled again, and you can sign in.".to_owned(),
        UserChange::EndSessions => "You were signed out everywhere. Please sign in again.".to_owned(),
        UserChange::RemoveFactors => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::factors::testing::user;
    use crate::mail::testing::act;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const ANA: Uuid = Uuid::from_u128(1);
    const BEN: Uuid = Uuid::from_u128(2);
    const CLEO: Uuid = Uuid::from_u128(3);

    use Code::{Forbidden, LastAdmin, OwnRoles};
    use UserChange::{Disable, Enable, EndSessions, Grant, RemoveFactors, Revoke};

    const BY_ANA: Option<Uuid> = Some(ANA);
    const BY_BEN: Option<Uuid> = Some(BEN);
    const COMMAND_LINE: Option<Uuid> = None;

    fn ana(disabled_at: Option<OffsetDateTime>) -> User {
        let roles = Roles::from_iter([Role::Admin, Role::Member]);
        User { id: ANA, roles, disabled_at, ..user("ana@forum.example", NOW) }
    }

    fn apply_change(
        administrators: &[Uuid],
        change: UserChange,
        actor: Option<Uuid>,
    ) -> Result<Option<UserChangePlan>, Code> {
        let user = ana((!administrators.contains(&ANA)).then_some(NOW));
        let administrators = administrators.to_vec();
        let seen = UserChangeContext { user, administrators, has_sessions: true, has_factors: true };
        change_user(&seen, change, actor, Some("left".to_owned()), &act(NOW)).map_err(|refusal| refusal.code)
    }

    #[test]
    fn changes_to_own_roles_and_to_the_last_administrator_are_refused() {
        let (both, ana_and_cleo) = (&[ANA, BEN][..], &[ANA, CLEO][..]);
        let (only_ana, only_ben) = (&[ANA][..], &[BEN][..]);
        let table = [
            // Two administrators: each may demote and disable the other.
            (both, Revoke(Role::Admin), BY_BEN, Ok(())),
            (both, Disable, BY_BEN, Ok(())),
            (both, Disable, BY_ANA, Ok(())),
            (both, Revoke(Role::Admin), COMMAND_LINE, Ok(())),
            // An administrator who has been demoted since cannot make any change.
            (only_ana, Grant(Role::Partner), BY_BEN, Err(Forbidden)),
            (only_ana, Revoke(Role::Member), BY_BEN, Err(Forbidden)),
            (ana_and_cleo, Revoke(Role::Admin), BY_BEN, Err(Forbidden)),
            (ana_and_cleo, Disable, BY_BEN, Err(Forbidden)),
            (ana_and_cleo, Enable, BY_BEN, Err(Forbidden)),
            // Changes to one's own roles are refused, also for the last administrator.
            (both, Revoke(Role::Admin), BY_ANA, Err(OwnRoles)),
            (both, Grant(Role::Partner), BY_ANA, Err(OwnRoles)),
            (both, Revoke(Role::Member), BY_ANA, Err(OwnRoles)),
            (only_ana, Revoke(Role::Admin), BY_ANA, Err(OwnRoles)),
            // The last administrator cannot be removed, even on the command line.
            (only_ana, Revoke(Role::Admin), BY_BEN, Err(LastAdmin)),
            (only_ana, Disable, BY_BEN, Err(LastAdmin)),
            (only_ana, Revoke(Role::Admin), COMMAND_LINE, Err(LastAdmin)),
            (only_ana, Disable, COMMAND_LINE, Err(LastAdmin)),
            (only_ana, Disable, BY_ANA, Err(LastAdmin)),
            (only_ana, Revoke(Role::Member), COMMAND_LINE, Ok(())),
            (only_ana, Grant(Role::Partner), COMMAND_LINE, Ok(())),
            // A disabled administrator does not count, and may be demoted.
            (only_ben, Revoke(Role::Admin), BY_BEN, Ok(())),
            (only_ben, Enable, BY_BEN, Ok(())),
        ];
        for (administrators, change, actor, expected) in table {
            let seen = apply_change(administrators, change, actor).map(|changes| assert!(changes.is_some()));
            assert_eq!(seen, expected, "{change:?} by {actor:?} of {administrators:?}");
        }
    }

    #[test]
    fn a_change_of_roles_keeps_the_sessions_and_is_audited_with_role_and_reason() {
        let audit = |action, role: &str| {
            let entry = act(NOW).audit(BY_BEN, action, ("user", ANA));
            entry.with("role", role).with("reason", "left")
        };
        let granted =
            apply_change(&[ANA, BEN], Grant(Role::Partner), BY_BEN).expect("allowed").expect("a change");
        let roles = RoleChange { grant: vec![Role::Partner], revoke: Vec::new() };
        assert_eq!(
            (granted.roles, granted.disabled_at, granted.sessions),
            (roles, None, EndedSessions::None)
        );
        assert_eq!(granted.mail.items, ["You now have the role of partner."]);
        assert_eq!(granted.audit, audit("role.granted", "partner"));

        let revoked = apply_change(&[BEN], Revoke(Role::Admin), BY_BEN).expect("allowed").expect("a change");
        let roles = RoleChange { grant: Vec::new(), revoke: vec![Role::Admin] };
        // Ana stays disabled.
        assert_eq!((revoked.roles, revoked.disabled_at), (roles, Some(NOW)));
        assert_eq!(revoked.mail.items, ["You no longer have the role of administrator."]);
        assert_eq!(revoked.audit, audit("role.revoked", "admin"));
    }

    #[test]
    fn other_changes_end_sessions_and_keep_the_roles() {
        use EndedSessions::{All, ByFactor};
        use MailKind::{AccountChanged, FactorRemoved};
        let both = &[ANA, BEN][..];
        for (administrators, change, disabled_at, ended, told, action) in [
            (both, Disable, Some(NOW), All, AccountChanged, "user.disabled"),
            (&[BEN][..], Enable, None, All, AccountChanged, "user.enabled"),
            (both, EndSessions, None, All, AccountChanged, "user.signed_out"),
            (both, RemoveFactors, None, ByFactor, FactorRemoved, "factors.reset"),
        ] {
            let changes =
                apply_change(administrators, change, COMMAND_LINE).expect("allowed").expect("a change");
            assert_eq!((changes.disabled_at, changes.sessions), (disabled_at, ended));
            assert_eq!((changes.removes_factors, changes.mail.kind), (change == RemoveFactors, told));
            assert_eq!(changes.roles, RoleChange::default());
            assert_eq!((changes.audit.action, changes.audit.actor_id), (action, None));
            assert_eq!(changes.audit.detail, [("reason", "left".to_owned())]);
        }
    }

    #[test]
    fn a_change_without_effect_stores_nothing() {
        let table = [
            (&[ANA, BEN][..], Grant(Role::Member)),
            (&[ANA, BEN][..], Revoke(Role::Partner)),
            (&[ANA, BEN][..], Enable),
            (&[BEN][..], Disable),
        ];
        for (administrators, change) in table {
            assert_eq!(apply_change(administrators, change, BY_BEN), Ok(None), "{change:?}");
        }
        let administrators = vec![BEN];
        let seen =
            UserChangeContext { user: ana(None), administrators, has_sessions: false, has_factors: false };
        for change in [EndSessions, RemoveFactors] {
            assert_eq!(change_user(&seen, change, BY_BEN, None, &act(NOW)), Ok(None), "{change:?}");
        }
    }
}
