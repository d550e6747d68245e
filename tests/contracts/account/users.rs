//! `UserStore`: changes to users. The list is in `directory`.

use std::sync::Arc;

use forum_domain::accounts::{Role, Roles};
use forum_domain::shared::Fault;
use forum_domain::users::{
    UserChange, UserChangeRequest, UserChangeStep, UserError, UserRefusal, UserSummary, apply,
};
use time::Duration;
use uuid::Uuid;

use crate::concurrently;
use crate::steps::Rendezvous;

use UserChange::{Disable, Enable, Grant, Revoke};
use forum_tests::builders::{NOON, change_step, id, session};
use forum_tests::stores::Stores;

async fn changed(
    stores: &Stores,
    user_id: Uuid,
    change: UserChange,
    actor: Option<Uuid>,
) -> Result<UserSummary, UserError> {
    stores.users.change(user_id, change_step(change, actor, NOON)).await
}

/// Two administrators.
async fn ana_and_ben(stores: &Stores) -> (Uuid, Uuid) {
    let ana = stores.user("ana@forum.example", &[Role::Admin]).await;
    let ben = stores.user("ben@forum.example", &[Role::Admin, Role::Partner]).await;
    (ana, ben)
}

/// Neither a refusal nor a change without effect leaves an audit entry.
#[tokio::test]
async fn a_change_that_is_refused_or_without_effect_stores_nothing() {
    let stores = &Stores::fresh().await;
    let (ana, ben) = ana_and_ben(stores).await;
    let by_ana = Some(ana);
    for (user, change, refusal) in [
        (ana, Grant(Role::Partner), UserRefusal::OwnRoles),
        (ana, Revoke(Role::Admin), UserRefusal::OwnRoles),
    ] {
        assert_eq!(changed(stores, user, change, by_ana).await, Err(UserError::Refused(refusal)));
    }
    for change in [Grant(Role::Partner), Revoke(Role::Applicant), Enable] {
        let same = changed(stores, ben, change, by_ana).await.expect("an allowed change");
        assert_eq!(same.user.roles, Roles::from_iter([Role::Admin, Role::Partner]));
    }
    for change in [Grant(Role::Member), Disable] {
        assert_eq!(changed(stores, id(), change, by_ana).await, Err(UserError::NotFound));
    }
    assert_eq!(stores.readback.audit_actions().await, ["user.created", "user.created"]);
}

#[tokio::test]
async fn disabling_ends_the_sessions_and_enabling_revives_none() {
    let stores = &Stores::fresh().await;
    let (ana, ben) = ana_and_ben(stores).await;
    let (open, of_ana, over) = (session(ben, NOON), session(ana, NOON), session(ben, NOON));
    for session in [&open, &of_ana, &over] {
        stores.open(session.clone()).await;
    }
    let ended = NOON - Duration::hours(1);
    stores.sessions.end_session(ben, over.id, ended).await.expect("an ended session");
    let by_ana = Some(ana);
    let disabled = changed(stores, ben, Disable, by_ana).await.expect("an allowed change");
    assert_eq!(disabled.user.disabled_at, Some(NOON));
    assert_eq!(disabled.user.roles, Roles::from_iter([Role::Admin, Role::Partner]));
    let end_of = async |id| {
        let live = stores.live_session(id).await;
        live.session.revoked_at
    };
    let ends = [end_of(open.id).await, end_of(over.id).await, end_of(of_ana.id).await];
    assert_eq!(ends, [Some(NOON), Some(ended), None]);

    let enabled = changed(stores, ben, Enable, by_ana).await.expect("an allowed change");
    assert_eq!(enabled.user.disabled_at, None);
    assert_eq!([end_of(open.id).await, end_of(of_ana.id).await], [Some(NOON), None]);
    let actions = stores.readback.audit_actions().await;
    assert_eq!(actions[2..], ["user.disabled", "user.enabled"]);
}

