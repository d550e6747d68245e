//! Tests refused sign-ins, refreshing and signing out.

use std::sync::Arc;

use forum_adapters::crypto::Argon2Hasher;
use forum_domain::accounts::{
    NewUser, PasswordHasher, PendingRegistration, RefreshError, RefreshRefused, RegistrationDraft,
    SignInError, SignedIn,
};
use forum_domain::mail::MailKind;
use forum_domain::shared::Fault;
use forum_tests::builders::{NOON, mail, new_user, registration, token};
use forum_tests::faults::BusyHasher;
use forum_tests::memory::PlainHasher;
use time::Duration;

use crate::world::{ANA, PASSWORD, World};

#[tokio::test]
async fn every_refused_sign_in_costs_one_hash_and_only_the_right_password_reveals_the_reason() {
    let hasher = Arc::new(PlainHasher::default());
    let world = World::with_hasher(Arc::clone(&hasher) as _);
    let (disabled, waiting) = ("disabled@example.org", "waiting@example.org");
    for email in [ANA, disabled] {
        let user = new_user(email, &[]);
        let user_id = user.id;
        world.stores.accounts.create_user(user).await.expect("a new address");
        if email == disabled {
            world.stores.readback.disable(user_id, NOON).await;
        }
    }
    world.signs_up(waiting, PASSWORD).await.expect("a valid sign-up");

    let wrong = "Wrong-River-42";
    let table = [
        (ANA, wrong, SignInError::InvalidCredentials),
        (ANA, "", SignInError::InvalidCredentials),
        ("unknown@example.org", PASSWORD, SignInError::InvalidCredentials),
        ("no address", PASSWORD, SignInError::InvalidCredentials),
        ("", "", SignInError::InvalidCredentials),
        (disabled, wrong, SignInError::InvalidCredentials),
        (disabled, PASSWORD, SignInError::AccountDisabled),
        (waiting, wrong, SignInError::InvalidCredentials),
        (waiting, PASSWORD, SignInError::EmailNotVerified),
    ];
    for (email, password, refusal) in table {
        let before = hasher.calls();
        assert_eq!(world.signs_in(email, password).await.err(), Some(refusal), "{email:?}");
        assert_eq!(hasher.calls(), before + 1, "{email:?}");
    }
    world.signs_in(" Ana@Example.org ", PASSWORD).await.expect("the address in any letter case");
}

/// A confirmed, a disabled and a pending address, whose passwords are hashed with argon2id.
async fn three_addresses(world: &World) -> [&'static str; 3] {
    let addresses = [ANA, "disabled@example.org", "waiting@example.org"];
    let password_hash = Argon2Hasher::new().hash(PASSWORD).await.expect("a hash");
    for email in &addresses[..2] {
        let user = NewUser { password_hash: Some(password_hash.clone()), ..new_user(email, &[]) };
        let user_id = user.id;
        world.stores.accounts.create_user(user).await.expect("a new address");
        if *email != ANA {
            world.stores.readback.disable(user_id, NOON).await;
        }
    }
    let pending = PendingRegistration { password_hash, ..registration(addresses[2], "Ana", NOON) };
    let draft = RegistrationDraft {
        token: token(addresses[2], Some(pending.id), NOON),
        mail: mail(MailKind::Decoy, addresses[2], NOON),
    };
    world.stores.accounts.register(pending, Box::new(move |_| draft)).await.expect("a stored sign-up");
    addresses
}

/// A call of `verify` does not prove that argon2 ran. If the hasher has no capacity, every sign-in that needs it gets
/// `Busy`.
#[tokio::test]
async fn no_sign_in_bypasses_the_capacity_limit_of_argon2() {
    let world = World::with_hasher(Arc::new(Argon2Hasher::with_limits(0, 0)));
    let [known, disabled, waiting] = three_addresses(&world).await;
    for email in [known, disabled, waiting, "unknown@example.org", "no address", ""] {
        for password in [PASSWORD, "Wrong-River-42", ""] {
            assert_eq!(
                world.signs_in(email, password).await.err(),
                Some(SignInError::Fault(Fault::Busy)),
                "{email:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_busy_hasher_and_a_lost_database_are_not_reported_as_refusals() {
    let busy = World::with_hasher(Arc::new(BusyHasher));
    assert_eq!(busy.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::Fault(Fault::Busy)));
    let world = World::new();
    world.joins(ANA).await;
    let lost = Fault::Unavailable("connection lost".into());
    world.database.go_down(lost.clone());
    assert_eq!(world.signs_in(ANA, PASSWORD).await.err(), Some(SignInError::Fault(lost)));
}

async fn refreshed(world: &World, token: &str) -> Result<SignedIn, RefreshError> {
    world.sessions.refresh(token).await
}

fn refused(result: Result<SignedIn, RefreshError>) -> Option<RefreshRefused> {
    match result.err() {
        Some(RefreshError::Refused(refused)) => Some(refused),
        _ => None,
    }
}

#[tokio::test]
async fn a_refresh_returns_new_tokens_and_tolerates_a_lost_response() {
    let world = World::new();
    let (first, _) = world.applicant(ANA).await;
    world.clock.advance(Duration::minutes(14));
    let second = refreshed(&world, &first.refresh_token).await.expect("a current token");
    assert_ne!(first.refresh_token, second.refresh_token);
    assert_ne!(first.access_token, second.access_token);
    // The response never arrived, so its refresh token was never used: the old token returns it once more.
    world.clock.advance(Duration::minutes(5));
    let again = refreshed(&world, &first.refresh_token).await.expect("a tolerated repetition");
    assert_eq!(again.refresh_token, second.refresh_token);
    world.calls(&again).await.expect("a valid token");
}

#[tokio::test]
async fn junk_expired_sessions_and_disabled_accounts_cannot_refresh() {
    let world = World::new();
    let (signed_in, caller) = world.applicant(ANA).await;
    let token = &signed_in.refresh_token;
    for junk in ["", "x", &token[1..], &format!("{token}AAAA"), &signed_in.access_token] {
        assert_eq!(refused(refreshed(&world, junk).await), Some(RefreshRefused::Invalid), "{junk:?}");
    }
    world.clock.advance(Duration::days(30));
    assert_eq!(refused(refreshed(&world, token).await), Some(RefreshRefused::Expired));
    world.clock.advance(Duration::days(-29));
    world.stores.readback.disable(caller.user.id, NOON).await;
    assert_eq!(refused(refreshed(&world, token).await), Some(RefreshRefused::Revoked));
}
