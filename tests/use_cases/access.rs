//! Who makes a request: what invalidates an access token, and what takes effect on the next request.

use forum_domain::accounts::{AccessError, Role, Roles, SessionScope, TokenRefused};
use forum_domain::shared::Fault;
use forum_domain::users::UserChange;
use forum_tests::builders::{NOON, change_step};
use time::Duration;

use crate::world::{ANA, World};

#[tokio::test]
async fn a_damaged_token_is_distinguished_from_an_expired_one() {
    let world = World::new();
    let (signed_in, _) = world.applicant(ANA).await;
    let token = signed_in.access_token.clone();
    for junk in ["", "x", &token[1..], &format!("{token}0"), &signed_in.refresh_token] {
        let refused = world.access.caller(junk).await.err();
        assert_eq!(refused, Some(AccessError::Token(TokenRefused::Invalid)), "{junk:?}");
    }
    world.clock.advance(Duration::minutes(15) - Duration::seconds(1));
    world.calls(&signed_in).await.expect("it is in time");
    world.clock.advance(Duration::seconds(1));
    let over = world.calls(&signed_in).await.err();
    assert_eq!(over, Some(AccessError::Token(TokenRefused::Expired)));
}

#[tokio::test]
async fn signing_out_affects_only_the_next_request_of_that_session() {
    let world = World::new();
    let (here, caller) = world.applicant(ANA).await;
    let there = world.signs_in(ANA, crate::world::PASSWORD).await.expect("the password is right");
    world
        .sessions
        .end_sessions(caller.user.id, caller.session_id, SessionScope::Local)
        .await
        .expect("it is done");
    assert_eq!(world.calls(&here).await.err(), Some(AccessError::Revoked));
    world.calls(&there).await.expect("the other one goes on");
}

#[tokio::test]
async fn an_expired_session_is_refused_although_its_access_token_is_fresh() {
    let world = World::new();
    let (mut signed_in, _) = world.applicant(ANA).await;
    let minutes_left = Duration::minutes(5);
    for step in [Duration::days(29), Duration::days(29), Duration::days(29), Duration::days(3) - minutes_left]
    {
        world.clock.advance(step);
        signed_in = world.sessions.refresh(&signed_in.refresh_token).await.expect("it is current");
    }
    world.calls(&signed_in).await.expect("some minutes are left");
    world.clock.advance(minutes_left);
    assert_eq!(world.calls(&signed_in).await.err(), Some(AccessError::Expired));
}

#[tokio::test]
async fn changed_roles_and_a_disabled_account_take_effect_at_once() {
    let world = World::new();
    let (signed_in, caller) = world.applicant(ANA).await;
    for change in [UserChange::Revoke(Role::Applicant), UserChange::Grant(Role::Admin)] {
        let step = change_step(change, None, NOON);
        world.stores.users.change(caller.user.id, step).await.expect("roles change");
    }
    let again = world.calls(&signed_in).await.expect("the token is fresh");
    assert_eq!(*again.roles(), Roles::from_iter([Role::Admin]));
    world.stores.readback.disable(caller.user.id, NOON).await;
    assert_eq!(world.calls(&signed_in).await.err(), Some(AccessError::Revoked));
}

#[tokio::test]
async fn a_lost_database_is_a_fault_and_not_a_refusal() {
    let world = World::new();
    let (signed_in, _) = world.applicant(ANA).await;
    let lost = Fault::Unavailable("connection lost".into());
    world.database.go_down(lost.clone());
    assert_eq!(world.calls(&signed_in).await.err(), Some(AccessError::Fault(lost)));
}
