//! `UserStore`: changes to users. The list is in `directory`.

use std::sync::Arc;

use forum_domain::accounts::{Role, Roles};
use forum_domain::shared::{Code, Step};
use forum_domain::users::{UserChange, UserChangeContext, UserChanges, change_user};
use forum_tests::builders::{NOON, act, change_step, id, session};
use forum_tests::stores::Stores;
use uuid::Uuid;

use crate::concurrently;
use crate::steps::Rendezvous;

use UserChange::{Disable, Grant, Revoke};

/// Two administrators.
async fn ana_and_ben(stores: &Stores) -> (Uuid, Uuid) {
    let ana = stores.user("ana@forum.example", &[Role::Admin]).await;
    let ben = stores.user("ben@forum.example", &[Role::Admin, Role::Partner]).await;
    (ana, ben)
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
        let last = Err(Code::LastAdmin.into());
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
            let step = change_step(Revoke(Role::Admin), None, NOON);
            stores.users.change(user.id, step).await.expect("remaining administrators");
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
    let step = |change| -> Step<UserChangeContext, Option<UserChanges>> {
        Box::new(move |seen| {
            let changes = change_user(seen, change, Some(ana), None, &act(NOON))?;
            Ok(changes.map(|mut changes| {
                changes.audit.id = audit;
                changes
            }))
        })
    };
    stores.users.change(ben, step(Grant(Role::Member))).await.expect("an unused id");
    for change in [Disable, Revoke(Role::Admin)] {
        let failed = stores.users.change(ben, step(change)).await;
        assert!(failed.as_ref().is_err_and(|refusal| refusal.code == Code::InternalError), "{failed:?}");
    }
    let live = stores.live_session(session.id).await;
    assert_eq!((live.session.revoked_at, live.user.disabled_at), (None, None));
    assert_eq!(live.user.roles, Roles::from_iter([Role::Admin, Role::Member, Role::Partner]));
}
