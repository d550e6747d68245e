//! How often passwords are hashed and what happens meanwhile, sign-ups with an address that somebody else has
//! signed up with, and sign-in codes while something else ends their validity.

use std::sync::Arc;

use forum_adapters::crypto::Argon2Hasher;
use forum_domain::accounts::{PasswordHasher, PresentedToken, Redeemed};
use forum_domain::shared::{Code, Refusal};
use forum_tests::builders::{NOON, new_user};
use forum_tests::faults::ActFirst;
use forum_tests::memory::PlainHasher;
use time::Duration;

use crate::world::{ANA, PASSWORD, World};

const NEW: &str = "Chosen-Meadow-51";
const DISABLED: &str = "disabled@example.org";
const WAITING: &str = "waiting@example.org";

/// A confirmed, a disabled and a pending address.
async fn three_addresses(hasher: Arc<dyn PasswordHasher>) -> World {
    let world = World::with_hasher(Arc::clone(&hasher)).await;
    let password_hash = hasher.hash(PASSWORD).await.expect("a hash");
    for email in [ANA, DISABLED] {
        let mut user = new_user(email, &[]);
        user.password_hash = Some(password_hash.clone());
        let user_id = user.id;
        world.stores.accounts.create_user(user).await.expect("a new address");
        if email == DISABLED {
            world.stores.readback.disable(user_id, NOON).await;
        }
    }
    world.signs_up(WAITING, PASSWORD).await.expect("a valid sign-up");
    world
}

/// Every sign-up costs one hash, whoever owns the address, and so does every refused sign-in.
#[tokio::test]
async fn every_attempt_costs_one_hash_and_only_the_right_password_reveals_the_reason_of_a_refusal() {
    let hasher = Arc::new(PlainHasher::default());
    let world = three_addresses(Arc::clone(&hasher) as _).await;
    let wrong = "Wrong-River-42";
    let table = [
        (ANA, wrong, Code::InvalidCredentials),
        (ANA, "", Code::InvalidCredentials),
        ("unknown@example.org", PASSWORD, Code::InvalidCredentials),
        ("no address", PASSWORD, Code::InvalidCredentials),
        ("", "", Code::InvalidCredentials),
        (DISABLED, wrong, Code::InvalidCredentials),
        (DISABLED, PASSWORD, Code::AccountDisabled),
        (WAITING, wrong, Code::InvalidCredentials),
        (WAITING, PASSWORD, Code::EmailNotVerified),
    ];
    for (email, password, refusal) in table {
        let before = hasher.calls();
        assert_eq!(world.signs_in(email, password).await.err(), Some(refusal), "{email:?}");
        assert_eq!(hasher.calls(), before + 1, "{email:?}");
    }
    world.signs_in(" Ana@Example.org ", PASSWORD).await.expect("the address in any letter case");
    for email in ["new@example.org", WAITING, ANA] {
        let before = hasher.calls();
        world.signs_up(email, PASSWORD).await.expect("a valid sign-up");
        assert_eq!(hasher.calls(), before + 1, "{email}");
        let refusal = world.signs_up(email, "password").await.expect_err("a weak password");
        assert_eq!((refusal.fields[0].code, hasher.calls()), ("weak_password", before + 1), "{email}");
    }
}

/// A call of `verify` does not prove that argon2 ran. If the hasher has no capacity, every sign-in that needs it gets
/// `Busy`.
#[tokio::test]
async fn no_sign_in_bypasses_the_capacity_limit_of_argon2() {
    let world = three_addresses(Arc::new(Argon2Hasher::new())).await;
    let full = world.with(|program| program.hasher = Arc::new(Argon2Hasher::with_limits(0, 0)));
    for email in [ANA, DISABLED, WAITING, "unknown@example.org", "no address", ""] {
        for password in [PASSWORD, "Wrong-River-42", ""] {
            assert_eq!(full.signs_in(email, password).await.err(), Some(Code::Busy), "{email:?}");
        }
    }
}

#[tokio::test]
async fn a_refused_password_leaves_the_grant_usable() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _).await;
    world.joins(ANA).await;
    let grant = world.recovery_grant(ANA).await;
    let before = hasher.calls();
    let refused = |refusal: Refusal| (refusal.fields[0].code, hasher.calls() - before);
    let weak = world.chooses(&grant, "short").await.map_err(refused);
    assert_eq!(weak, Err(("weak_password", 0)), "refused before it is hashed");
    let same = world.chooses(&grant, PASSWORD).await.map_err(refused);
    assert_eq!(same, Err(("same_password", 1)));
    world.chooses(&grant, NEW).await.expect("a valid grant");
}

#[tokio::test]
async fn a_password_replaced_while_it_is_checked_opens_no_session() {
    let (world, late) = with_act_first().await;
    world.joins(ANA).await;
    let (accounts, grant) = (world.accounts.clone(), world.recovery_grant(ANA).await);
    late.set(async move {
        let grant = accounts.recovery_grant(&grant).await.expect("a valid grant");
        accounts.set_recovery_password(grant, NEW).await.expect("a valid password");
    });
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(Code::InvalidCredentials));
    let ana = world.signs_in(ANA, NEW).await.expect("the new password");
    assert_eq!(world.sessions_of(&ana).await, 1, "the session opened with the old password has ended");
}

/// The password of an attacker who signs up with Ana's address.
const PLANTED: &str = "Planted-Bridge-7";

#[tokio::test]
async fn a_sign_up_stays_contested_when_the_earlier_one_is_deleted() {
    let world = World::new().await;
    world.signs_up(ANA, PASSWORD).await.expect("a valid sign-up");
    world.clock.advance(Duration::days(6));
    world.signs_up(ANA, PLANTED).await.expect("a valid sign-up");
    world.clock.advance(Duration::days(2));
    world.housekeeping.run().await;
    assert_eq!(world.stores.readback.registrations().await, 1, "the earlier one is gone");
    world.accounts.resend_verification(ANA, None).await.expect("a valid address");
    world.deliver().await;
    // Spaces around an address and a code are ignored.
    let code = format!(" {} ", world.code_to(ANA));
    let verified = world.types(" ANA@example.org ", &code).await.expect("the newest code");
    let Redeemed::Address { recovery_token: Some(token), .. } = verified else {
        panic!("no grant to choose a password: {verified:?}")
    };
    world.chooses(&token, NEW).await.expect("a valid grant");
    for password in [PASSWORD, PLANTED] {
        assert_eq!(world.signs_in(ANA, password).await.err(), Some(Code::InvalidCredentials), "{password}");
    }
    world.signs_in(ANA, NEW).await.expect("the chosen password");
}

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
    let world = World::new().await.with(|program| {
        program.sessions = late.insert(Arc::new(ActFirst::new(program.sessions.clone()))).clone();
    });
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