/// The rule also applies to the command line.
#[tokio::test]
async fn a_disabled_administrator_is_not_counted_as_remaining() {
    let stores = &Stores::fresh().await;
    let (ana, ben) = ana_and_ben(stores).await;
    let last = Err(UserError::Refused(UserRefusal::LastAdmin));
    changed(stores, ben, Disable, None).await.expect("a remaining administrator");
    assert_eq!(changed(stores, ana, Revoke(Role::Admin), None).await, last);
    assert_eq!(changed(stores, ana, Disable, None).await, last);
    changed(stores, ben, Enable, None).await.expect("an allowed change");
    changed(stores, ana, Disable, None).await.expect("a remaining administrator");
    assert_eq!(changed(stores, ben, Revoke(Role::Admin), None).await, last);
    assert_eq!(stores.readback.roles(ben).await, Roles::from_iter([Role::Admin, Role::Partner]));
}

/// They change different rows, but one must see the result of the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn administrators_removing_each_other_concurrently_leave_one() {
    let stores = &Stores::fresh().await;
    for (first, second) in [
        (Revoke(Role::Admin), Revoke(Role::Admin)),
        (Disable, Disable),
        (Revoke(Role::Admin), Disable),
        (Disable, Revoke(Role::Admin)),
    ] {
        let (ana, ben) = fresh_pair(stores, &format!("{first:?}{second:?}")).await;
        let meeting = Rendezvous::default();
        let results = concurrently([(ana, ben, first), (ben, ana, second)].map(|(actor, target, change)| {
            let users = Arc::clone(&stores.users);
            let step = meeting.before(change_step(change, Some(actor), NOON));
            async move { users.change(target, step).await.map(|_| ()) }
        }))
        .await;
        let last = Err(UserError::Refused(UserRefusal::LastAdmin));
        assert!(results.contains(&Ok(())) && results.contains(&last), "{first:?} {second:?}: {results:?}");
        assert_eq!(enabled_administrators(stores).await, 1);
    }
}

/// Two administrators, and no others.
async fn fresh_pair(stores: &Stores, name: &str) -> (Uuid, Uuid) {
    let [ana, ben] = ["ana", "ben"].map(|first| format!("{first}-{name}@forum.example").to_lowercase());
    let ana = stores.user(&ana.replace(['(', ')'], ""), &[Role::Admin]).await;
    let ben = stores.user(&ben.replace(['(', ')'], ""), &[Role::Admin]).await;
    for user in stores.accounts.with_role(Role::Admin).await.expect("a result") {
        if ![ana, ben].contains(&user.id) {
            changed(stores, user.id, Revoke(Role::Admin), None).await.expect("remaining administrators");
        }
    }
    (ana, ben)
}

async fn enabled_administrators(stores: &Stores) -> usize {
    let admins = stores.accounts.with_role(Role::Admin).await.expect("a result");
    admins.iter().filter(|user| !user.is_disabled()).count()
}

/// The audit entry, whose id is already taken, is written last.
#[tokio::test]
async fn a_change_whose_audit_entry_cannot_be_written_is_rolled_back() {
    let stores = &Stores::fresh().await;
    let (ana, ben) = ana_and_ben(stores).await;
    let session = session(ben, NOON);
    stores.open(session.clone()).await;
    let audit = id();
    let step = |change| -> UserChangeStep {
        let act = UserChangeRequest { change, actor: Some(ana), reason: None, audit, at: NOON };
        Box::new(move |seen| apply(seen, act))
    };
    stores.users.change(ben, step(Grant(Role::Member))).await.expect("an unused id");
    for change in [Disable, Revoke(Role::Admin)] {
        let failed = stores.users.change(ben, step(change)).await;
        assert!(matches!(failed, Err(UserError::Fault(Fault::Bug(_)))), "{failed:?}");
    }
    let live = stores.live_session(session.id).await;
    assert_eq!((live.session.revoked_at, live.user.disabled_at), (None, None));
    assert_eq!(live.user.roles, Roles::from_iter([Role::Admin, Role::Member, Role::Partner]));
}
