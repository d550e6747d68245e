use super::*;
use crate::accounts::factors::testing::user;
use crate::accounts::roles::Roles;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const ANA: Uuid = Uuid::from_u128(1);
const BEN: Uuid = Uuid::from_u128(2);
const CLEO: Uuid = Uuid::from_u128(3);
const AUDIT: Uuid = Uuid::from_u128(9);

use UserChange::{Disable, Enable, Grant, Revoke};
use UserRefusal::{LastAdmin, NotAdministrator, OwnRoles};

const BY_ANA: Option<Uuid> = Some(ANA);
const BY_BEN: Option<Uuid> = Some(BEN);
const COMMAND_LINE: Option<Uuid> = None;

fn ana(disabled_at: Option<OffsetDateTime>) -> User {
    let roles = Roles::from_iter([Role::Admin, Role::Member]);
    User { id: ANA, roles, disabled_at, ..user("ana@forum.example", NOW) }
}

fn act(change: UserChange, actor: Option<Uuid>) -> UserChangeRequest {
    UserChangeRequest { change, actor, reason: Some("left".to_owned()), audit: AUDIT, at: NOW }
}

fn apply_change(
    administrators: &[Uuid],
    change: UserChange,
    actor: Option<Uuid>,
) -> Result<Option<UserChanges>, UserRefusal> {
    let user = ana((!administrators.contains(&ANA)).then_some(NOW));
    apply(&UserChangeContext { user, administrators: administrators.to_vec() }, act(change, actor))
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
        (only_ana, Grant(Role::Partner), BY_BEN, Err(NotAdministrator)),
        (only_ana, Revoke(Role::Member), BY_BEN, Err(NotAdministrator)),
        (ana_and_cleo, Revoke(Role::Admin), BY_BEN, Err(NotAdministrator)),
        (ana_and_cleo, Disable, BY_BEN, Err(NotAdministrator)),
        (ana_and_cleo, Enable, BY_BEN, Err(NotAdministrator)),
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
    let audit = |action, role: &str| AuditEvent {
        id: AUDIT,
        at: NOW,
        actor_id: Some(BEN),
        action,
        target_type: "user",
        target_id: ANA,
        detail: vec![("role", role.to_owned()), ("reason", "left".to_owned())],
    };
    let granted =
        apply_change(&[ANA, BEN], Grant(Role::Partner), BY_BEN).expect("allowed").expect("a change");
    let roles = RoleChange { grant: vec![Role::Partner], revoke: Vec::new() };
    assert_eq!((granted.roles, granted.disabled_at, granted.sessions_end_at), (roles, None, None));
    assert_eq!(granted.audit, audit("role.granted", "partner"));

    let revoked = apply_change(&[BEN], Revoke(Role::Admin), BY_BEN).expect("allowed").expect("a change");
    let roles = RoleChange { grant: Vec::new(), revoke: vec![Role::Admin] };
    // Ana stays disabled.
    assert_eq!((revoked.roles, revoked.disabled_at, revoked.sessions_end_at), (roles, Some(NOW), None));
    assert_eq!(revoked.audit, audit("role.revoked", "admin"));
}

#[test]
fn disabling_and_enabling_end_the_sessions_and_keep_the_roles() {
    for (administrators, change, disabled_at, action) in
        [(&[ANA, BEN][..], Disable, Some(NOW), "user.disabled"), (&[BEN][..], Enable, None, "user.enabled")]
    {
        let changes = apply_change(administrators, change, COMMAND_LINE).expect("allowed").expect("a change");
        assert_eq!((changes.disabled_at, changes.sessions_end_at), (disabled_at, Some(NOW)));
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
}
