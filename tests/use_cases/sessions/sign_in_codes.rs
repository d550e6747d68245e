//! Signing in with a code from a mail while something else ends its validity.

use std::sync::Arc;

use forum_domain::accounts::PresentedToken;
use forum_domain::shared::Code;
use forum_tests::faults::ActFirst;
use time::Duration;

use crate::world::{ANA, PASSWORD, World};

async fn asks(world: &World, email: &str) {
    world.sessions.request_code(email, None).await.expect("a valid address");
    world.deliver().await;
}

#[tokio::test]
async fn a_later_change_of_password_invalidates_a_code() {
    let world = World::new().await;
    let (_, caller) = world.applicant(ANA).await;
    world.clock.advance(Duration::SECOND);
    asks(&world, ANA).await;
    let code = world.code_to(ANA);
    world.clock.advance(Duration::SECOND);
    let changed = world.accounts.change_password(&caller, PASSWORD, "Sunny-Meadow-17").await;
    changed.expect("the right password");
    assert_eq!(world.enters_code(ANA, &code).await.err(), Some(Code::CodeInvalid));
    asks(&world, ANA).await;
    world.enters_code(ANA, &world.code_to(ANA)).await.expect("a code that was sent afterwards");
}

/// A world with a store that another act can precede, and the store.
async fn with_act_first() -> (World, Arc<ActFirst>) {
    let mut late = None;
    let world = World::with_sessions(|sessions| late.insert(Arc::new(ActFirst::new(sessions))).clone()).await;
    (world, late.expect("a wrapped store"))
}

#[tokio::test]
async fn a_code_opens_no_session_if_the_address_is_restored_first() {
    let (world, late) = with_act_first().await;
    let (signed_in, caller) = world.applicant(ANA).await;
    let thief = "eve@example.org";
    world.accounts.change_email(&caller, thief, Some(PASSWORD)).await.expect("the right password");
    world.deliver().await;
    for address in [ANA, thief] {
        world.follows(&world.link_to(address)).await.expect("a confirmation");
    }
    asks(&world, thief).await;
    let (accounts, way_back) = (world.accounts.clone(), world.link_to(ANA));
    late.set(async move {
        accounts.redeem_verification(PresentedToken::Link(way_back)).await.expect("a valid link");
    });
    let entered = world.enters_code(thief, &world.code_to(thief)).await;
    assert_eq!(entered.err(), Some(Code::CodeInvalid));
    assert_eq!(world.sessions_of(&signed_in).await, 0, "every session has ended");
}

#[tokio::test]
async fn a_code_opens_no_session_if_the_password_is_reset_first() {
    let (world, late) = with_act_first().await;
    world.joins(ANA).await;
    let recovery_token = world.recovery_grant(ANA).await;
    asks(&world, ANA).await;
    let (accounts, clock) = (world.accounts.clone(), world.clock.clone());
    late.set(async move {
        clock.advance(Duration::SECOND);
        let grant = accounts.recovery_grant(&recovery_token).await.expect("a valid grant");
        accounts.set_recovery_password(grant, "Quiet-Brook-43").await.expect("a valid password");
    });
    let entered = world.enters_code(ANA, &world.code_to(ANA)).await;
    assert_eq!(entered.err(), Some(Code::CodeInvalid));
    let signed_in = world.signs_in(ANA, "Quiet-Brook-43").await.expect("the new password");
    assert_eq!(world.sessions_of(&signed_in).await, 1, "only the session opened with the new password");
}
